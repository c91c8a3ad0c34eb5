"""What a seat is worth, and the distance from the dealer, over all bots that sat there.

Called by the reports with finished `Bundles`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from arena.stats.bundles import Bundles
from arena.stats.moments import Estimate, Reals, quantile


@dataclass(frozen=True, slots=True)
class SeatEffect:
    """What one place is paid more than the mean of all places; `place` is a seat, or a distance from the dealer."""

    place: int
    more: Estimate


def seat_effects(bundles: Bundles) -> list[SeatEffect]:
    """By seat, over the tables without a fault; empty where there are none."""
    return _effects(bundles.seat_paid, bundles.seat_tables, bundles.deals)


def dealer_effects(bundles: Bundles) -> list[SeatEffect]:
    """By how many places a seat is after the dealer, clockwise (0 deals); empty where the dealers are not known."""
    return _effects(bundles.dealer_paid, bundles.dealer_tables, bundles.deals)


def _effects(paid: Reals, tables: Reals, deals: int) -> list[SeatEffect]:
    """Each column's mean less the mean of the columns' means, with intervals clustered by bundle (as in `Moments`).

    They hold the truth with 95 % for all places together (Bonferroni).
    """
    used = int((tables.sum(axis=1) > 0).sum())
    totals = tables.sum(axis=0)
    if not totals.all():
        return []
    means = paid.sum(axis=0) / totals
    deviations = (paid - means * tables) / totals
    deviations = deviations - deviations.mean(axis=1, keepdims=True)
    effects = []
    for place, mean in enumerate(means - means.mean()):
        half_width = None
        if used > 1:
            half_width = quantile(used - 1, len(means)) * float(
                np.sqrt(used / (used - 1) * (deviations[:, place] ** 2).sum())
            )
        effects.append(SeatEffect(place, Estimate(float(mean), half_width, deals, int(totals[place]))))
    return effects
