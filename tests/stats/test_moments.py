"""Means and intervals by deal, against numbers worked out by hand and against a simulation."""

from __future__ import annotations

import math

import numpy as np
import pytest

from arena.stats.moments import Moments, quantile


def moments(sums: list[list[float]], counts: list[list[float]]) -> Moments:
    made = Moments(len(sums[0]))
    made.add(np.array(sums, dtype=float), np.array(counts, dtype=float))
    return made


def test_quantiles_of_the_t_distribution():
    # From any printed table: 12.706, 2.262 and 1.984 for 1, 9 and 99 degrees of freedom.
    assert [round(quantile(freedom), 3) for freedom in (1, 9, 99)] == [12.706, 2.262, 1.984]


def test_one_table_a_deal_is_the_textbook_interval():
    # 1, 2, 3, 6: mean 3, deviations -2 -1 0 3, variance 14 / 3, standard error sqrt(14 / 12), t(3) = 3.1824.
    mean = moments([[1], [2], [3], [6]], [[1]] * 4).mean(0)
    assert mean is not None
    assert (mean.mean, mean.deals, mean.tables) == (3.0, 4, 4)
    assert mean.half_width == pytest.approx(3.18245 * math.sqrt(14 / 12), rel=1e-5)
    assert (mean.low, mean.high) == (mean.mean - mean.half_width, mean.mean + mean.half_width)


def test_replays_of_a_deal_count_as_one_observation():
    # Two deals of three tables each, paid 4 4 4 and 1 1 1: as sure as two tables, not as six.
    mean = moments([[12], [3]], [[3], [3]]).mean(0)
    assert mean is not None
    assert (mean.mean, mean.deals, mean.tables) == (2.5, 2, 6)
    # The deals' means are 4 and 1: standard error 1.5, t(1) = 12.7062.
    assert mean.half_width == pytest.approx(12.7062 * 1.5, rel=1e-5)


def test_deals_with_unequal_numbers_of_tables():
    # Sums 6, 2, 2 at 3, 1, 2 tables: mean 10 / 6. Residuals 6 - 5, 2 - 5/3, 2 - 10/3 = 1, 1/3, -4/3.
    mean = moments([[6], [2], [2]], [[3], [1], [2]]).mean(0)
    assert mean is not None
    assert mean.mean == pytest.approx(10 / 6)
    squares = 1 + 1 / 9 + 16 / 9
    assert mean.half_width == pytest.approx(4.30265 * math.sqrt(3 / 2 * squares) / 6, rel=1e-5)


def test_adding_in_portions_changes_nothing():
    rows = [[6.0, 1], [2, 5], [2, 2], [7, 1]]
    counts = [[3.0, 2], [1, 2], [2, 2], [1, 0]]
    whole, portions = moments(rows, counts), Moments(2)
    for start in (0, 1, 3):
        end = {0: 1, 1: 3, 3: 4}[start]
        portions.add(np.array(rows[start:end]), np.array(counts[start:end]))
    assert portions.mean(0) == whole.mean(0)
    assert portions.difference(0, 1) == whole.difference(0, 1)


def test_a_difference_keeps_what_both_owe_to_the_cards():
    # The second bot is paid exactly 1 less on every deal, whatever the deal.
    pair = moments([[9, 8], [1, 0], [5, 4]], [[1, 1]] * 3)
    difference = pair.difference(0, 1)
    assert difference is not None
    assert difference.mean == pytest.approx(1)
    assert difference.half_width == pytest.approx(0, abs=1e-6)
    assert not difference.covers_zero
    mean = pair.mean(0)
    assert mean is not None and mean.half_width is not None and mean.half_width > 9


def test_a_difference_worked_out_by_hand():
    # Deal by deal the first leads by 1, 3, -1: mean 1, standard error sqrt(4 / 3), t(2) = 4.30265.
    difference = moments([[2, 1], [4, 1], [0, 1]], [[1, 1]] * 3).difference(0, 1)
    assert difference is not None
    assert difference.mean == pytest.approx(1)
    assert difference.half_width == pytest.approx(4.30265 * math.sqrt(4 / 3), rel=1e-5)
    assert difference.covers_zero


def test_one_deal_has_a_mean_and_no_interval():
    mean = moments([[3]], [[2]]).mean(0)
    assert mean is not None
    assert (mean.mean, mean.half_width, mean.low, mean.high) == (1.5, None, None, None)
    assert mean.covers_zero


def test_who_has_not_played_has_no_mean():
    idle = moments([[3, 0]], [[2, 0]])
    assert idle.mean(1) is None
    assert idle.difference(0, 1) is None


def test_equal_payoffs_leave_no_doubt():
    mean = moments([[0.3]] * 7, [[3]] * 7).mean(0)
    assert mean is not None
    assert mean.mean == pytest.approx(0.1)
    assert mean.half_width == pytest.approx(0, abs=1e-7)


def test_intervals_hold_the_truth_as_often_as_they_say():
    """Six tables a deal that share the deal's luck: clustered intervals cover 95 %, naive ones far less."""
    random = np.random.default_rng(20260401)
    rounds, deals, tables = 2000, 25, 6
    luck = random.normal(size=(rounds, deals, 1)) + random.normal(size=(rounds, deals, tables))
    truth, clustered, naive = 0.0, 0, 0
    for paid in luck:
        made = Moments(1)
        made.add(paid.sum(axis=1, keepdims=True), np.full((deals, 1), float(tables)))
        mean = made.mean(0)
        assert mean is not None and mean.half_width is not None
        clustered += abs(mean.mean - truth) <= mean.half_width
        error = paid.std(ddof=1) / math.sqrt(paid.size)
        naive += abs(mean.mean - truth) <= quantile(paid.size - 1) * error
    assert 0.935 <= clustered / rounds <= 0.965
    assert naive / rounds < 0.8


def test_intervals_of_differences_hold_the_truth_too():
    """Two bots on the same deals, one of which plays only some of them."""
    random = np.random.default_rng(20260402)
    rounds, deals = 2000, 30
    covered = 0
    for _ in range(rounds):
        luck = random.normal(size=(deals, 1))
        paid = luck + random.normal(size=(deals, 2)) + np.array([0.5, 0.0])
        counts = np.column_stack((np.ones(deals), random.random(deals) < 0.8)).astype(float)
        counts[:2] = 1
        made = Moments(2)
        made.add(paid * counts, counts)
        difference = made.difference(0, 1)
        assert difference is not None and difference.half_width is not None
        covered += abs(difference.mean - 0.5) <= difference.half_width
    assert 0.93 <= covered / rounds <= 0.97
