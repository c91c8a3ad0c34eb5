"""Whist against its rules."""

from __future__ import annotations

import random

import pytest
from arena_whist import Whist

from arena.errors import IllegalAction, InputError
from arena.hand import Hand
from arena.phases import ALL
from tests.game.playing import any_action
from tests.plugins.random_play import dealt, held_to_the_laws, pack_of, play, whole_game

SPADES = "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"
SUITS = {1: SPADES, 2: SPADES.replace("S", "H"), 3: SPADES.replace("S", "D"), 0: SPADES.replace("S", "C")}


def hand_of(hands: dict[int, str], variant: Whist | None = None) -> Hand:
    """Seat 0 deals; the last card of its list is turned."""
    variant = variant or Whist()
    return Hand(variant, pack=pack_of(variant, dealt(variant, [(s, 1) for s in (1, 2, 3, 0)] * 13, hands)), dealer=0)


def test_the_last_card_is_the_dealers_and_makes_trumps() -> None:
    hand = hand_of(SUITS)
    assert hand.trump == "C"
    assert hand.deck.tokens_of(hand.hands[0]) == SUITS[0].split()
    assert hand.log[-2:] == [(ALL, ("show", 0, ["AC"])), (ALL, ("trump", 0, "C"))]


def test_the_player_at_the_dealers_left_leads_and_trumps_beat_the_suit_led() -> None:
    hand = hand_of(SUITS)
    play(hand, "AS AH AD 2C")
    assert hand.won == [1, 0, 0, 0]
    assert hand.phase is not None and hand.phase.turn == 0


def test_suit_must_be_followed() -> None:
    hands = SUITS | {1: SPADES.replace("2S", "2H"), 2: SUITS[2].replace("2H", "2S")}
    hand = hand_of(hands)
    hand.play("AS")
    assert hand.legal_tokens() == ["2S"]
    with pytest.raises(IllegalAction, match="AH breaks a rule: a card of the suit led"):
        hand.play("AH")


def test_each_trick_above_six_scores_a_point_for_the_side_that_took_it() -> None:
    """All clubs lie with the dealer, all trumps: seats 0 and 2 take all thirteen, seven above six."""
    hand = hand_of(SUITS)
    play(hand, "AS AH AD AC")
    for rank in "KQJT98765432":
        play(hand, f"{rank}C {rank}S {rank}H {rank}D")
    assert hand.won == [13, 0, 0, 0]
    assert list(hand.scores) == [7, 0, 7, 0]
    assert list(hand.variant.payoffs(hand.scores)) == [7, -7, 7, -7]


@pytest.mark.parametrize(
    ("moved", "honours"),
    [
        ([], [4, 0, 4, 0]),  # all four with the dealer's side
        ([("JC", "JS")], [2, 0, 2, 0]),  # one of them with the other side
        ([("JC", "JS"), ("QC", "QS")], [0, 0, 0, 0]),
    ],
)
def test_honours_count_for_what_a_side_was_dealt(moved: list[tuple[str, str]], honours: list[int]) -> None:
    hands = dict(SUITS)
    for club, spade in moved:
        hands[0], hands[1] = hands[0].replace(club, spade), hands[1].replace(spade, club)
    hand = hand_of(hands, Whist(honours=True))
    while hand.phase is not None:
        hand.play(hand.legal_tokens()[0])
    tricks = [max(0, hand.won[seat] + hand.won[(seat + 2) % 4] - 6) for seat in range(4)]
    assert [score - odd for score, odd in zip(hand.scores, tricks, strict=True)] == honours


def test_the_first_side_with_the_target_wins() -> None:
    assert Whist().winners([4, 3, 4, 3], 4) is None
    assert Whist().winners([5, 3, 5, 3], 5) == [0, 2]
    assert Whist(target=7).winners([5, 3, 5, 3], 5) is None
    assert Whist(honours=True).winners([5, 6, 5, 6], 5) == [1, 3]
    assert Whist(honours=True).winners([6, 6, 6, 6], 5) is None


def test_options_are_checked() -> None:
    with pytest.raises(InputError, match="'target' must be at least 1"):
        Whist(target=0)
    with pytest.raises(InputError, match="4 players"):
        Whist(3)


@pytest.mark.parametrize("honours", [False, True])
def test_random_hands_obey_the_laws_and_games_end(honours: bool) -> None:
    variant, chance = Whist(honours=honours), random.Random(3)
    for hand in held_to_the_laws(variant, range(8), open_cards=True):
        assert sum(hand.won) == 13
    assert whole_game(variant, lambda hand: any_action(hand, chance))
