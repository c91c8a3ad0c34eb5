"""Every two bots compared: on the same deals, at the same tables, and what the way of dealing was worth.

Called by the reports with a finished `Tally` and finished `Bundles`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from arena.stats.bundles import Bundles, clustered_error, ratio
from arena.stats.control import controlled
from arena.stats.moments import Estimate
from arena.stats.separation import separated
from arena.stats.tally import Tally

MOST_BOTS = 150
"""With more bots than these, only those pairs are told of that have sat at one table."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two bots, the one that was paid more first.

    difference: of their mean payoffs, clustered by deal. separated: whether that is more than chance, all pairs
    considered. lead: the first one's on the second at the tables where both sat; None if there were none.
    tables_per_deal: such tables on a deal. worth: how many tables with deals of their own one deal was worth for the
    lead; worth_per_table: the same divided by what the deal cost, its tables. Both None where they can't be told.
    adjusted: the lead after what the cards alone promised is taken off; control_gain: by what factor this has
    lowered its variance. Both None where no control was computed, or it is nought throughout.
    """

    first: str
    second: str
    difference: Estimate
    separated: bool
    lead: Estimate | None
    tables_per_deal: float | None
    worth: float | None
    worth_per_table: float | None
    adjusted: Estimate | None
    control_gain: float | None


def pairs(total: Tally, bundles: Bundles) -> list[Pair]:
    """All pairs of bots that have played, in the order of entry; of very many bots those that have met."""
    differences = total.payoff.differences()
    apart = separated(differences.mean, differences.error, differences.deals - 1)
    many = len(total.bots) > MOST_BOTS
    found = []
    for one in range(len(total.bots)):
        for other in range(one + 1, len(total.bots)):
            if many and not total.met[one, other]:
                continue
            first, second = (one, other) if differences.mean[one, other] >= 0 else (other, one)
            difference = total.payoff.difference(first, second)
            if difference is not None:
                found.append(_pair(total, bundles, first, second, difference, bool(apart[one, other])))
    return found


def _pair(total: Tally, bundles: Bundles, first: int, second: int, difference: Estimate, apart: bool) -> Pair:
    leads = bundles.paid[:, first, second] - bundles.paid[:, second, first]
    tables = bundles.met[:, first, second]
    lead = ratio(leads, tables, deals=difference.deals)
    per_deal = lead.tables / lead.deals if lead is not None else None
    per_table = _worth_per_table(total, bundles, first, second)
    adjusted, gain = None, None
    if bundles.luck is not None and lead is not None:
        promised = bundles.luck[:, first, second] - bundles.luck[:, second, first]
        adjusted, gain = controlled(leads, promised, tables, deals=difference.deals)
    return Pair(
        first=bundles.bots[first],
        second=bundles.bots[second],
        difference=difference,
        separated=apart,
        lead=lead,
        tables_per_deal=per_deal,
        worth=per_table * per_deal if per_table is not None and per_deal is not None else None,
        worth_per_table=per_table,
        adjusted=adjusted,
        control_gain=gain,
    )


def _worth_per_table(total: Tally, bundles: Bundles, first: int, second: int) -> float | None:
    """The variance that the mean lead would have with a deal of its own for each table, over the one that it has.

    The inverse of what survey samplers call the design effect (L. Kish, Survey Sampling, 1965, section 8.2): here
    replays of a deal with the seats exchanged make it larger than 1.
    """
    sums = bundles.paid[:, first, second] - bundles.paid[:, second, first]
    counts = bundles.met[:, first, second]
    tables = float(counts.sum())
    if tables < 2:
        return None
    mean = float(sums.sum()) / tables
    error, _ = clustered_error(sums - mean * counts, counts)
    single = (total.ahead_squares[first, second] - tables * mean**2) / (tables - 1)
    if error is None or error**2 <= np.finfo(float).eps * max(single, 1.0):
        return None
    return max(float(single), 0.0) / tables / error**2
