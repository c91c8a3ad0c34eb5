"""Error rates of looking at every round: at no difference, at the margin, between, and with rare large events."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest

from arena.stats.sequential import Sample, Verdict, reach, verdict

LOOKS = (100, 200, 300, 500, 800, 1200, 1800, 2700, 4100, 6200, 9300)
RUNS = 400
MARGIN = 0.1


def normal(mean):
    return lambda random: random.normal(mean, 1.0, LOOKS[-1])


def rare(chance, size, shift):
    """Nearly always nothing, seldom very much: an annulled contract, a moon shot."""
    return lambda random: np.where(random.random(LOOKS[-1]) < chance, size, 0.0) + shift


def sample(values, deals, widest) -> Sample:
    seen = values[:deals]
    return Sample(deals, float(seen.mean()), float(seen.var(ddof=1)), max(widest, float(np.abs(seen).max())))


def verdicts(draw, widest=0.0, seed=20260501) -> Counter[Verdict]:
    """What is said in the end, over many comparisons; each stops at its first word."""
    random = np.random.default_rng(seed)
    said: Counter[Verdict] = Counter()
    for _ in range(RUNS):
        values = draw(random)
        found = Verdict.OPEN
        for deals in LOOKS:
            found = verdict(sample(values, deals, widest), margin=MARGIN, alpha=0.05, beta=0.05)
            if found is not Verdict.OPEN:
                break
        said[found] += 1
    return said


def test_equal_bots_are_hardly_ever_told_apart():
    said = verdicts(normal(0.0))
    assert said[Verdict.BETTER] + said[Verdict.WORSE] <= 0.05 * RUNS
    assert said[Verdict.NO_DIFFERENCE] >= 0.9 * RUNS


@pytest.mark.parametrize("mean", [MARGIN, -MARGIN])
def test_a_difference_of_the_margin_is_hardly_ever_called_none(mean):
    said = verdicts(normal(mean))
    assert said[Verdict.NO_DIFFERENCE] <= 0.05 * RUNS
    assert said[Verdict.BETTER if mean > 0 else Verdict.WORSE] >= 0.9 * RUNS


def test_between_the_two_both_answers_are_right_and_the_wrong_side_is_not():
    said = verdicts(normal(MARGIN / 2))
    assert said[Verdict.WORSE] <= 0.01 * RUNS
    assert said[Verdict.BETTER] + said[Verdict.NO_DIFFERENCE] >= 0.95 * RUNS


def test_rare_large_events_at_no_difference():
    said = verdicts(rare(1 / 160, 8.0, -0.05), widest=8.0)
    assert said[Verdict.BETTER] + said[Verdict.WORSE] <= 0.05 * RUNS


def test_rare_large_events_at_the_margin():
    said = verdicts(rare(1 / 80, 8.0, 0.0), widest=8.0)
    assert said[Verdict.NO_DIFFERENCE] <= 0.05 * RUNS


def test_an_ordinary_interval_looked_at_as_often_is_wrong_too_often():
    """So that the tests above could fail."""
    random = np.random.default_rng(20260502)
    wrong = 0
    for _ in range(RUNS):
        values = normal(0.0)(random)
        seen = [sample(values, deals, 0.0) for deals in LOOKS]
        wrong += any(abs(one.mean) > 1.96 * math.sqrt(one.variance / one.deals) for one in seen)
    assert wrong > 0.15 * RUNS


def test_a_reach_worked_out_by_hand():
    # error 0.05: -2 log = 5.991465, log of that 1.790336, so r^2 = 8.781801 / 1000; t r^2 + 1 = 9.781801 at 1000 deals.
    # log(sqrt(9.781801) / 0.05) = 4.136009; variance 4 without anything wide: sqrt(4 * 2 * 9.781801 / (1000 * 8.781801)
    # * 4.136009) = sqrt(0.0368560).
    found = reach(Sample(1000, 0.0, 4.0, 0.0), 0.05)
    assert found == pytest.approx(0.19198, abs=5e-5)


def test_no_lead_at_all_is_as_little_as_the_binomial_bound_says():
    # An event of size 5 that has not come in 300 deals may have a chance of 3.0 / 300: a mean of 0.05.
    assert 0.05 < reach(Sample(300, 0.0, 0.0, 5.0), 0.05) < 0.2


def test_one_deal_says_nothing():
    assert reach(Sample(1, 3.0, 0.0, 3.0), 0.05) == math.inf
    assert verdict(Sample(1, 3.0, 0.0, 3.0), margin=100, alpha=0.05, beta=0.05) is Verdict.OPEN
