"""Company: planted friends are found, nobody else is, and what leaves no question gives no answer."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from arena.stats import Bundles, company
from tests.stats.simulated import NAMES, Truth, league, match

TRUTH = Truth((0.0, 0.2, 0.4, 0.1, 0.3))


def seen(results, bots: int, seats: int):
    results = list(results)
    bundles = Bundles(NAMES[:bots], seats, -9.0)
    for result in results:
        bundles.add(result)
    return company(results, bundles, -9.0)


def helped(results, friend: str, by: str, gift: float):
    """The same league, where one bot gives another something whenever they sit together."""
    for result in results:
        if {friend, by} <= set(result.bots):
            paid = np.array(result.payoffs)
            paid[:, result.bots.index(friend)] += gift
            paid[:, result.bots.index(by)] -= gift
            result = match(result.bots, result.numbers, paid)
        yield result


def test_strengths_alone_are_nothing_unusual():
    """Forty leagues without any friendship: about one in twenty may show one."""
    any_pair = sum(any(one.stands_out for one in seen(league(TRUTH, 3, 30, seed), 5, 3)) for seed in range(40))
    assert any_pair <= 5


def test_a_bot_that_helps_another_is_found_on_both_sides():
    found = seen(helped(league(TRUTH, 3, 60, 5), "b", "d", 0.6), 5, 3)
    assert {(one.bot, one.companion) for one in found[:2]} == {("b", "d"), ("d", "b")}
    gains = {(one.bot, one.companion): one for one in found}
    assert gains["b", "d"].stands_out and gains["b", "d"].more.mean > 0
    assert gains["d", "b"].stands_out and gains["d", "b"].more.mean < 0
    assert gains["b", "d"].payoff - gains["b", "d"].expected == gains["b", "d"].more.mean


def test_every_ordered_pair_is_there_once():
    found = seen(league(TRUTH, 3, 10, 6), 5, 3)
    assert len(found) == len({(one.bot, one.companion) for one in found}) == 5 * 4


def test_residuals_without_chance_are_exact():
    """Payoffs are own strength, what the company takes, and 1 more for a beside b: the fit by hand, least squares."""
    own, taken = np.array([1.0, 2.0, 0.5, 0.0]), np.array([-0.5, -1.0, 0.0, 0.3])
    results, rows, paid = [], [], []
    for lineup in combinations(range(4), 3):
        pay = [own[i] + sum(taken[j] for j in lineup if j != i) + (i == 0 and 1 in lineup) for i in lineup]
        results.append(match([NAMES[i] for i in lineup], range(4), [pay] * 4))
        for bot, payoff in zip(lineup, pay, strict=True):
            row = np.zeros(9)
            row[0] = row[1 + bot] = 1
            row[[5 + other for other in lineup if other != bot]] = 1
            rows.append((bot, lineup, row))
            paid.append(payoff)
    design = np.array([row for *_, row in rows])
    left = np.array(paid) - design @ np.linalg.lstsq(design, np.array(paid), rcond=None)[0]
    for one in seen(results, 4, 3):
        mine, other = NAMES.index(one.bot), NAMES.index(one.companion)
        both = [place for place, (bot, lineup, _) in enumerate(rows) if bot == mine and other in lineup]
        assert abs(one.more.mean - left[both].mean()) < 1e-5


def test_two_sides_and_a_single_line_up_have_no_company():
    assert seen(league(TRUTH, 2, 10, 1), 5, 2) == []
    assert seen(league(Truth((0.0, 0.1, 0.2)), 3, 10, 1), 3, 3) == []
    assert seen([], 5, 3) == []
