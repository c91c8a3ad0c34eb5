"""Plays any game by trying every action out in worlds that it can't tell from the real one.

In each world all cards are seen, and the hand is played to its end by seats that go for what tricks pay; the action
that paid most on the average is chosen. `arena.search` does the work, and `Thinker` keeps the clock.
"""

import argparse
from collections.abc import Iterator

from arena.sdk import Act, Start, run
from arena.sdk.knowledge import import_rules
from arena.sdk.thinker import Thinker
from arena.search import Budget, Evaluation, Memory, search

MOST_WORLDS = 200  # more hardly change the choice


class Pimc(Thinker):
    worlds_counted = 0  # look at so many worlds, whatever the clock says; 0: as many as there is time for

    def start(self, start: Start) -> None:
        self.memory: Memory | None = None

    def looking(self, act: Act, deadline_s: float) -> Iterator[Evaluation]:
        """What has been found after each world."""
        self.memory = self.memory or Memory(self.game, act.rng)
        experience = self.memory.of(self.events, act.legal)
        budget = Budget(self.worlds_counted) if self.worlds_counted else Budget(MOST_WORLDS, deadline_s)
        worlds, rng = act.worlds(), act.rng
        return search(
            lambda: worlds.draw(rng),
            self.seat,
            act.legal,
            rng,
            budget,
            experience=experience,
            narrowing=True,
            solving=True,
        )


if __name__ == "__main__":
    options = argparse.ArgumentParser()
    options.add_argument("--worlds", type=int, default=0, help="worlds for each decision instead of a part of the time")
    Pimc.worlds_counted = options.parse_args().worlds
    if Pimc.worlds_counted < 0:
        options.error(f"--worlds is a number of worlds, 0 for as many as there is time for, not {Pimc.worlds_counted}")
    import_rules()
    run(Pimc, name="pimc", version="1.0", view=False)
