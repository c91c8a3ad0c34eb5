"""The order of the bots, and how sure it is.

Called by the reports with a finished `Tally`.
"""

from __future__ import annotations

from dataclasses import dataclass

from arena.stats.moments import Estimate
from arena.stats.separation import SAME, separated
from arena.stats.tally import Tally


@dataclass(frozen=True, slots=True)
class Standing:
    """One bot's line in the table.

    place: from 1, shared by equal means; None for a bot that has not played. behind: by how much it is behind the
    bot one line above, on the same deals; None for the first. separated: whether that is more than chance, all pairs
    of bots considered (`separation`), which asks for more than an interval that leaves out 0. stood_in, forfeited,
    out: as in `Tally`.
    """

    place: int | None
    bot: str
    payoff: Estimate | None
    card_play: Estimate | None
    behind: Estimate | None
    separated: bool
    stood_in: int
    forfeited: int
    out: int


def standings(tally: Tally) -> list[Standing]:
    """The bots by their official mean payoff, the highest first; equal ones in the order of entry."""
    means = [tally.payoff.mean(bot) for bot in range(len(tally.bots))]
    order = sorted(range(len(means)), key=lambda bot: _sort_key(means[bot]))
    differences = tally.payoff.differences()
    apart = separated(differences.mean, differences.error, differences.deals - 1)
    lines: list[Standing] = []
    above: int | None = None
    for line, bot in enumerate(order, 1):
        mean = means[bot]
        behind = tally.payoff.difference(above, bot) if above is not None else None
        same = behind is not None and abs(behind.mean) <= SAME
        lines.append(
            Standing(
                place=None if mean is None else lines[-1].place if same else line,
                bot=tally.bots[bot],
                payoff=mean,
                card_play=tally.card_play.mean(bot),
                behind=behind,
                separated=above is not None and bool(apart[above, bot]),
                stood_in=int(tally.stood_in[bot]),
                forfeited=int(tally.forfeited[bot]),
                out=int(tally.out[bot]),
            )
        )
        above = bot
    return lines


def _sort_key(mean: Estimate | None) -> float:
    return float("inf") if mean is None else -round(mean.mean, 9)
