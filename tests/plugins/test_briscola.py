"""Briscola against its rules."""

from __future__ import annotations

import random

import pytest
from arena_briscola import Briscola

from arena.errors import IllegalAction, InputError
from arena.hand import Hand
from arena.phases import ALL
from arena.views import Views
from tests.game.playing import any_action
from tests.plugins.random_play import dealt, held_to_the_laws, pack_of, play, whole_game


def opening(variant: Briscola, *hands: str, up: str = "4C", stock: str = "") -> Hand:
    """Seat 0 deals; the hands are given from seat 1 on."""
    seats = [(seat + 1) % variant.seats for seat in range(variant.seats)]
    first = dealt(variant, [(seat, 1) for seat in seats] * 3, dict(zip(seats, hands, strict=True)))
    return Hand(variant, pack=pack_of(variant, first, up, stock), dealer=0)


def two(*, up: str = "4C", stock: str = "") -> Hand:
    return opening(Briscola(2), "AS 2C 7H", "3S KH QD", up=up, stock=stock)


@pytest.mark.parametrize(("seats", "cards", "stock"), [(2, 40, 33), (3, 39, 29), (4, 40, 27)])
def test_the_pack_and_the_stock(seats: int, cards: int, stock: int) -> None:
    variant = Briscola(seats)
    assert variant.deck.size == cards
    assert ("2C" in variant.deck.tokens) == (seats != 3)
    assert variant.opening_view() == {"stock": stock}
    hand = Hand(variant, pack=range(cards), dealer=0)
    assert hand.undealt.bit_count() == stock
    assert hand.points({"A": 11, "3": 10, "K": 4, "Q": 3, "J": 2}) == [0] * seats
    hand.taken[0] = variant.deck.all
    assert hand.points({"A": 11, "3": 10, "K": 4, "Q": 3, "J": 2})[0] == 120


@pytest.mark.parametrize("seats", [1, 5])
def test_other_numbers_of_players_are_refused(seats: int) -> None:
    with pytest.raises(InputError, match="2, 3, 4 players"):
        Briscola(seats)


@pytest.mark.parametrize(
    ("first", "second", "winner"),
    [
        ("AS", "3S", 1),  # The ace is highest,
        ("3S", "KS", 1),  # then the three,
        ("KS", "QS", 1),
        ("JS", "7S", 1),
        ("7S", "2S", 1),
        ("7S", "JS", 0),
        ("AS", "2C", 0),  # the lowest trump beats the highest card beside it,
        ("2S", "AH", 1),  # and another suit beats nothing.
    ],
)
def test_which_card_wins(first: str, second: str, winner: int) -> None:
    fill = [card for card in ("5H", "6H", "5D", "6D") if card not in (first, second)]
    hand = opening(Briscola(2), f"{first} {fill[0]} {fill[1]}", f"{second} {fill[2]} {fill[3]}")
    play(hand, f"{first} {second}")
    assert hand.won[winner] == 1


def test_any_card_may_be_played_also_with_the_suit_led_in_hand() -> None:
    hand = two()
    hand.play("AS")
    assert hand.legal_tokens() == ["3S", "KH", "QD"]
    with pytest.raises(IllegalAction, match="7H is not in the hand"):
        hand.play("7H")


def test_the_winner_draws_first_and_leads() -> None:
    hand = two(stock="2D 4D")
    play(hand, "AS QD")
    assert hand.hands[1] == hand.deck.set_of(["2C", "7H", "2D"])
    assert hand.hands[0] == hand.deck.set_of(["3S", "KH", "4D"])
    assert [event for to, event in hand.log if to == 0][-1] == ("hand", ["4D"])
    assert hand.log[-1] == (ALL, ("stock", 31))
    assert hand.phase is not None
    assert hand.phase.turn == 1


def test_the_open_card_is_drawn_last_by_the_last_to_draw() -> None:
    for seats in (2, 3, 4):
        hand = Hand(Briscola(seats), pack=range(39 + (seats != 3)), dealer=0)
        up, chance = hand.extra["up"], random.Random(seats)
        while hand.extra["up"]:
            hand.apply(any_action(hand, chance))
        assert hand.phase is not None
        last = (hand.phase.turn - 1) % seats
        assert hand.hands[last] & up
        assert (ALL, ("show", last, hand.deck.tokens_of(up))) in hand.log
        assert [cards.bit_count() for cards in hand.hands] == [3] * seats
        views = Views(hand.variant, [0] * seats)
        views.fold(hand.log)
        view = views.view(0, "play")
        assert (view["stock"], "up" in view) == (0, False)


def scored(variant: Briscola, *piles: str) -> list[int]:
    hand = Hand(variant, pack=range(variant.deck.size), dealer=0)
    hand.taken = [hand.deck.set_of(cards.split()) for cards in piles]
    return list(variant.score(hand))


SIXTY = "AS AH 3S 3H KS KH QS QH JS JH"


def test_the_side_with_the_most_points_wins_the_hand() -> None:
    others = "AD AC 3D 3C KD KC QD QC JD JC"
    assert scored(Briscola(2), SIXTY, others) == [0, 0]
    assert scored(Briscola(2), SIXTY + " JD", others[:-6] + " JC") == [1, 0]
    assert scored(Briscola(2, scoring="points"), SIXTY, others) == [60, 60]
    assert scored(Briscola(3), "AS 3S", "AH 3H", "AD") == [0, 0, 0]
    assert scored(Briscola(3), "AS 3S", "AH 3H JD", "AD") == [0, 1, 0]
    assert scored(Briscola(4), "AS", "KS KH", "AD", "3C") == [1, 0, 1, 0]
    assert scored(Briscola(4, scoring="points"), "AS", "KS KH", "AD", "3C") == [22, 18, 22, 18]


def test_payoffs_add_up_to_nothing() -> None:
    assert Briscola(2).payoffs([1, 0]) == [1, -1]
    assert Briscola(3).payoffs([0, 1, 0]) == [-0.5, 1, -0.5]
    assert Briscola(4, scoring="points").payoffs([22, 18, 22, 18]) == [4, -4, 4, -4]
    assert Briscola(3, scoring="points").lowest_payoff == -60


def test_the_game_ends_when_one_side_is_ahead_at_the_target() -> None:
    assert Briscola(4, target=2).winners([1, 1, 1, 1], 2) is None
    assert Briscola(4, target=2).winners([2, 1, 2, 1], 3) == [0, 2]
    assert Briscola(3, scoring="points", target=60).winners([70, 70, 40], 2) is None
    assert Briscola(3, scoring="points", target=60).winners([71, 70, 40], 2) == [0]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("scoring", ["hand", "points"])
def test_random_play_keeps_the_laws(seats: int, scoring: str) -> None:
    for hand in held_to_the_laws(Briscola(seats, scoring=scoring), range(5), open_cards=True):
        assert sum(hand.won) == 40 // seats
        assert sum(cards.bit_count() for cards in hand.taken) == hand.deck.size
        if scoring == "points":
            assert sum(hand.scores[team[0]] for team in hand.variant.teams) == 120


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_game_ends(seats: int) -> None:
    chance = random.Random(1)
    whole_game(Briscola(seats, target=2), lambda hand: any_action(hand, chance))
