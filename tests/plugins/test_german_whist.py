"""German Whist against its rules."""

from __future__ import annotations

import random

import pytest
from arena_german_whist import GermanWhist

from arena.errors import IllegalAction, InputError
from arena.hand import Hand
from arena.phases import ALL
from arena.views import Views
from tests.game.playing import any_action
from tests.plugins.random_play import dealt, held_to_the_laws, pack_of, play, whole_game

LOW = "2S 3S 4S 5S 6S 7S 8S 2H 3H 4H 5H 6H 7H"
HIGH = "9S TS JS QS KS AS 8H 9H TH JH QH KH AH"


def opening(variant: GermanWhist | None = None, *, stock: str = "TC 2C", seat1: str = LOW, seat0: str = HIGH) -> Hand:
    """Seat 0 deals; seat 1 leads."""
    variant = variant or GermanWhist()
    first = dealt(variant, [(1, 1), (0, 1)] * 13, {1: seat1, 0: seat0})
    return Hand(variant, pack=pack_of(variant, first, stock), dealer=0)


def test_thirteen_each_and_the_next_card_makes_trumps() -> None:
    hand = opening()
    assert hand.deck.tokens_of(hand.hands[1]) == LOW.split()
    assert hand.trump == "C"
    assert hand.log[-2:] == [(ALL, ("up", ["TC"])), (ALL, ("trump", 0, "C"))]
    assert hand.phase is not None
    assert hand.phase.turn == 1


def test_the_winner_takes_the_open_card_and_the_loser_the_one_below_unseen() -> None:
    hand = opening(stock="TC 2C 9C 8C")
    play(hand, "2S AS")
    deck = hand.deck
    assert deck.set_of(["TC"]) & hand.hands[0]
    assert deck.set_of(["2C"]) & hand.hands[1]
    assert (ALL, ("show", 0, ["TC"])) in hand.log
    assert [(to, event) for to, event in hand.log if event[1] == ["2C"]] == [(1, ("hand", ["2C"]))]
    views = Views(hand.variant, [0, 0])
    views.fold(hand.log)
    view = views.view(0, "play")
    assert (view["up"], view["stock"], view["shown"]) == (["9C"], 23, [(0, ["TC"])])
    assert hand.phase is not None
    assert hand.phase.turn == 0


def test_suit_must_be_followed_in_the_first_stage_and_the_rule_is_named() -> None:
    hand = opening()
    hand.play("2S")
    assert set(hand.legal_tokens()) == {"9S", "TS", "JS", "QS", "KS", "AS"}
    with pytest.raises(IllegalAction, match=r"AH breaks a rule: .*suit led"):
        hand.play("AH")
    with pytest.raises(IllegalAction, match="2H is not in the hand"):
        hand.play("2H")


def test_after_thirteen_tricks_the_stock_is_gone_and_the_hands_are_played_out() -> None:
    hand = opening()
    chance = random.Random(3)
    for _ in range(26):
        hand.apply(any_action(hand, chance))
    assert sum(hand.won) == 13
    assert [cards.bit_count() for cards in hand.hands] == [13, 13]
    assert hand.extra["before"] == tuple(hand.won)
    assert hand.log[-2:] == [(ALL, ("up", [])), (ALL, ("second", tuple(hand.won)))]
    views = Views(hand.variant, [0, 0])
    views.fold(hand.log)
    view = views.view(0, "play")
    assert (view["stock"], view["before"], "up" in view) == (0, list(hand.won), False)


@pytest.mark.parametrize(
    ("options", "scores", "payoffs"),
    [
        ({}, [1, 0], [1, -1]),
        ({"scoring": "odd"}, [2, 0], [2, -2]),
        ({"scoring": "tricks"}, [8, 5], [3, -3]),
        ({"counting": "all"}, [0, 1], [-1, 1]),
        ({"counting": "all", "scoring": "odd"}, [0, 3], [-3, 3]),
        ({"counting": "all", "scoring": "tricks"}, [10, 16], [-6, 6]),
    ],
)
def test_what_the_tricks_bring(options: dict[str, str], scores: list[int], payoffs: list[int]) -> None:
    variant = GermanWhist(**options)
    hand = opening(variant)
    hand.won, hand.extra["before"] = [10, 16], (2, 11)
    assert variant.score(hand) == scores
    assert variant.payoffs(scores) == payoffs


def test_thirteen_tricks_each_of_all_is_a_draw() -> None:
    variant = GermanWhist(counting="all")
    hand = opening(variant)
    hand.won, hand.extra["before"] = [13, 13], (2, 11)
    assert variant.score(hand) == [0, 0]


def test_the_game_ends_at_the_target_unless_both_are_level() -> None:
    variant = GermanWhist(scoring="tricks", target=50)
    assert variant.winners([49, 49], 9) is None
    assert variant.winners([50, 50], 9) is None
    assert variant.winners([52, 50], 9) == [0]
    assert variant.winners([3, 50], 9) == [1]


def test_it_is_a_game_for_two_and_options_are_checked() -> None:
    with pytest.raises(InputError, match="2 players"):
        GermanWhist(3)
    with pytest.raises(InputError, match="counting"):
        GermanWhist(counting="half")


@pytest.mark.parametrize("options", [{}, {"counting": "all", "scoring": "odd"}, {"scoring": "tricks"}])
def test_random_play_keeps_the_laws(options: dict[str, str]) -> None:
    for hand in held_to_the_laws(GermanWhist(**options), range(6), open_cards=True):
        assert sum(hand.won) == 26
        assert hand.undealt == 0


def test_a_whole_game_ends() -> None:
    chance = random.Random(1)
    assert len(whole_game(GermanWhist(target=3), lambda hand: any_action(hand, chance))) >= 3
