"""Means with intervals, where the observations come in clusters: all tables of a deal share its cards.

`Moments` is filled deal by deal and forgets the deals at once, so that its size depends on the number of bots alone.
It knows neither matches nor names.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Reals = NDArray[np.float64]

CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and its 95 % interval, mean ± half_width; None where there are too few deals to tell (fewer than two)."""

    mean: float
    half_width: float | None
    deals: int
    tables: int

    @property
    def low(self) -> float | None:
        """The lower end of the interval."""
        return None if self.half_width is None else self.mean - self.half_width

    @property
    def high(self) -> float | None:
        """The upper end of the interval."""
        return None if self.half_width is None else self.mean + self.half_width

    @property
    def covers_zero(self) -> bool:
        """Whether the interval holds 0, or there is none."""
        return self.half_width is None or abs(self.mean) <= self.half_width


@dataclass(frozen=True, slots=True)
class Differences:
    """By how much each bot (row) was paid more than each other one (column), all pairs at once.

    mean: nan where one of the two has not played. error: the standard error; nan for fewer than two deals. deals:
    those of the bot that has fewer.
    """

    mean: Reals
    error: Reals
    deals: NDArray[np.int64]


class Moments:
    """Sums over deals of what each bot was paid and at how many tables, and of all their products.

    With S the sum of a bot's payoffs on a deal and n its tables there, the bot's mean is sum(S) / sum(n). It is a
    ratio of two sums over deals, and its variance is that of the regression on a constant with errors clustered by
    deal:

        G / (G - 1) * sum over deals of (S - mean * n)^2 / sum(n)^2

    for G deals, with a t-distribution of G - 1 degrees of freedom for the interval (A. C. Cameron and D. L. Miller,
    A Practitioner's Guide to Cluster-Robust Inference, Journal of Human Resources 50, 2015, sections II and VI;
    with as many tables on every deal it is the usual interval of the mean of the deals' means). The difference of
    two bots takes the difference of their terms before squaring, and so keeps what both owe to the same cards.

    Everything is a quadratic form in the matrix of products of (S, n), so that is all that is kept.
    """

    def __init__(self, bots: int) -> None:
        self._bots = bots
        self._totals: Reals = np.zeros(2 * bots)
        self._products: Reals = np.zeros((2 * bots, 2 * bots))
        self._deals: NDArray[np.int64] = np.zeros(bots, dtype=np.int64)

    def add(self, sums: Reals, counts: Reals) -> None:
        """Add deals. Both arrays have a row for each deal and a column for each bot."""
        rows = np.hstack((sums, counts))
        self._totals += rows.sum(axis=0)
        self._products += rows.T @ rows
        self._deals += (counts > 0).sum(axis=0)

    def mean(self, bot: int) -> Estimate | None:
        """What the bot was paid on average; None if it has not played."""
        tables = self._tables(bot)
        if not tables:
            return None
        return self._estimate(self._ratio(bot), self._terms(bot), int(self._deals[bot]), tables)

    def difference(self, bot: int, other: int) -> Estimate | None:
        """What the bot was paid more than the other one; None if one of them has not played.

        `deals` and `tables` are those of the bot that has fewer of them.
        """
        tables = min(self._tables(bot), self._tables(other))
        if not tables:
            return None
        deals = int(min(self._deals[bot], self._deals[other]))
        mean = self._ratio(bot) - self._ratio(other)
        mine, theirs = self._terms(bot), self._terms(other)
        terms = [*mine, *((place, -weight) for place, weight in theirs)]
        return self._estimate(mean, terms, deals, tables)

    def differences(self) -> Differences:
        """As `difference`, for all pairs at once."""
        bots = self._bots
        sums, tables = self._totals[:bots], self._totals[bots:]
        played = tables > 0
        share = np.divide(1.0, tables, out=np.zeros(bots), where=played)
        means = sums * share
        # What a deal adds to a bot's deviation from its mean is (S - mean * n) / N: here all products of those.
        own, both, counts = self._products[:bots, :bots], self._products[:bots, bots:], self._products[bots:, bots:]
        cross = own - both * means - (both * means).T + counts * np.outer(means, means)
        cross = cross * np.outer(share, share)
        squares = np.maximum(np.diag(cross)[:, None] + np.diag(cross) - 2 * cross, 0.0)
        deals = np.minimum(self._deals[:, None], self._deals)
        enough = (deals > 1) & np.outer(played, played)
        factor = np.divide(deals, deals - 1, out=np.full(deals.shape, np.nan), where=enough)
        mean = np.where(np.outer(played, played), means[:, None] - means, np.nan)
        return Differences(mean, np.sqrt(factor * squares), deals)

    def _tables(self, bot: int) -> int:
        return int(self._totals[self._bots + bot])

    def _ratio(self, bot: int) -> float:
        return float(self._totals[bot] / self._totals[self._bots + bot])

    def _terms(self, bot: int) -> list[tuple[int, float]]:
        """Places and weights of the bot's S and n in what one deal adds to its deviation from its mean."""
        tables = self._tables(bot)
        return [(bot, 1 / tables), (self._bots + bot, -self._ratio(bot) / tables)]

    def _estimate(self, mean: float, terms: list[tuple[int, float]], deals: int, tables: int) -> Estimate:
        if deals < 2:
            return Estimate(mean, None, deals, tables)
        # Rounding may leave a variance of nought a little below it.
        places, weights = map(list, zip(*terms, strict=True))
        squares = max(float(weights @ self._products[np.ix_(places, places)] @ weights), 0.0)
        half_width = quantile(deals - 1) * math.sqrt(deals / (deals - 1) * squares)
        return Estimate(mean, half_width, deals, tables)


def quantile(freedom: int, trials: int = 1) -> float:
    """How many standard errors a 95 % interval reaches to each side: the t-distribution's quantile.

    trials: so many intervals are to hold the truth together, by Bonferroni's inequality.
    """
    from scipy.special import stdtrit

    return float(-stdtrit(freedom, (1 - CONFIDENCE) / 2 / trials))
