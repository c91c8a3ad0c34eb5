"""Klaverjas against its rules."""

from __future__ import annotations

import itertools
import random

import pytest
from arena_klaverjas import DUTIES, Klaverjas

from arena.errors import IllegalAction
from arena.hand import Hand
from arena.phases import ALL
from arena.tricks import Tricks
from arena.views import Views
from tests.game.playing import any_action
from tests.plugins.random_play import held_to_the_laws, play, whole_game


def fresh(**options: object) -> Hand:
    """Seat 0 deals, seat 1 is the first hand; the pack lies in its order."""
    return Hand(Klaverjas(**options), pack=range(32), dealer=0)


def holding(*hands: str, trump: str = "C", leader: int = 0, **options: object) -> Hand:
    """The seats hold just these cards, and the leader is to play."""
    hand = fresh(**options)
    hand.play(trump)
    hand.hands = [hand.deck.set_of(cards.split()) for cards in hands]
    variant = hand.variant
    assert isinstance(variant, Klaverjas)
    hand.phase = variant._trick(hand, leader)
    return hand


# Naming trumps


def test_the_first_hand_names_trumps_and_leads() -> None:
    hand = fresh()
    assert hand.phase is not None
    assert (hand.phase.kind, hand.phase.turn) == ("bid", 1)
    assert hand.legal_tokens() == list("SHDC")
    with pytest.raises(IllegalAction, match="'pass' can't be chosen"):
        hand.play("pass")
    hand.play("D")
    assert (hand.trump, hand.declarer) == ("D", 1)
    assert hand.log[-1] == (ALL, ("trump", 1, "D"))
    assert (hand.phase.kind, hand.phase.turn) == ("play", 1)


def test_each_may_pass_and_the_first_hand_must_in_the_end() -> None:
    hand = fresh(choosing="pass")
    play(hand, "pass pass H")
    assert (hand.trump, hand.declarer) == ("H", 3)
    assert isinstance(hand.phase, Tricks)
    assert hand.phase.turn == 1
    hand = fresh(choosing="pass")
    play(hand, "pass pass pass pass")
    assert hand.phase is not None
    assert hand.phase.turn == 1
    assert hand.legal_tokens() == list("SHDC")
    hand.play("S")
    assert hand.declarer == 1


def test_three_two_three_are_dealt() -> None:
    hand = fresh()
    assert hand.dealt[1] == 0b111 | 0b11 << 12 | 0b111 << 20
    assert all(cards.bit_count() == 8 for cards in hand.hands)


# What beats what


@pytest.mark.parametrize(("order", "suit"), [("J9ATKQ87", "C"), ("ATKQJ987", "S")])
def test_the_order_of_trumps_and_of_other_suits(order: str, suit: str) -> None:
    hand = fresh()
    hand.play("C")
    assert isinstance(hand.phase, Tricks)
    card = hand.deck.card
    for higher, lower in itertools.pairwise(order):
        assert hand.phase.ranking.winner([card(lower + suit), card(higher + suit)]) == 1
        assert hand.phase.ranking.winner([card(higher + suit), card(lower + suit)]) == 0


# The duty to trump: the hand on trial is seat 3's, after three cards.


@pytest.mark.parametrize(
    ("trick", "held", "amsterdam", "rotterdam"),
    [
        # Follow suit, high or low.
        ("KS 7S 8S", "AS 9S JC", "AS 9S", "AS 9S"),
        # Trumps are led: higher if possible, else any.
        ("TC 7C 8C", "AC QC AS", "AC", "AC"),
        ("JC 7C 8C", "AC QC AS", "AC QC", "AC QC"),
        ("TC 7C 9C", "AC QC AS", "AC QC", "AC QC"),
        # The other side holds the trick: trump it.
        ("AS 7S 8S", "7C AH KD", "7C", "7C"),
        ("AS 7S 8S", "AH KD", "AH KD", "AH KD"),
        # It holds it with a trump: higher; or else, in Amsterdam no undertrump, in Rotterdam a lower one.
        ("AS 7S TC", "AC 7C AH", "AC", "AC"),
        ("AS 7S TC", "QC 7C AH", "AH", "QC 7C"),
        ("AS 7S TC", "QC 7C", "QC 7C", "QC 7C"),
        # The partner holds it: in Amsterdam all is free, in Rotterdam it must be trumped.
        ("7S AS 8S", "7C AH KD", "7C AH KD", "7C"),
        # The partner holds it with a trump: in Amsterdam no undertrump.
        ("7S TC 8S", "AC 7C AH", "AC AH", "AC"),
        ("7S TC 8S", "QC 7C AH", "AH", "QC 7C"),
        ("7S TC 8S", "QC 7C", "QC 7C", "QC 7C"),
        ("7S TC 8S", "AC 7C", "AC", "AC"),
        # The partner has trumped, and the other side higher.
        ("7S 8C TC", "AC 9H QC", "AC", "AC"),
        ("7S 8C TC", "QC 9H 7C", "9H", "QC 7C"),
    ],
)
def test_the_duties(trick: str, held: str, amsterdam: str, rotterdam: str) -> None:
    for duty, legal in (("amsterdam", amsterdam), ("rotterdam", rotterdam)):
        hand = holding(*(f"{card} 9D" for card in trick.split()), held, duty=duty)
        play(hand, trick)
        assert set(hand.legal_tokens()) == set(legal.split()), duty


