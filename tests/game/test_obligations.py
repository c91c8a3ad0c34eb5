"""Which cards may be played, for every hand, against the rule in its plainest words; and how a refusal reads."""

from __future__ import annotations

import re

import pytest
from arena_troeven import Troeven
from arena_trollin import Trollin
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import IllegalAction
from arena.hand import Hand
from arena.tricks import Obligation, Tricks, follow_suit, follow_suit_or_trump, obligation
from arena.variant import Variant
from tests.game.playing import bounded

FOUR = Trollin(4)
TROEVEN = Troeven()


def table(variant: Variant, phase: Tricks, *hands: int) -> Hand:
    """A hand in which the seats hold just these cards."""
    hand = Hand(variant, pack=range(variant.deck.size), dealer=0)
    hand.hands = [*hands, *[0] * (variant.seats - len(hands))]
    hand.phase = phase
    return hand


@given(st.lists(st.integers(0, 37), min_size=2, max_size=12, unique=True))
@bounded
def test_follow_suit_is_exact_and_jokers_are_spades(cards: list[int]) -> None:
    lead, *held = cards
    phase = Tricks(0, FOUR.ranking("S", tops=("BJ", "SJ")), following=(follow_suit,))
    hand = table(FOUR, phase, 1 << lead, sum(1 << card for card in held))
    hand.apply(lead)
    led, *faces = [FOUR.deck.tokens[card] for card in cards]
    follows = [face for face in faces if suit_with_jokers(face) == suit_with_jokers(led)]
    assert sorted(hand.legal_tokens()) == sorted(follows or faces)


def suit_with_jokers(token: str) -> str:
    return "S" if token in ("BJ", "SJ") else token[1]


@given(st.sampled_from("SHDC"), st.lists(st.integers(0, 31), min_size=2, max_size=9, unique=True))
@bounded
def test_follow_suit_or_trump_is_exact(trump: str, cards: list[int]) -> None:
    lead, *held = cards
    phase = Tricks(0, TROEVEN.ranking(trump), following=(follow_suit_or_trump,))
    hand = table(TROEVEN, phase, 1 << lead, sum(1 << card for card in held))
    hand.apply(lead)
    led, *faces = [TROEVEN.deck.tokens[card] for card in cards]
    if any(face[1] == led[1] for face in faces):
        expected = [face for face in faces if face[1] in (led[1], trump)]
    else:
        expected = faces
    assert sorted(hand.legal_tokens()) == sorted(expected)


@given(st.lists(st.integers(0, 37), min_size=1, max_size=9, unique=True))
@bounded
def test_a_lead_without_obligations_is_free(held: list[int]) -> None:
    phase = Tricks(0, FOUR.ranking("S", tops=("BJ", "SJ")))
    cards = sum(1 << card for card in held)
    assert table(FOUR, phase, cards).legal() == cards


@obligation("hearts may not be led while there is another card")
def no_hearts(trick: Tricks, hand: Hand, cards: int) -> int:
    return cards & ~FOUR.deck.suit("H")


@obligation("the ace must be played")
def the_ace(trick: Tricks, hand: Hand, cards: int) -> int:
    return cards & FOUR.deck.rank("A")


def test_an_obligation_that_leaves_nothing_is_waived() -> None:
    leading = Tricks(0, FOUR.ranking("S"), leading=(no_hearts,))
    cards = FOUR.deck.set_of
    assert table(FOUR, leading.copy(), cards(["AH", "7C"])).legal_tokens() == ["7C"]
    assert table(FOUR, leading.copy(), cards(["AH", "7H"])).legal_tokens() == ["7H", "AH"]


@pytest.mark.parametrize(
    ("order", "legal"), [((follow_suit, the_ace), ["AC"]), ((the_ace, follow_suit), ["AC"]), ((the_ace,), ["AC", "AD"])]
)
def test_obligations_bind_in_their_order_each_on_what_is_left(order: tuple[Obligation, ...], legal: list[str]) -> None:
    cards = FOUR.deck.set_of
    hand = table(FOUR, Tricks(0, FOUR.ranking("S"), following=order), cards(["9C"]), cards(["AC", "TC", "AD", "7S"]))
    hand.play("9C")
    assert sorted(hand.legal_tokens()) == legal


def test_the_earlier_obligation_counts_where_two_can_not_both_be_met() -> None:
    cards = FOUR.deck.set_of
    held = cards(["TC", "AD", "7S"])
    for order, legal in (((follow_suit, the_ace), ["TC"]), ((the_ace, follow_suit), ["AD"])):
        hand = table(FOUR, Tricks(0, FOUR.ranking("S"), following=order), cards(["9C"]), held)
        hand.play("9C")
        assert hand.legal_tokens() == legal


# Refusals in words


def refusing() -> Hand:
    cards = FOUR.deck.set_of
    hand = table(FOUR, Tricks(0, FOUR.ranking("S", tops=("BJ", "SJ"))), cards(["9S", "AC"]), cards(["BJ", "7H", "6D"]))
    hand.play("9S")
    return hand


@pytest.mark.parametrize(
    ("token", "words"),
    [
        ("7H", "7H breaks a rule: a card of the suit led must be played while the hand holds one. Legal: BJ."),
        ("AC", "AC is not in the hand. Legal: BJ."),
        ("9S", "9S is not in the hand. Legal: BJ."),
        ("2S", "'2S' is not a card of this deck. Legal: BJ."),
        ("bj", "'bj' is not a card of this deck. Legal: BJ."),
        ("", "'' is not a card of this deck. Legal: BJ."),
        ("pass", "'pass' is not a card of this deck. Legal: BJ."),
    ],
)
def test_a_refused_card_is_told_why_and_what_is_legal(token: str, words: str) -> None:
    hand = refusing()
    before = (list(hand.hands), bytes(hand.actions), list(hand.log))
    with pytest.raises(IllegalAction, match=f"^{re.escape(words)}$"):
        hand.play(token)
    assert (hand.hands, bytes(hand.actions), hand.log) == (*before[:1], *before[1:])


def test_the_rule_that_is_named_is_the_one_that_the_card_breaks() -> None:
    cards = FOUR.deck.set_of
    order = (follow_suit, the_ace)
    hand = table(FOUR, Tricks(0, FOUR.ranking("S"), following=order), cards(["9C"]), cards(["AC", "TC", "AD"]))
    hand.play("9C")
    with pytest.raises(IllegalAction, match="AD breaks a rule: a card of the suit led"):
        hand.play("AD")
    with pytest.raises(IllegalAction, match="TC breaks a rule: the ace must be played"):
        hand.play("TC")


def test_a_finished_hand_takes_no_more_cards() -> None:
    cards = TROEVEN.deck.set_of
    hand = table(TROEVEN, Tricks(0, TROEVEN.ranking("H")), *(cards([card]) for card in ("7S", "8S", "9S", "TS")))
    for card in ("7S", "8S", "9S", "TS"):
        hand.play(card)
    with pytest.raises(IllegalAction, match="over"):
        hand.play("AS")
    assert (hand.legal(), hand.legal_tokens()) == (0, [])
