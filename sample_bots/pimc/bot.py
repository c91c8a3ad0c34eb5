"""Plays any game by trying every action out in worlds that it can't tell from the real one.

In each world all cards are seen, and the hand is played to its end by seats that go for what tricks pay; the action
that paid most on the average is chosen. `arena.search` does the work, this file keeps the clock.
"""

import argparse
import importlib
import os
import random
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import arena.worlds  # noqa: F401 - before any alarm, which could leave half a module
from arena.sdk import Act, Bot, run
from arena.search import Budget, Evaluation, Experience, search

MOST_WORLDS = 200  # more hardly change the choice


class TimeIsUp(Exception):
    """The alarm: whatever is being worked out, the answer must go out now."""


class Pimc(Bot):
    worlds_counted = 0  # look at so many worlds, whatever the clock says; 0: as many as there is time for
    thinking = 0.3  # the part of the time for a move after which no new world is begun
    most_s = 0.5  # nor after so long
    alarm = 0.5  # the part after which even the work at hand is dropped

    memory: Experience | None = None
    began: tuple[int, bool] | None = None

    def choose(self, act: Act) -> str:
        if len(act.legal) == 1:
            return act.legal[0]
        found: Evaluation | None = None
        try:
            with alarm_in(act.left_s - act.ms / 1000 * (1 - self.alarm)):
                for better in self.looking(act):
                    found = better
        except TimeIsUp:
            pass  # What was found in the worlds so far is the answer.
        return found.sound.token if found else act.legal[0]

    def looking(self, act: Act) -> Iterator[Evaluation]:
        """What has been found after each world."""
        worlds, rng = act.worlds(), act.rng
        memory = self.remembered(act, rng)
        if self.worlds_counted:
            budget = Budget(self.worlds_counted)
        else:
            thinking_s = min(self.most_s, act.ms / 1000 * self.thinking)
            budget = Budget(MOST_WORLDS, act.heard_s + thinking_s)
        return search(
            lambda: worlds.draw(rng), self.seat, act.legal, rng, budget, experience=memory, narrowing=True, solving=True
        )

    def remembered(self, act: Act, rng: random.Random) -> Experience:
        """What this hand has taught so far; bidding and play teach different things."""
        hands = sum(event[0] == "deal" for event in self.events)
        state = hands, act.legal[0] in self.game.deck.faces
        if self.memory is None or state != self.began:
            self.memory, self.began = Experience(self.game, rng), state
        self.memory.decide()
        return self.memory


@contextmanager
def alarm_in(seconds: float) -> Iterator[None]:
    """Raise TimeIsUp in the block when it takes longer."""

    def ring(signum: int, frame: Any) -> None:
        raise TimeIsUp

    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, max(0.001, seconds))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def import_rules() -> None:
    """Import the game before the first question: its clock would pay for it, and an alarm in an import breaks it."""
    for module in ("arena.sdk.knowledge", "arena.worlds", os.environ.get("ARENA_VARIANT", "").partition(":")[0]):
        if module:
            importlib.import_module(module)


if __name__ == "__main__":
    options = argparse.ArgumentParser()
    options.add_argument("--worlds", type=int, default=0, help="worlds for each decision instead of a part of the time")
    Pimc.worlds_counted = options.parse_args().worlds
    if Pimc.worlds_counted < 0:
        options.error(f"--worlds is a number of worlds, 0 for as many as there is time for, not {Pimc.worlds_counted}")
    import_rules()
    run(Pimc, name="pimc", version="1.0", view=False)
