"""Sums by bundle of deals, and what seats and the dealer are worth."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from arena.stats import Bundles, dealer_effects, seat_effects
from tests.stats.simulated import match


def bundles(*results, seats: int = 2, **known) -> Bundles:
    made = Bundles(("a", "b", "c"), seats, -9.0, **known)
    for result in results:
        made.add(result)
    return made


def test_what_is_summed_by_pair():
    made = bundles(match(("a", "b"), (0, 1, 2), [(3, 1), (2, 2), (0, 4)]))
    assert made.paid[:3, 0, 1].tolist() == [3, 2, 0]
    assert made.paid[:3, 1, 0].tolist() == [1, 2, 4]
    assert made.won[:3, 0, 1].tolist() == [1, 0.5, 0]
    assert made.met.sum(axis=0).tolist() == [[3, 3, 0], [3, 3, 0], [0, 0, 0]]
    assert made.deals == 3


def test_deals_beyond_the_bundles_share_one():
    made = bundles(match(("a", "b"), (5, 5 + 1009), [(3, 1), (2, 2)]))
    assert made.paid[5, 0, 1] == 5
    assert made.deals == 2


def test_memory_depends_on_the_bots_alone():
    many = Bundles([str(number) for number in range(200)], 4, 0.0)
    assert many.paid.nbytes <= 64 * 200 * 200 * 8


def test_tables_of_another_size_are_refused():
    with pytest.raises(ValueError, match="a table of 3 bots in a league of tables of 2"):
        bundles(match(("a", "b"), (0,), [(1, 0)]), match(("a", "b", "c"), (0,), [(1, 0, 0)]))


def test_a_seat_that_pays_more():
    paid = [(3, 1), (5, 1), (4, 0), (4, 2)]
    first, second = seat_effects(bundles(match(("a", "b"), range(4), paid), match(("b", "a"), range(4), paid)))
    # Seat 0 is paid 4 on average, seat 1 is paid 1: 1.5 above and below their mean. By deal: 1, 2, 2, 1.
    assert (first.place, first.more.mean) == (0, 1.5)
    assert (second.place, second.more.mean) == (1, -1.5)
    # The standard error of 1, 2, 2, 1 is sqrt((4 * 0.25 / 3) / 4); t(3) for two places together: 4.1765.
    assert first.more.half_width == pytest.approx(4.1765 * np.sqrt(1 / 12), rel=1e-4)
    assert (first.more.deals, first.more.tables) == (4, 8)


def test_tables_with_a_fault_tell_nothing_of_seats():
    faulty = replace(match(("a", "b"), (0, 1), [(9, 0), (1, 3)]), forfeited=((1,), ()))
    first, _ = seat_effects(bundles(faulty))
    assert first.more.mean == -1.0


def test_distances_from_the_dealer():
    # The seat after the dealer is paid 5, whoever deals.
    result = match(("a", "b", "c"), (0, 1, 2), [(0, 5, 1), (1, 0, 5), (5, 1, 0)])
    effects = dealer_effects(bundles(result, seats=3, dealer=lambda number: number))
    assert [(effect.place, effect.more.mean) for effect in effects] == [(0, -2.0), (1, 3.0), (2, -1.0)]


def test_deals_whose_dealer_is_not_known_do_not_count():
    result = match(("a", "b"), (0, 1), [(4, 0), (0, 8)])
    effects = dealer_effects(bundles(result, dealer=lambda number: 0 if number == 0 else None))
    assert [(effect.more.mean, effect.more.tables) for effect in effects] == [(2.0, 1), (-2.0, 1)]
    assert dealer_effects(bundles(result)) == []
