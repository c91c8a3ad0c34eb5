"""Who did how well against whom.

Called by the reports with a finished `Tally`.
"""

from __future__ import annotations

from dataclasses import dataclass

from arena.stats.tally import Tally


@dataclass(frozen=True, slots=True)
class Meeting:
    """A bot at the tables where another one sat too.

    payoff: what it was paid there on average. lead: by how much that is more than what the other was paid at the
    same tables. tables: how many there were.
    """

    payoff: float
    lead: float
    tables: int


def crosstable(tally: Tally) -> list[list[Meeting | None]]:
    """For each bot, in the order of `tally.bots`, its meetings with each; None where there were none."""
    bots = range(len(tally.bots))
    return [[_meeting(tally, bot, other) for other in bots] for bot in bots]


def _meeting(tally: Tally, bot: int, other: int) -> Meeting | None:
    tables = int(tally.met[bot, other])
    if not tables:
        return None
    return Meeting(float(tally.paid[bot, other]) / tables, float(tally.ahead[bot, other]) / tables, tables)
