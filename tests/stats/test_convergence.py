"""The course of the means, and the distribution of payoffs, against what they must add up to."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from arena.records import MatchResult
from arena.stats import Convergence, Distribution, tally
from arena.stats.moments import Moments

PAIR = ("ann", "bob")


def results(deals: int, block: int = 500) -> list[MatchResult]:
    draw = np.random.default_rng(5)
    found = []
    for first in range(0, deals, block):
        numbers = tuple(range(first, min(first + block, deals)))
        for sitting, bots in enumerate((PAIR, PAIR[::-1])):
            payoffs = tuple(map(tuple, draw.integers(-3, 4, (len(numbers), 2)).astype(float).tolist()))
            nobody = ((),) * len(numbers)
            name = f"m0.r{sitting}.b{first // block}"
            found.append(MatchResult(bots, (False, False), numbers, payoffs, nobody, nobody, name))
    return found


def looks_of(matches: list[MatchResult]):
    convergence = Convergence(2)
    total = tally(matches, PAIR, -3, convergence.add)
    return convergence.looks(), total


def test_each_look_is_what_a_league_that_ended_there_would_have_said():
    looks, _ = looks_of(results(60))
    for look in looks:
        _, total = looks_of([cut(match, look.deals) for match in results(60)])
        assert look.payoffs[0].mean == pytest.approx(total.payoff.mean(0).mean)
        if look.payoffs[1].half_width is not None:
            assert look.payoffs[1].half_width == pytest.approx(total.payoff.mean(1).half_width)


def cut(match: MatchResult, deals: int) -> MatchResult:
    nobody = ((),) * deals
    return MatchResult(match.bots, match.out, match.numbers[:deals], match.payoffs[:deals], nobody, nobody, match.name)


def test_looks_begin_early_end_at_the_end_and_grow_few():
    looks, total = looks_of(results(1700))
    deals = [look.deals for look in looks]
    assert deals[:5] == [2, 3, 4, 5, 6] and deals[-1] == 1700
    assert deals == sorted(set(deals)) and len(deals) < 35
    assert looks[-1].payoffs == (total.payoff.mean(0), total.payoff.mean(1))


def test_no_deals_no_looks():
    assert Convergence(2).looks() == []
    one, _ = looks_of(results(1))
    assert [look.deals for look in one] == [1] and one[0].payoffs[0].half_width is None


def test_a_bot_that_comes_late_has_no_mean_before():
    convergence = Convergence(2)
    convergence.add([0, 1], np.array([[1.0, 0.0], [2.0, 0.0]]), np.array([[1.0, 0.0], [1.0, 0.0]]))
    convergence.add([2, 3], np.array([[1.0, 5.0], [2.0, 7.0]]), np.ones((2, 2)))
    told = [(look.deals, look.payoffs[1] and look.payoffs[1].mean) for look in convergence.looks()]
    assert told == [(2, None), (3, 5.0), (4, 6.0)]


def test_deals_count_in_the_order_of_their_numbers():
    orderly, mixed = Convergence(1), Convergence(1)
    paid = np.array([[1.0], [4.0], [9.0], [16.0], [25.0]])
    orderly.add([0, 1, 2, 3, 4], paid, np.ones((5, 1)))
    order = [3, 0, 4, 2, 1]
    mixed.add(order, paid[order], np.ones((5, 1)))
    assert orderly.looks() == mixed.looks()
    whole = Moments(1)
    whole.add(paid, np.ones((5, 1)))
    assert mixed.looks()[-1].payoffs == (whole.mean(0),)


def test_payoffs_are_counted_as_they_are():
    distribution = Distribution(PAIR, -3)
    expected: Counter[float] = Counter()
    for match in results(40):
        distribution.add(match)
        expected.update(paid[match.bots.index("ann")] for paid in match.payoffs)
    assert distribution.counts(0) == sorted(expected.items())
    assert sum(count for _, count in distribution.counts(1)) == 80


def test_very_many_payoffs_share_bins_and_none_is_lost():
    distribution = Distribution(PAIR, 0)
    numbers = tuple(range(5000))
    payoffs = tuple((float(number), number + 0.5) for number in numbers)
    nobody = ((),) * len(numbers)
    distribution.add(MatchResult(PAIR, (False, False), numbers, payoffs, nobody, nobody, "m0.r0.b0"))
    counts = distribution.counts(0)
    assert len(counts) <= 500 and sum(count for _, count in counts) == 5000
    mean = sum(payoff * count for payoff, count in counts) / 5000
    assert mean == pytest.approx(2499.5, abs=distribution.width / 2)


def test_who_is_put_out_is_paid_the_least_there_is():
    distribution = Distribution(PAIR, -7)
    distribution.add(MatchResult(PAIR, (False, True), (0,), ((3.0, 4.0),), ((),), ((),), "m0.r0.b0"))
    assert distribution.counts(1) == [(-7.0, 1)]
