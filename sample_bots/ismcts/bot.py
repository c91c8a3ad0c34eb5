"""Plays any game by growing one tree of actions over all the worlds that it can't tell from the real one.

Where `pimc` asks what each action brings when all go on by the same manner, this one learns at the same time how the
others, and itself, answer best. `arena.search` does the work, and `Thinker` keeps the clock.
"""

import argparse
from collections.abc import Iterator

from arena.sdk import Act, Start, run
from arena.sdk.knowledge import import_rules
from arena.sdk.thinker import Thinker
from arena.search import Budget, Memory, Tree, explore

MOST_WORLDS = 400  # more hardly change the choice


class Ismcts(Thinker):
    worlds_counted = 0  # look at so many worlds, whatever the clock says; 0: as many as there is time for

    def start(self, start: Start) -> None:
        self.memory: Memory | None = None

    def looking(self, act: Act, deadline_s: float) -> Iterator[Tree]:
        """The tree, again and again as it grows."""
        self.memory = self.memory or Memory(self.game, act.rng)
        experience = self.memory.of(self.events, act.legal)
        counted = self.worlds_counted
        worlds, rng = act.worlds(), act.rng
        budget = Budget(counted) if counted else Budget(MOST_WORLDS, deadline_s)
        return explore(lambda: worlds.draw(rng), act.legal, rng, budget, experience)


if __name__ == "__main__":
    options = argparse.ArgumentParser()
    options.add_argument("--worlds", type=int, default=0, help="worlds for each decision instead of a part of the time")
    Ismcts.worlds_counted = options.parse_args().worlds
    if Ismcts.worlds_counted < 0:
        options.error("--worlds is a number of worlds, 0 for as many as there is time for")
    import_rules()
    run(Ismcts, name="ismcts", version="1.0", view=False)
