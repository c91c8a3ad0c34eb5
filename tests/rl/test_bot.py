"""A bot that hears only the protocol shows its policy the numbers that the environment showed it in training."""

import base64
import json

import numpy as np
import pytest

from arena.rl import Encoding, env
from tests.rl.games import made
from tests.sdk.driver import Table, python_bot

pytest.importorskip("pettingzoo")

WATCHER = """
import base64, json, sys
from arena.rl import Encoding, Memory
from arena.sdk import Bot, run

class Watcher(Bot):
    '''Plays its first legal token, and writes what it would show a network into its log.'''

    def start(self, start):
        self.memory = Memory(self.game, self.seat)
        self.encoding = Encoding.of(self.game)

    def event(self, event):
        self.memory.see(event)

    def choose(self, act):
        seen = self.encoding.observe(self.memory, act.view, act.legal)
        shown = [base64.b64encode(part.tobytes()).decode() for part in seen]
        action = self.encoding.number(act.view["phase"], act.legal[0])
        print(json.dumps([*shown, action]), file=sys.stderr)
        return act.legal[0]

run(Watcher)
"""


def heard_by_the_bot(variant, seat, folder):
    """What the bot's own process makes of each of its questions at one table."""
    kind = type(variant)
    table = Table(variant, 0, seat)
    with python_bot(WATCHER, folder, ARENA_VARIANT=f"{kind.__module__}:{kind.__qualname__}") as bot:
        bot.ask(table.hello())
        bot.send(table.start())
        while (question := table.next_question()) is not None:
            (answer,) = bot.ask(question)
            table.answer(answer)
        bot.send(table.end(), {"type": "bye"})
        _, _, log = bot.finish()
    lines = [json.loads(line) for line in log.splitlines()]
    return table.game, [(base64.b64decode(tensor), base64.b64decode(mask), action) for tensor, mask, action in lines]


def shown_by_the_environment(variant, seat, game):
    """What the environment shows the same seat at the same table."""
    environment = env(variant, raw=True)
    environment.reset(seed=0)
    environment.open(game)
    questions = []
    while not any(environment.terminations.values()):
        shown = environment.observe(environment.agent_selection)
        phase = environment.game.hand.phase
        action = environment.encoding.number(phase.kind, environment.game.hand.legal_tokens()[0])
        if phase.turn == seat:
            questions.append((shown["observation"].tobytes(), shown["action_mask"].tobytes(), action))
        environment.step(action)
    return questions


@pytest.mark.parametrize(("name", "seat"), [("trollin", 1), ("troeven", 2), ("hearts", 0), ("doppelkopf", 2)])
def test_the_same_numbers_over_the_wire_as_in_training(name, seat, tmp_path):
    variant = made(name)
    game, heard = heard_by_the_bot(variant, seat, tmp_path)
    again = type(game)(variant, game.seed, game.number, single=True)
    shown = shown_by_the_environment(variant, seat, again)
    assert len(heard) > 5
    assert heard == shown
    assert np.frombuffer(heard[0][0], np.float32).shape == (Encoding.of(variant).size,)
