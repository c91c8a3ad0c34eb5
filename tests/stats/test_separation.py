"""Holm's correction by hand, and over many leagues of equals."""

from __future__ import annotations

import numpy as np
import pytest

from arena.stats.moments import Moments
from arena.stats.separation import holm, p_values, separated


def test_holm_worked_out_by_hand():
    # Sorted: 0.01 <= 0.05/4, 0.013 <= 0.05/3, 0.03 > 0.05/2: the third fails, and the fourth with it.
    assert holm(np.array([0.03, 0.01, 0.013, 0.04])).tolist() == [False, True, True, False]


def test_pairs_without_an_error_do_not_count():
    assert holm(np.array([np.nan, 0.03, np.nan])).tolist() == [False, True, False]


def test_p_values_are_those_of_the_t_distribution():
    # From any printed table: t(9) beyond 2.262 on both sides is 5 %.
    (value,) = p_values(np.array([2.2622]), np.array([1.0]), np.array([9]))
    assert value == pytest.approx(0.05, abs=1e-4)


def test_what_never_varied_is_nothing_or_beyond_doubt():
    values = p_values(np.array([0.0, 1e-12, 3.0]), np.zeros(3), np.array([7, 7, 7]))
    assert values.tolist()[:2] == [1.0, 1.0]
    assert values[2] < 1e-6


def test_of_equal_bots_hardly_ever_any_two_are_separated():
    """Five equal bots, ten pairs, a thousand leagues; without the correction a quarter of them would show something."""
    random = np.random.default_rng(20260503)
    any_pair = uncorrected = 0
    for _ in range(1000):
        made = Moments(5)
        made.add(random.normal(size=(25, 5)), np.ones((25, 5)))
        found = made.differences()
        any_pair += separated(found.mean, found.error, found.deals - 1).any()
        uncorrected += (p_values(found.mean, found.error, found.deals - 1) < 0.05).any()
    assert any_pair <= 55
    assert uncorrected > 200
