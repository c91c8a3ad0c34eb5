"""Do 95 % intervals hold the truth 95 times in a hundred? A thousand simulated leagues for each number of seats.

Intervals that take every table for an observation of its own are made from the same payoffs, and must fail, so that
this test can.
"""

from __future__ import annotations

import numpy as np
import pytest

from arena.stats.moments import Moments, quantile
from tests.stats.simulated import Truth, payoffs

LEAGUES, DEALS = 1000, 30
SEATS = (2, 3, 4, 5, 6)


@pytest.fixture(scope="module", params=SEATS)
def covered(request) -> dict[str, float]:
    """How often intervals hold the truth: means, differences of all pairs, and the naive ones of both."""
    seats = request.param
    truth = Truth(tuple(0.1 * n for n in range(seats + 1)))
    bots = seats + 1
    sums, squares = np.zeros((LEAGUES, DEALS, bots)), np.zeros((LEAGUES, bots))
    counts = np.zeros(bots)
    for sitting, paid in payoffs(truth, seats, DEALS, LEAGUES, np.random.default_rng(seats)):
        for seat, bot in enumerate(sitting):
            sums[:, :, bot] += paid[:, :, seat]
            squares[:, bot] += (paid[:, :, seat] ** 2).sum(axis=1)
            counts[bot] += 1
    means, upper = truth.means(seats), np.triu_indices(bots, 1)
    held = {"mean": 0.0, "difference": 0.0, "naive mean": 0.0, "naive difference": 0.0}
    for league in range(LEAGUES):
        made = Moments(bots)
        made.add(sums[league], np.tile(counts, (DEALS, 1)))
        estimates = [made.mean(bot) for bot in range(bots)]
        held["mean"] += np.mean([one.low <= true <= one.high for one, true in zip(estimates, means, strict=True)])
        found = made.differences()
        wrong = np.abs(found.mean - (means[:, None] - means))
        held["difference"] += (wrong <= quantile(DEALS - 1) * found.error)[upper].mean()
        tables = counts[0] * DEALS
        own = sums[league].sum(axis=0) / tables
        variance = (squares[league] - tables * own**2) / (tables - 1) / tables
        held["naive mean"] += (np.abs(own - means) <= 1.96 * np.sqrt(variance)).mean()
        naive = 1.96 * np.sqrt(variance[:, None] + variance)
        held["naive difference"] += (wrong <= naive)[upper].mean()
    return {name: count / LEAGUES for name, count in held.items()}


def test_clustered_intervals_of_means_cover(covered):
    assert 0.93 <= covered["mean"] <= 0.97


def test_clustered_intervals_of_differences_cover(covered):
    assert 0.93 <= covered["difference"] <= 0.97


def test_naive_intervals_do_not(covered):
    assert not 0.93 <= covered["naive mean"] <= 0.97
    assert not 0.93 <= covered["naive difference"] <= 0.97
