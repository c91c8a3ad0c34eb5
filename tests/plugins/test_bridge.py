"""Contract Bridge, from hands and contracts worked by hand."""

from __future__ import annotations

import pytest
from arena_bridge import Bridge, contract_points

from arena.errors import IllegalAction
from arena.hand import Hand
from tests.plugins.at_random import deal, event_kinds, obeys_the_laws, pack_of, play_out, script


def suits_each(dealer: int = 3, **options: object) -> Hand:
    """Seat 0 holds all spades, seat 1 all hearts, seat 2 all diamonds, seat 3 all clubs."""
    variant = Bridge(**options)
    hands = [" ".join(rank + suit for rank in variant.deck.ranks) for suit in "SHDC"]
    order = [(dealer + 1 + place) % 4 for place in range(52)]
    return Hand(variant, pack=pack_of(variant, order, hands), dealer=dealer)


# Scores, from the table of the duplicate laws.


@pytest.mark.parametrize(
    ("contract", "doubling", "tricks", "plain", "vulnerable"),
    [
        ("1C", "", 7, 70, 70),
        ("2D", "", 10, 130, 130),
        ("2H", "", 8, 110, 110),
        ("3S", "", 9, 140, 140),
        ("1N", "", 7, 90, 90),
        ("3N", "", 9, 400, 600),
        ("3N", "", 11, 460, 660),
        ("4S", "", 10, 420, 620),
        ("4H", "", 12, 480, 680),
        ("5C", "", 11, 400, 600),
        ("6D", "", 12, 920, 1370),
        ("6N", "", 13, 1020, 1470),
        ("7S", "", 13, 1510, 2210),
        ("7N", "", 13, 1520, 2220),
        ("1C", "X", 7, 140, 140),
        ("1C", "XX", 7, 230, 230),
        ("1N", "X", 8, 280, 380),
        ("2H", "X", 8, 470, 670),
        ("2S", "XX", 9, 840, 1240),
        ("3D", "X", 9, 470, 670),
        ("4S", "X", 11, 690, 990),
        ("7N", "XX", 13, 2280, 2980),
        ("3N", "", 8, -50, -100),
        ("4H", "", 7, -150, -300),
        ("4H", "X", 9, -100, -200),
        ("4H", "X", 8, -300, -500),
        ("4H", "X", 7, -500, -800),
        ("4H", "X", 6, -800, -1100),
        ("4H", "XX", 7, -1000, -1600),
        ("7N", "X", 0, -3500, -3800),
        ("7N", "XX", 0, -7000, -7600),
    ],
)
def test_a_contract_scores_as_the_laws_say(
    contract: str, doubling: str, tricks: int, plain: int, vulnerable: int
) -> None:
    assert contract_points(contract, doubling, tricks, vulnerable=False) == plain
    assert contract_points(contract, doubling, tricks, vulnerable=True) == vulnerable


# The auction


def test_the_dealer_calls_first_and_may_bid_anything_or_pass() -> None:
    hand = suits_each(dealer=2)
    assert hand.phase is not None
    assert (hand.phase.turn, hand.phase.kind) == (2, "bid")
    legal = hand.legal_tokens()
    assert legal[:7] == ["pass", "1C", "1D", "1H", "1S", "1N", "2C"]
    assert len(legal) == 36
    assert "7N" in legal


def test_a_bid_must_be_higher_than_the_one_before() -> None:
    hand = script(suits_each(), "1H pass")
    assert hand.legal_tokens()[:3] == ["pass", "1S", "1N"]
    with pytest.raises(IllegalAction, match="'1D' is not higher than '1H', bid by seat 3"):
        hand.play("1D")
    with pytest.raises(IllegalAction, match="'1H' is not higher"):
        hand.play("1H")


def test_only_an_opponents_bid_is_doubled_and_only_an_opponents_double_redoubled() -> None:
    hand = suits_each()
    assert "X" not in hand.legal_tokens()
    hand.play("1C")
    assert "X" in hand.legal_tokens()
    hand.play("pass")
    with pytest.raises(IllegalAction, match="'X' doubles the last bid, if an opponent made it"):
        hand.play("X")
    hand.play("pass")
    hand.play("X")
    assert "XX" in hand.legal_tokens()
    assert "X" not in hand.legal_tokens()
    hand.play("pass")
    with pytest.raises(IllegalAction, match="'XX' redoubles the last bid, if an opponent has doubled it"):
        hand.play("XX")
    hand.play("pass")
    hand.play("XX")
    assert not {"X", "XX"} & set(hand.legal_tokens())


def test_a_new_bid_annuls_the_double() -> None:
    hand = script(suits_each(), "1C X 1D")
    assert "X" in hand.legal_tokens()
    script(hand, "pass pass pass")
    assert event_kinds(hand, "contract") == [("contract", 1, "1D", "")]


def test_after_seven_no_trump_there_is_no_higher_bid() -> None:
    hand = script(suits_each(), "7N")
    assert hand.legal_tokens() == ["pass", "X"]
    assert script(hand, "X XX").legal_tokens() == ["pass"]


def test_four_passes_end_the_hand_without_a_score() -> None:
    hand = script(suits_each(), "pass pass pass")
    assert not hand.over
    hand.play("pass")
    assert hand.over
    assert hand.scores == (0, 0, 0, 0)
    assert not event_kinds(hand, "contract")


def test_three_passes_before_the_first_bid_do_not_end_the_auction() -> None:
    hand = script(suits_each(), "pass pass pass 1S")
    assert not hand.over
    assert hand.phase is not None
    assert hand.phase.kind == "bid"


