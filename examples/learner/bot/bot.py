"""Plays by a policy that was trained at home: `VARIANT-SEATS.npz` beside this file, made by ../train.py.

It needs numpy and the arena's own `arena.rl`, which every bot of a league can import. All questions of a frame
go through the network together. Where no policy was trained it plays any legal token, and says so in its log.
"""

import json
import sys
from functools import cache
from pathlib import Path

import numpy as np

from arena.rl import Encoding, Memory
from arena.sdk import Bot, run

FOLDER = Path(__file__).parent


class Policy:
    """The trained network, and the encoding that it was trained with."""

    def __init__(self, file, game):
        with np.load(file, allow_pickle=False) as kept:
            self.layers = [(kept[f"w{at}"], kept[f"b{at}"]) for at in range(len(kept.files) // 2)]
            self.encoding = Encoding.kept(game, json.loads(str(kept["encoding"])))

    def values(self, shown):
        """What each action is worth, a row for each observation."""
        for weights, bias in self.layers[:-1]:
            shown = np.maximum(shown @ weights + bias, 0)
        weights, bias = self.layers[-1]
        return shown @ weights + bias


class Learner(Bot):
    def start(self, start):
        self.policy = policy_for(self.game)
        self.memory = Memory(self.game, self.seat)

    def event(self, event):
        self.memory.see(event)

    @classmethod
    def choose_many(cls, acts):
        policy = acts[0].bot.policy
        if policy is None:
            return [act.rng.choice(act.legal) for act in acts]
        seen = [policy.encoding.observe(act.bot.memory, act.view, act.legal) for act in acts]
        values = policy.values(np.stack([one.tensor for one in seen]))
        best = np.where(np.stack([one.mask for one in seen]), values, -np.inf).argmax(axis=1)
        return [policy.encoding.actions[number].token for number in best]


@cache
def policy_for(game):
    """The policy for the game that is played, loaded once for all tables; None if there is none."""
    file = FOLDER / f"{game.name}-{game.seats}.npz"
    if file.exists():
        return Policy(file, game)
    print(f"there is no policy {file.name}: playing at random", file=sys.stderr)
    return None


if __name__ == "__main__":
    run(Learner, name="learner", version="1.0", tables=64)
