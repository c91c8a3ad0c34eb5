"""How the standings came about: what every bot's mean and its interval were after more and more deals.

Filled by `tally` as deals are closed. It looks after 2 deals and then each time there are a quarter more, so that its
size grows with the logarithm of the deals. It knows neither matches nor names.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from arena.stats.moments import Estimate, Moments, Reals

FIRST_LOOK = 2
GROWTH = 1.25


@dataclass(frozen=True, slots=True)
class Look:
    """The official means after so many deals, by bot; None for a bot that had not played yet."""

    deals: int
    payoffs: tuple[Estimate | None, ...]


class Convergence:
    """The looks, in order; deals count in the order of their numbers within what is closed together."""

    def __init__(self, bots: int) -> None:
        self._bots = bots
        self._moments = Moments(bots)
        self._looks: list[Look] = []
        self._deals = 0
        self._next = FIRST_LOOK

    def add(self, numbers: Sequence[int], paid: Reals, tables: Reals) -> None:
        """Add deals: their numbers, and by deal and bot, what was paid in all at how many tables."""
        order = np.argsort(numbers)
        start = 0
        while start < len(order):
            rows = order[start : start + self._next - self._deals]
            self._moments.add(paid[rows], tables[rows])
            self._deals += len(rows)
            start += len(rows)
            if self._deals == self._next:
                self._looks.append(self._look())
                self._next = max(self._next + 1, round(self._next * GROWTH))

    def looks(self) -> list[Look]:
        """All looks so far, and one at what there is now; none before the first deal."""
        if not self._deals or (self._looks and self._looks[-1].deals == self._deals):
            return list(self._looks)
        return [*self._looks, self._look()]

    def _look(self) -> Look:
        return Look(self._deals, tuple(self._moments.mean(bot) for bot in range(self._bots)))
