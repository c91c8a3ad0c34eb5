"""Pairs of bots: leads, what duplicate deals are worth, and control variates that move nothing."""

from __future__ import annotations

import numpy as np
import pytest

from arena.stats import Bundles, pairs, tally
from arena.stats.control import controlled
from tests.stats.simulated import NAMES, match


def compared(results, bots: int = 2, seats: int = 2, luck=None):
    bundles = Bundles(NAMES[:bots], seats, -9.0, luck=luck)
    for result in results:
        bundles.add(result)
    return pairs(tally(results, NAMES[:bots], -9.0), bundles), bundles


def dealt(deals: int, luck: float, chance: float, seed: int, *, twice: bool):
    """Two bots, one better by 0.2 a table: each deal once, the seats in turn, or twice with the seats exchanged."""
    random = np.random.default_rng(seed)
    cards = luck * random.normal(size=deals)
    results = []
    for seats, sign in ((("a", "b"), 1), (("b", "a"), -1)):
        numbers = range(deals) if twice else range(0 if sign > 0 else 1, deals, 2)
        leads = sign * 0.2 + cards[list(numbers)] + chance * random.normal(size=len(numbers))
        results.append(match(seats, numbers, np.column_stack((leads, -leads)) / 2))
    return results, cards


def test_the_first_is_the_one_that_was_paid_more_and_its_lead_is_theirs_alone():
    results = [
        match(("a", "b"), range(4), [(1, 3), (1, 4), (1, 3), (1, 4)]),
        match(("b", "c"), range(4), [(0, 9)] * 4),
    ]
    (one, *_), _ = compared(results, bots=3)
    # a is paid 1 on average, b (3.5 + 0) / 2 = 1.75; at their own tables b leads by 2.5.
    assert (one.first, one.second) == ("b", "a")
    assert one.difference.mean == pytest.approx(0.75)
    assert one.lead.mean == pytest.approx(2.5)
    assert (one.lead.deals, one.lead.tables, one.tables_per_deal) == (4, 4, 1.0)


def test_duplicate_deals_are_worth_what_they_cancel():
    # Luck of 2 and chance of 1: a table's variance is 5. Both tables of a deal average to a variance of 1/2, so that
    # one deal is worth 10 tables with deals of their own, at the cost of 2.
    results, _ = dealt(20_000, 2.0, 1.0, 1, twice=True)
    (one,), _ = compared(results)
    assert one.worth == pytest.approx(10, rel=0.1)
    assert one.worth_per_table == pytest.approx(5, rel=0.1)
    assert one.tables_per_deal == 2.0


def test_where_the_cards_do_not_matter_a_deal_is_worth_its_tables():
    results, _ = dealt(20_000, 0.0, 1.0, 2, twice=True)
    (one,), _ = compared(results)
    assert one.worth_per_table == pytest.approx(1, rel=0.1)


def test_single_deals_are_worth_one_each():
    results, _ = dealt(1000, 2.0, 1.0, 3, twice=False)
    (one,), _ = compared(results)
    assert one.worth == pytest.approx(1, rel=0.01)


def test_a_lead_that_never_varies_has_no_worth():
    (one,), _ = compared([match(("a", "b"), range(5), [(1, 0)] * 5)])
    assert one.worth is None and one.worth_per_table is None


def test_a_control_lowers_the_variance_as_far_as_it_knows_the_luck():
    # Three quarters of the variance are luck that the control knows: a gain of 4.
    results, cards = dealt(900, np.sqrt(3.0), 1.0, 4, twice=False)
    (one,), _ = compared(results, luck=lambda number: (cards[number], -cards[number]))
    assert one.control_gain == pytest.approx(4, rel=0.15)
    assert one.adjusted.low <= 0.2 <= one.adjusted.high
    assert one.adjusted.half_width == pytest.approx(one.lead.half_width / 2, rel=0.1)


def test_with_the_seats_exchanged_a_control_has_nothing_to_say():
    results, cards = dealt(200, 1.0, 1.0, 5, twice=True)
    (one,), _ = compared(results, luck=lambda number: (cards[number], -cards[number]))
    assert one.adjusted is None and one.control_gain is None


def test_controls_are_unbiased_even_where_the_coefficient_is_hard_to_guess():
    """Few deals, a control whose relation to the lead is bent: over many leagues the mean error is nought.

    With the coefficient from the same deals it is not, so that this test can fail.
    """
    random = np.random.default_rng(20260504)
    crossed, same = [], []
    ones = np.ones(24)
    for _ in range(4000):
        promised = random.exponential(size=24) - 1
        leads = promised**2 - 1  # of mean 0
        estimate, _ = controlled(leads, promised, ones, deals=24)
        crossed.append(estimate.mean)
        slope = (leads - leads.mean()) @ promised / (promised @ promised)
        same.append((leads - slope * promised).mean())
    error = np.std(crossed) / np.sqrt(len(crossed))
    assert abs(np.mean(crossed)) < 3 * error
    assert abs(np.mean(same)) > 10 * np.std(same) / np.sqrt(len(same))


def test_intervals_after_a_control_hold_the_truth():
    random = np.random.default_rng(20260505)
    held = 0
    for _ in range(1000):
        promised = random.normal(size=60)
        leads = 0.3 + 1.5 * promised + random.normal(size=60)
        estimate, _ = controlled(leads, promised, np.ones(60), deals=60)
        held += estimate.low <= 0.3 <= estimate.high
    assert 930 <= held <= 970


def test_too_few_deals_for_a_coefficient():
    assert controlled(np.ones(12), np.arange(12.0), np.ones(12), deals=12) == (None, None)