def test_declarer_is_who_first_named_the_denomination_for_the_side() -> None:
    # Seat 0 is the first of all to bid spades, seat 1 the first of the side that has the contract, seat 3 the last.
    hand = script(suits_each(), "pass 1S 2S X pass pass 3H pass 4S pass pass pass")
    assert event_kinds(hand, "contract") == [("contract", 1, "4S", "")]
    other = script(suits_each(), "pass 1S pass 4S pass pass pass")
    assert event_kinds(other, "contract") == [("contract", 0, "4S", "")]
    assert other.declarer == 0
    assert other.trump == "S"


# The play and dummy


def test_dummy_is_shown_after_the_lead_and_played_by_declarer() -> None:
    hand = script(suits_each(), "pass 1S pass pass pass")
    assert hand.phase is not None
    assert hand.phase.turn == 1
    assert not event_kinds(hand, "show")
    hand.play("AH")
    assert event_kinds(hand, "show") == [("show", 2, hand.deck.tokens_of(hand.hands[2]))]
    assert hand.phase.turn == 0
    assert set(hand.legal_tokens()) == set(hand.deck.tokens_of(hand.hands[2]))
    with pytest.raises(IllegalAction, match="2S is not in the hand"):
        hand.play("2S")
    hand.play("2D")
    assert hand.phase.turn == 3
    hand.play("2C")
    assert hand.phase.turn == 0
    hand.play("2S")
    assert event_kinds(hand, "trick") == [("trick", 0)]
    assert len(event_kinds(hand, "show")) == 1


def test_suit_must_be_followed_by_dummy_too() -> None:
    hands = [
        "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2C",
        "2D AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H",
        "2S AD KD QD JD TD 9D 8D 7D 6D 5D 4D 3D",
        "2H AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C",
    ]
    hand = Hand(Bridge(), pack=pack_of(Bridge(), [place % 4 for place in range(52)], hands), dealer=3)
    script(hand, "pass 1N pass pass pass 2D")
    with pytest.raises(IllegalAction, match="2S breaks a rule: a card of the suit led must be played"):
        hand.play("2S")
    script(hand, "AD AC 2C")
    assert hand.phase is not None
    # Dummy has won: declarer leads from dummy, and then follows from the own hand.
    assert hand.phase.turn == 0
    script(hand, "2S 2H")
    assert hand.phase.turn == 0
    assert "2C" not in hand.legal_tokens()
    assert len(hand.legal_tokens()) == 12


def test_a_hand_played_to_the_end_scores_for_the_side_and_against_the_other() -> None:
    # 7S by seat 0, who holds all the spades: thirteen tricks for a side that is not vulnerable.
    hand = script(suits_each(vulnerability="none"), "pass 7S pass pass X pass pass XX pass pass pass")
    for rank in "23456789TJQKA":
        lead = event_kinds(hand, "trick")
        if not lead:
            script(hand, f"{rank}H {rank}D {rank}C {rank}S")
        else:
            script(hand, f"{rank}S {rank}H {rank}D {rank}C")
    assert hand.over
    assert hand.won == [13, 0, 0, 0]
    # 7 * 30 * 4 = 840, game 300, grand slam 1000, insult 100.
    assert hand.scores == (2240, -2240, 2240, -2240)


# Vulnerability and the game


@pytest.mark.parametrize("board", range(1, 17))
def test_vulnerability_follows_the_boards_of_a_duplicate(board: int) -> None:
    north_south = {2, 4, 5, 7, 10, 12, 13, 15}
    east_west = {3, 4, 6, 7, 9, 10, 13, 16}
    dealer = (board - 1) % 4
    hand = Hand(Bridge(), pack=range(52), dealer=dealer, number=board)
    expected = [seat for seat in range(4) if board in (north_south, east_west)[seat % 2]]
    assert event_kinds(hand, "vulnerable") == [("vulnerable", expected)]


@pytest.mark.parametrize(
    ("choice", "dealer", "seats"),
    [
        ("none", 0, []),
        ("both", 1, [0, 1, 2, 3]),
        ("dealers", 1, [1, 3]),
        ("others", 1, [0, 2]),
        ("seat", 0, []),
        ("seat", 1, [0, 2]),
        ("seat", 2, [1, 3]),
        ("seat", 3, [0, 1, 2, 3]),
    ],
)
def test_option_vulnerability(choice: str, dealer: int, seats: list[int]) -> None:
    hand = Hand(Bridge(vulnerability=choice), pack=range(52), dealer=dealer, number=7)
    assert hand.extra["vulnerable"] == tuple(seats)


def test_a_game_ends_after_its_hands_with_the_side_that_has_more() -> None:
    variant = Bridge(hands=4)
    assert variant.winners([100, -100, 100, -100], 3) is None
    assert variant.winners([100, -100, 100, -100], 4) == [0, 2]
    assert variant.winners([0, 0, 0, 0], 4) == [0, 1, 2, 3]


@pytest.mark.parametrize("seed", range(12))
def test_random_hands_obey_the_laws(seed: int) -> None:
    hand = obeys_the_laws(Bridge(), seed, number=seed + 1)
    assert sum(hand.scores) == 0
    assert hand.declarer is None or sum(hand.won) == 13


def test_declarer_sees_dummy_and_dummy_does_not_see_declarer() -> None:
    hand, chance = deal(Bridge(), 5)
    for _ in play_out(hand, chance):
        pass
    shows = [(to, event[1]) for to, event in hand.log if event[0] == "show"]
    assert hand.declarer is not None
    assert shows == [(-1, (hand.declarer + 2) % 4)]