def test_the_words() -> None:
    hand = holding("AS", "7S", "8S", "7C AH KD")
    play(hand, "AS 7S 8S")
    with pytest.raises(
        IllegalAction, match="AH breaks a rule: a hand that can't follow must trump, and higher, unless"
    ):
        hand.play("AH")
    hand = holding("7S", "TC", "8S", "AC 7C AH")
    play(hand, "7S TC 8S")
    with pytest.raises(IllegalAction, match="7C breaks a rule: a trump must be higher"):
        hand.play("7C")
    hand = holding("AS", "7S", "TC", "QC 7C AH")
    play(hand, "AS 7S TC")
    with pytest.raises(IllegalAction, match="7C breaks a rule: a trump lower than one"):
        hand.play("7C")


def test_every_duty_is_an_option() -> None:
    assert {DUTIES[option] for option in ("amsterdam", "rotterdam")} == set(DUTIES.values())


# Roem


@pytest.mark.parametrize(
    ("trick", "roem"),
    [
        ("7S 8S 9S KH", 20),
        ("QS JS TS 7H", 20),
        ("7S AS KS QS", 20),
        ("9S TS JS QS", 50),
        ("7S 8S TS JS", 0),
        ("8S 9S JS QS", 0),
        ("AS 7S 8S KS", 0),
        ("KC QC 7S 8D", 20),
        ("KS QS 7S 8D", 0),
        ("KC QC JC 7C", 40),
        ("KC QC AC 7C", 40),
        ("TC JC QC KC", 70),
        ("TC JC QC 7C", 20),
        ("KC QC TC 9C", 20),
        ("TS TH TD TC", 100),
        ("7S 7H 7D 7C", 100),
        ("JS JH JD JC", 200),
    ],
)
def test_roem_in_a_trick(trick: str, roem: int) -> None:
    variant = Klaverjas()
    cards = [variant.deck.card(token) for token in trick.split()]
    assert variant.roem_in(cards, "C") == roem
    assert Klaverjas(four_jacks=100).roem_in(cards, "C") == min(roem, 100)


def test_roem_goes_to_the_winner_of_the_trick_and_adds_up() -> None:
    hand = holding("7S KC", "8S QC", "AS 7C", "9S 8C")
    play(hand, "7S 8S AS 9S")
    assert hand.log[-1] == (ALL, ("roem", 2, 20))
    play(hand, "7C 8C KC QC")
    assert hand.log[-1] == (ALL, ("roem", 0, 20))
    assert hand.extra["roem"] == (20, 0, 20, 0)
    views = Views(hand.variant, [0] * 4)
    views.fold(hand.log)
    assert views.view(0, "play")["roem"] == [20, 0, 20, 0]


@pytest.mark.parametrize(("said", "credited"), [("20", 20), ("0", 0), ("50", 0)])
def test_called_roem_counts_as_called_and_not_if_it_is_too_much(said: str, credited: int) -> None:
    hand = holding("7S KC", "8S QC", "AS 7C", "9S 8C", roem="called")
    play(hand, "7S 8S AS 9S")
    assert hand.phase is not None
    assert (hand.phase.kind, hand.phase.turn) == ("call", 2)
    assert hand.legal_tokens() == ["0", "20", "40", "50", "70", "100", "200"]
    hand.play(said)
    assert hand.extra["roem"] == (0, 0, credited, 0)
    assert (hand.phase.kind, hand.phase.turn) == ("play", 2)


