"""Pitch against its rules."""

from __future__ import annotations

import random

import pytest
from arena_pitch import Pitch

from arena.errors import IllegalAction, InputError
from arena.hand import Hand
from arena.phases import ALL
from tests.game.playing import any_action
from tests.plugins.random_play import dealt, held_to_the_laws, pack_of, play, whole_game

ONE, TWO, THREE, ZERO = "AS JS 2S TH 3D 4D", "KS 5S TD AD 6C 7C", "QS 8S TC AC 8C 9C", "9S 3S AH KH 5H 6H"


def opening(variant: Pitch | None = None) -> Hand:
    """Seat 0 deals; seat 1 speaks first. All ranks of spades but 4 6 7 T are in play."""
    variant = variant or Pitch()
    packets = [(seat, 3) for seat in (1, 2, 3, 0)] * 2
    return Hand(variant, pack=pack_of(variant, dealt(variant, packets, {1: ONE, 2: TWO, 3: THREE, 0: ZERO})), dealer=0)


def pitched(bids: str = "3 pass pass pass", variant: Pitch | None = None) -> Hand:
    hand = opening(variant)
    play(hand, bids)
    return hand


# The auction


def test_each_speaks_once_and_higher() -> None:
    hand = opening()
    assert hand.legal_tokens() == ["pass", "2", "3", "4"]
    hand.play("2")
    assert hand.legal_tokens() == ["pass", "3", "4"]
    with pytest.raises(IllegalAction, match="'2' is not higher than '2', bid by seat 1"):
        hand.play("2")
    play(hand, "pass 3")
    assert hand.legal_tokens() == ["pass", "4"]
    hand.play("pass")
    assert (hand.declarer, hand.contract) == (3, "3")
    assert hand.phase is not None
    assert (hand.phase.kind, hand.phase.turn) == ("play", 3)


def test_the_dealer_must_bid_when_all_pass_and_may_bid_more_than_two() -> None:
    hand = opening()
    play(hand, "pass pass pass")
    assert hand.legal_tokens() == ["2", "3", "4"]
    with pytest.raises(IllegalAction, match="The dealer must bid when all others have passed"):
        hand.play("pass")
    hand.play("4")
    assert (hand.declarer, hand.contract) == (0, "4")


def test_or_all_pass_and_the_deal_moves_on() -> None:
    hand = opening(Pitch(all_pass="redeal"))
    play(hand, "pass pass pass pass")
    assert hand.over
    assert hand.scores == (0, 0, 0, 0)
    assert hand.log[-1] == (ALL, ("redeal",))
    assert hand.variant.next_dealer(hand) == 1
    assert hand.variant.winners_after(hand, [6, 0, 0, 0]) is None


@pytest.mark.parametrize(("steal", "legal"), [(False, ["pass", "4"]), (True, ["pass", "3", "4"])])
def test_the_dealer_may_steal_by_option(steal: bool, legal: list[str]) -> None:
    hand = opening(Pitch(steal=steal))
    play(hand, "3 pass pass")
    assert hand.legal_tokens() == legal
    if steal:
        hand.play("3")
        assert (hand.declarer, hand.contract) == (0, "3")


# The play


def test_the_pitched_card_makes_trumps() -> None:
    hand = pitched()
    assert hand.trump is None
    assert len(hand.legal_tokens()) == 6
    hand.play("AS")
    assert hand.trump == "S"
    assert hand.log[-2:] == [(ALL, ("play", 1, "AS")), (ALL, ("trump", 1, "S"))]
    assert set(hand.legal_tokens()) == {"KS", "5S"}
    with pytest.raises(IllegalAction, match="AD breaks a rule: while the hand holds the suit led"):
        hand.play("AD")


def test_to_a_side_suit_one_may_follow_or_trump_and_without_it_play_anything() -> None:
    hand = pitched()
    play(hand, "AS 5S 8S 3S TH")
    assert len(hand.legal_tokens()) == 5  # Seat 2 has no heart.
    play(hand, "KS 8C")
    assert set(hand.legal_tokens()) == {"9S", "AH", "KH", "5H", "6H"}
    hand.play("6H")
    assert hand.won == [0, 1, 1, 0]


# The score


def finished(variant: Pitch, *piles: str, bid: str = "2", declarer: int = 1, trump: str = "S") -> Hand:
    hand = opening(variant)
    hand.declarer, hand.contract, hand.trump = declarer, bid, trump
    hand.taken = [hand.deck.set_of(cards.split()) for cards in piles]
    return hand


