"""Hearts against its rules."""

from __future__ import annotations

import random

import pytest
from arena_hearts import Hearts

from arena.errors import IllegalAction, InputError
from arena.hand import Hand
from arena.phases import ALL
from tests.game.playing import any_action
from tests.plugins.random_play import dealt, held_to_the_laws, pack_of, play, whole_game

RANKS = "23456789TJQKA"
SUITS = {seat: " ".join(rank + suit for rank in RANKS) for seat, suit in zip((1, 2, 3, 0), "CDSH", strict=True)}


def hand_of(hands: dict[int, str], *, number: int = 4, variant: Hearts | None = None) -> Hand:
    """Seat 0 deals; the fourth hand has no pass."""
    variant = variant or Hearts()
    pack = pack_of(variant, dealt(variant, [(s, 1) for s in (1, 2, 3, 0)] * 13, hands))
    return Hand(variant, pack=pack, dealer=0, number=number)


def exchange(hands: dict[int, str], *pairs: tuple[str, str]) -> dict[int, str]:
    """These cards in each other's places."""
    told = {seat: f" {cards} " for seat, cards in hands.items()}
    for one, other in pairs:
        told = {
            s: c.replace(f" {one} ", " ?? ").replace(f" {other} ", f" {one} ").replace("??", other)
            for s, c in told.items()
        }
    return {seat: cards.strip() for seat, cards in told.items()}


@pytest.mark.parametrize(("number", "shift"), [(1, 1), (2, 3), (3, 2), (5, 1), (7, 2)])
def test_three_cards_go_left_right_across_in_turn(number: int, shift: int) -> None:
    hand = hand_of(SUITS, number=number)
    for seat in (1, 2, 3, 0):
        assert hand.phase is not None and (hand.phase.turn, hand.phase.kind) == (seat, "pass")
        play(hand, " ".join(SUITS[seat].split()[-3:]))
    for seat in range(4):
        passed = hand.deck.set_of(SUITS[seat].split()[-3:])
        assert hand.hands[(seat + shift) % 4] & passed == passed
        assert hand.hands[seat].bit_count() == 13


def test_no_pass_in_every_fourth_hand_and_none_by_option() -> None:
    assert [hand_of(SUITS, number=n).phase.kind for n in (4, 8)] == ["play", "play"]
    assert hand_of(SUITS, number=1, variant=Hearts(passing="none")).phase.kind == "play"


def test_nobody_sees_a_passed_card_before_all_have_chosen() -> None:
    hand = hand_of(SUITS, number=1)
    play(hand, "QC KC AC QD KD AD QS KS AS")
    seen = [event for to, event in hand.log if to in (2, ALL) and event[0] in ("pass", "hand")]
    assert seen == [("hand", SUITS[2].split()), ("pass", 2, "QD"), ("pass", 2, "KD"), ("pass", 2, "AD")]
    play(hand, "QH KH AH")
    assert (2, ("hand", ["QC", "KC", "AC"])) in hand.log and (1, ("hand", ["QH", "KH", "AH"])) in hand.log


def test_the_two_of_clubs_leads() -> None:
    hand = hand_of(exchange(SUITS, ("2C", "2S")))
    assert hand.phase is not None and hand.phase.turn == 3
    assert hand.legal_tokens() == ["2C"]
    with pytest.raises(IllegalAction, match="AS breaks a rule: the two of clubs is led first"):
        hand.play("AS")


def test_no_penalty_card_on_the_first_trick_unless_there_is_nothing_else() -> None:
    hand = hand_of(SUITS)
    play(hand, "2C 2D")
    assert "QS" not in hand.legal_tokens() and len(hand.legal_tokens()) == 12
    with pytest.raises(IllegalAction, match="no penalty card on the first trick"):
        hand.play("QS")
    hand.play("2S")
    assert len(hand.legal_tokens()) == 13  # nothing but hearts
    relaxed = hand_of(SUITS, variant=Hearts(points_on_first=True))
    play(relaxed, "2C 2D QS")


def test_hearts_are_not_led_before_one_has_been_thrown() -> None:
    hand = hand_of(exchange(SUITS, ("AC", "AH"), ("KC", "2S")))
    # Seat 1 holds 2C..QC, AH, 2S; nobody has thrown a heart.
    play(hand, "2C 2D KC AC")
    assert hand.phase is not None and hand.phase.turn == 0
    assert len(hand.legal_tokens()) == 12, "nothing but hearts is left to lead"
    blocked = hand_of(exchange(SUITS, ("AH", "AD"), ("KH", "AC")))
    play(blocked, "2C 2D 2S AC")
    with pytest.raises(IllegalAction, match="hearts are not led"):
        blocked.play("2H")
    assert blocked.legal_tokens() == ["AD"]


def test_the_queen_of_spades_breaks_hearts_only_by_option() -> None:
    """Seat 1 holds clubs, 2H and AD; in the second trick only the queen falls."""
    hands = exchange(SUITS, ("AC", "AD"), ("2H", "KC"), ("3H", "4D"))
    for breaks in (False, True):
        hand = hand_of(hands, variant=Hearts(queen_breaks=breaks))
        play(hand, "2C AC 2S KC 2D QS 4D AD")
        assert hand.phase is not None and hand.phase.turn == 1
        assert ("2H" in hand.legal_tokens()) is breaks


def take(points: dict[int, str]) -> Hand:
    """A finished hand in which the seats took these cards."""
    hand = hand_of(SUITS)
    for seat, cards in points.items():
        hand.taken[seat] = hand.deck.set_of(cards.split())
    return hand


HEARTS = SUITS[0]


def test_hearts_count_one_and_the_queen_thirteen() -> None:
    hand = take({0: "2H 3H 4H", 1: "QS 5H", 2: "6H 7H 8H 9H TH JH QH KH AH", 3: "AS"})
    assert hand.variant.score(hand) == [3, 14, 9, 0]
    assert list(hand.variant.payoffs([3, 14, 9, 0])) == [-3, -14, -9, 0]


def test_all_of_them_shoot_the_moon() -> None:
    moon = take({2: f"{HEARTS} QS"})
    assert Hearts().score(moon) == [26, 26, 0, 26]
    assert Hearts(moon="self").score(moon) == [0, 0, -26, 0]


def test_the_jack_of_diamonds_takes_ten_off_by_option() -> None:
    hand = take({0: "JD QS", 1: HEARTS})
    assert Hearts(jack=True).score(hand) == [3, 13, 0, 0]
    assert Hearts().score(hand) == [13, 13, 0, 0]
    moon = take({2: f"{HEARTS} QS", 0: "JD"})
    assert Hearts(jack=True).score(moon) == [16, 26, 0, 26]


def test_the_lowest_wins_when_somebody_reaches_the_target() -> None:
    assert Hearts().winners([99, 20, 30, 40], 6) is None
    assert Hearts().winners([100, 20, 30, 40], 7) == [1]
    assert Hearts().winners([100, 20, 30, 20], 7) == [1, 3]


def test_options_are_checked() -> None:
    with pytest.raises(InputError, match="'moon' must be one of"):
        Hearts(moon="no")


@pytest.mark.parametrize(
    "options",
    [{}, {"passing": "none"}, {"queen_breaks": True, "points_on_first": True}, {"moon": "self", "jack": True}],
)
def test_random_hands_obey_the_laws_and_games_end(options: dict[str, object]) -> None:
    variant, chance = Hearts(**options), random.Random(5)
    for hand in held_to_the_laws(variant, range(6)):
        assert sum(hand.won) == 13
    assert whole_game(variant, lambda hand: any_action(hand, chance))