def test_without_roem_the_tricks_follow_each_other() -> None:
    hand = holding("7S KC", "8S QC", "AS 7C", "9S 8C", roem="none")
    play(hand, "7S 8S AS 9S 7C 8C KC QC")
    assert hand.over
    assert hand.extra["roem"] == (0, 0, 0, 0)


# The score


def scored(
    even: str, won: tuple[int, int], roem: tuple[int, int] = (0, 0), *, last: int = 0, maker: int = 0, **options: object
) -> list[int]:
    """Seats 0 and 2 took the cards `even`, the others the rest; `won` and `roem` by side; clubs are trumps."""
    hand = fresh(**options)
    hand.play("C")
    hand.declarer = maker
    taken = hand.deck.set_of(even.split())
    hand.taken = [taken, hand.deck.all & ~taken, 0, 0]
    hand.won = [won[0], won[1], 0, 0]
    hand.extra.update(roem=(0, roem[1], roem[0], 0), last=last)
    return list(hand.variant.score(hand))


# Seats 0 and 2: 20 + 14 + 11 + 10 + 4 + 3 in trumps, 11 for the ace of spades: 73.
SEVENTY_THREE = "JC 9C AC TC KC QC AS 7C"


def test_the_whole_pack_is_worth_162() -> None:
    hand = fresh()
    hand.play("C")
    hand.taken[2] = hand.deck.all
    hand.extra["last"] = 2
    variant = hand.variant
    assert isinstance(variant, Klaverjas)
    assert variant.card_points(hand) == [0, 0, 162, 0]


def test_more_than_half_makes_it() -> None:
    assert scored(SEVENTY_THREE, (4, 4)) == [83, 79, 83, 79]
    assert scored(SEVENTY_THREE, (4, 4), (20, 0)) == [103, 79, 103, 79]
    assert scored(SEVENTY_THREE, (4, 4), last=1, maker=1) == [73, 89, 73, 89]


def test_half_or_less_is_nat_and_all_the_roem_goes_over() -> None:
    assert scored(SEVENTY_THREE, (4, 4), last=1) == [0, 162, 0, 162]
    assert scored(SEVENTY_THREE, (4, 4), (20, 50)) == [0, 232, 0, 232]
    assert scored(SEVENTY_THREE, (4, 4), (20, 20), maker=3) == [202, 0, 202, 0]


def test_an_even_split_is_nat_and_one_point_more_is_not() -> None:
    assert scored("JC 9C AC TC KC TS JS 7C", (4, 4)) == [0, 162, 0, 162]
    assert scored("JC 9C AC TC KC TS QS 7C", (4, 4)) == [82, 80, 82, 80]


def test_all_tricks_are_pit() -> None:
    everything = " ".join(Klaverjas().deck.tokens)
    assert scored(everything, (8, 0), (20, 0)) == [282, 0, 282, 0]
    assert scored(everything, (8, 0), (20, 0), maker=1) == [182, 0, 182, 0]
    assert scored(everything, (8, 0), (20, 0), maker=1, pit="any") == [282, 0, 282, 0]


def test_the_game_ends_after_its_hands_or_at_the_target() -> None:
    variant = Klaverjas()
    assert variant.winners([1600, 900, 1600, 900], 15) is None
    assert variant.winners([1600, 900, 1600, 900], 16) == [0, 2]
    assert variant.winners([900, 900, 900, 900], 16) == [0, 1, 2, 3]
    assert Klaverjas(target=1500).winners([1600, 900, 1600, 900], 9) == [0, 2]
    assert variant.payoffs([83, 79, 83, 79]) == [4, -4, 4, -4]


@pytest.mark.parametrize(
    "options",
    [{}, {"duty": "rotterdam", "choosing": "pass"}, {"roem": "called", "pit": "any"}, {"roem": "none"}],
)
def test_random_play_keeps_the_laws(options: dict[str, object]) -> None:
    for hand in held_to_the_laws(Klaverjas(**options), range(8)):
        assert sum(hand.won) == 8
        variant = hand.variant
        assert isinstance(variant, Klaverjas)
        assert sum(variant.card_points(hand)) == 162


def test_a_whole_game_ends() -> None:
    chance = random.Random(1)
    assert len(whole_game(Klaverjas(), lambda hand: any_action(hand, chance))) == 16
