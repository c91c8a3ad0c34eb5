"""The baseline: fixed, fair to all seats, and of some use."""

from __future__ import annotations

import numpy as np
import pytest

from arena.baseline import dealer_and_luck, is_fair
from arena.game import shuffled
from arena.plugin import load

VARIANTS = load().variants
FIXED = [(2, (0.25, 1.25, 0.25, -1.75)), (2, (-1.5, 0.5, 1.5, -0.5))]


@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_it_plays_every_variant_and_its_luck_adds_up_to_nothing(name):
    variant = VARIANTS[name]()
    for number in range(3):
        dealer, luck = dealer_and_luck(variant, "baseline", number)
        assert dealer == shuffled(variant, "baseline", number, 1)[1]
        assert len(luck) == variant.seats
        assert abs(sum(luck)) < 1e-9
        assert (dealer, luck) == dealer_and_luck(VARIANTS[name](), "baseline", number)


def test_a_deal_that_it_has_played_is_what_it_was():
    """Whoever changes a number here must change the version: reports that tell it could not be compared."""
    trollin = VARIANTS["trollin"](seats=4)
    assert [dealer_and_luck(trollin, "fixed", number) for number in range(2)] == FIXED


@pytest.mark.parametrize("name", ["trollin", "whist"])
def test_no_seat_is_favoured(name):
    variant = VARIANTS[name]()
    assert is_fair(variant)
    luck = np.array([dealer_and_luck(variant, "fair", number)[1] for number in range(1500)])
    error = luck.std(axis=0) / np.sqrt(len(luck))
    assert (np.abs(luck.mean(axis=0)) < 3.5 * error).all()
    assert luck.std() > 0.5


def test_a_variant_whose_seats_differ_is_not_fair():
    assert not is_fair(VARIANTS["bridge"](vulnerability="seat"))
    assert is_fair(VARIANTS["bridge"](vulnerability="none"))
