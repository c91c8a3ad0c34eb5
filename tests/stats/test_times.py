"""Quantiles of decision times: at most a slot off, whatever the times are."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from arena.records import TIME_SLOTS, slot_start_s, time_slot
from arena.stats import time_quantile

WIDTH = 2**0.25


@pytest.mark.parametrize("used_s", [-1.0, 0.0, 1e-9, 2.0**-20])
def test_no_time_at_all_is_in_the_first_slot(used_s):
    assert time_slot(used_s) == 0


def test_slots_follow_each_other_and_the_last_one_has_no_end():
    assert [time_slot(slot_start_s(slot) * 1.01) for slot in range(TIME_SLOTS)] == list(range(TIME_SLOTS))
    assert time_slot(1e9) == TIME_SLOTS - 1
    assert slot_start_s(80) == 1.0


def test_quantiles_are_within_a_slot_of_those_of_the_times_themselves():
    rng = np.random.default_rng(8)
    times = np.exp(rng.normal(-7, 1.5, 5000))
    counted = Counter(map(time_slot, times.tolist()))
    for share in (0.01, 0.5, 0.9, 0.99, 1.0):
        truth = np.quantile(times, share)
        assert truth / WIDTH < time_quantile(counted, share) < truth * WIDTH


def test_a_single_decision_has_all_quantiles_in_its_slot():
    for share in (0.5, 0.99):
        assert slot_start_s(7) < time_quantile({7: 1}, share) <= slot_start_s(8)