@pytest.mark.parametrize(
    ("piles", "awards"),
    [
        (("", "AS JS TH TD", "TC", ""), [1, 1, 1, 1]),
        (("JS TH", "AS TD", "TC", ""), [1, 1, 0, 1]),
        (("TH", "JS", "TC", ""), [1, 1, 1, None]),
        (("", "", "2S JS TH", ""), [1, 1, 2, 2]),
    ],
)
def test_high_low_jack_and_game(piles: tuple[str, ...], awards: list[int | None]) -> None:
    assert Pitch().awards(finished(Pitch(), *piles)) == awards


def test_low_may_go_to_who_takes_it() -> None:
    variant = Pitch(low="taken")
    assert variant.awards(finished(variant, "", "", "2S JS TH", ""))[1] == 2


def test_only_trumps_that_were_dealt_count() -> None:
    # Clubs: A T 9 8 7 6 were dealt, to seats 2 and 3; no jack.
    assert Pitch().awards(finished(Pitch(), "TH", "", "", "", trump="C")) == [3, 2, None, 0]


@pytest.mark.parametrize(
    ("bid", "declarer", "scores"),
    [
        ("3", 1, [1, 3, 0, 0]),
        ("4", 1, [1, -4, 0, 0]),
        ("2", 1, [1, 3, 0, 0]),
        ("2", 0, [-2, 3, 0, 0]),
        ("2", 2, [1, 3, -2, 0]),
    ],
)
def test_the_bid_is_made_or_set_back(bid: str, declarer: int, scores: list[int]) -> None:
    hand = finished(Pitch(), "TH TD", "JS TC", "", "", bid=bid, declarer=declarer)
    assert Pitch().score(hand) == scores


def test_partners_count_together() -> None:
    variant = Pitch(partners=True)
    hand = finished(variant, "TH TD", "JS TC", "", "AC", bid="2", declarer=3)
    assert variant.teams == ((0, 2), (1, 3))
    assert variant.score(hand) == [1, 3, 1, 3]
    assert variant.payoffs([1, 3, 1, 3]) == [-2, 2, -2, 2]
    assert Pitch(6, partners=True).teams == ((0, 2, 4), (1, 3, 5))
    with pytest.raises(InputError, match="4 or 6 players, not 5"):
        Pitch(5, partners=True)


def test_payoffs_add_up_to_nothing() -> None:
    assert Pitch().payoffs([1, -4, 0, 0]) == pytest.approx([7 / 3, -13 / 3, 1, 1])
    assert sum(Pitch().payoffs([1, -4, 0, 0])) == pytest.approx(0)
    assert Pitch().lowest_payoff == -4 - 4 / 3


def test_the_pitcher_wins_first_and_then_the_order_of_counting() -> None:
    def after(piles: tuple[str, ...], totals: list[int], declarer: int) -> object:
        hand = finished(Pitch(), *piles, declarer=declarer)
        hand.scores = tuple(Pitch().score(hand))
        return Pitch().winners_after(hand, [total + score for total, score in zip(totals, hand.scores, strict=True)])

    made = ("TH TD", "JS TC", "", "")  # 1: high, low, jack; 0: game.
    assert after(made, [6, 3, 0, 0], 1) is not None
    assert after(made, [6, 3, 0, 0], 1) == (0,)
    assert after(made, [6, 4, 0, 0], 1) == (1,)
    assert after(made, [6, 5, 0, 0], 2) == (1,)
    assert after(made, [5, 3, 0, 0], 2) is None


@pytest.mark.parametrize("seats", range(2, 8))
def test_random_play_keeps_the_laws(seats: int) -> None:
    for hand in held_to_the_laws(Pitch(seats), range(5)):
        assert sum(hand.won) == 6


@pytest.mark.parametrize("options", [{"partners": True}, {"all_pass": "redeal", "steal": True}, {"low": "taken"}])
def test_random_play_keeps_the_laws_with_options(options: dict[str, object]) -> None:
    assert len(list(held_to_the_laws(Pitch(4, **options), range(10)))) == 10


def test_a_whole_game_ends() -> None:
    # Bids at random are set back for ever; a table that bids no more than it must gets to the end.
    chance = random.Random(1)
    whole_game(Pitch(), lambda hand: any_action(hand, chance) if hand.phase.kind == "play" else first(hand.legal()))  # type: ignore[union-attr]


def first(legal: int) -> int:
    return (legal & -legal).bit_length() - 1
