"""Which bots the data separate, when every pair is looked at: p-values, and Holm's correction for their number.

Called by the standings and the ratings with differences and their standard errors. It knows no payoffs.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arena.stats.moments import CONFIDENCE, Reals

SAME = 1e-9
"""Means that differ by less are equal: sums of the same payoffs in another order."""


def separated(mean: Reals, error: Reals, freedom: NDArray[np.int64]) -> NDArray[np.bool_]:
    """For each pair whether its order is more than chance; symmetric matrices in, a symmetric one out.

    The chance that any pair of equals is called separated is at most 5 %, whatever the number of bots, and also
    when only neighbours of an order are looked at that the same data have made: the correction counts all pairs
    (S. Holm, A Simple Sequentially Rejective Multiple Test Procedure, Scandinavian Journal of Statistics 6, 1979).
    Pairs without a standard error (nan) are not separated, and do not count.
    """
    rows, columns = np.triu_indices(len(mean), 1)
    values = p_values(mean[rows, columns], error[rows, columns], freedom[rows, columns])
    found = np.zeros(mean.shape, dtype=bool)
    found[rows, columns] = holm(values)
    return found | found.T


def p_values(mean: Reals, error: Reals, freedom: NDArray[np.int64]) -> Reals:
    """Two-sided p-values of means against 0, by the t-distribution; nan without a standard error."""
    from scipy.special import stdtr

    known = ~np.isnan(error)
    # A difference that never varied is either none or beyond doubt.
    tiny = SAME * np.maximum(np.abs(mean), 1.0)
    ratio = np.where(np.abs(mean) <= SAME, 0.0, np.abs(mean) / np.where(known, np.maximum(error, tiny), 1.0))
    values: Reals = np.where(known, 2 * stdtr(np.maximum(freedom, 1), -ratio), np.nan)
    return values


def holm(values: Reals) -> NDArray[np.bool_]:
    """Which of these p-values are significant together."""
    order = np.argsort(values)  # nan comes last
    count = int((~np.isnan(values)).sum())
    thresholds = (1 - CONFIDENCE) / np.arange(count, 0, -1)
    passed = np.logical_and.accumulate(values[order[:count]] <= thresholds)
    found = np.zeros(len(values), dtype=bool)
    found[order[:count]] = passed
    return found
