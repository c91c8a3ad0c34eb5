"""How often each bot was paid how much at a table.

Filled match by match. Payoffs are counted in bins that begin so narrow that whole numbers, halves and quarters stay
what they are; a league of very many different payoffs gets wider ones, so that memory is bounded.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from arena.records import MatchResult
from arena.stats.paid import paid

NARROWEST = 1 / 64
MOST_BINS = 500

Counts = NDArray[np.int64]


class Distribution:
    """Numbers of tables by bin and bot; a bin stands for `width` around its middle."""

    def __init__(self, bots: Sequence[str], lowest: float) -> None:
        self.width = NARROWEST
        self._index = {bot: place for place, bot in enumerate(bots)}
        self._lowest = lowest
        self._bins: dict[int, Counts] = {}

    def add(self, result: MatchResult) -> None:
        """Count a match's official payoffs; a bot with several seats is paid their mean."""
        if not result.numbers:
            return
        match = paid(result, self._index, self._lowest)
        for place, bot in enumerate(match.columns):
            values, counts = np.unique(match.official[:, place], return_counts=True)
            for value, count in zip(values.tolist(), counts.tolist(), strict=True):
                self._bin(round(value / self.width))[bot] += count
        while len(self._bins) > MOST_BINS:
            self._widen()

    def counts(self, bot: int) -> list[tuple[float, int]]:
        """What the bot was paid, ascending, and at how many tables."""
        found = sorted((place, int(counts[bot])) for place, counts in self._bins.items())
        return [(place * self.width, count) for place, count in found if count]

    def _bin(self, place: int) -> Counts:
        if place not in self._bins:
            self._bins[place] = np.zeros(len(self._index), dtype=np.int64)
        return self._bins[place]

    def _widen(self) -> None:
        narrow, self._bins = self._bins, {}
        self.width *= 2
        for place, counts in narrow.items():
            wide = self._bin(round(place / 2))
            wide += counts
