"""Troeven against its rules, sentence by sentence. Whole hands, worked by hand, are in `golden/`."""

from __future__ import annotations

import itertools

import pytest
from arena_troeven import Troeven

from arena.errors import IllegalAction, InputError
from arena.game import Game
from arena.phases import ALL
from arena.tricks import Tricks
from arena.views import Views
from tests.plugins.troeven_hands import holding, identity, scored

RANKING = "AKQJT987"


# The pack


def test_the_pack_has_32_cards_from_the_ace_to_the_seven() -> None:
    deck = Troeven().deck
    assert set(deck.tokens) == {rank + suit for rank in RANKING for suit in "SHDC"}
    assert deck.size == 32


@pytest.mark.parametrize("trump", "SHDC")
def test_every_suit_ranks_ace_to_seven_trump_or_not(trump: str) -> None:
    variant = Troeven()
    ranking, card = variant.ranking(trump), variant.deck.card
    for suit in "SHDC":
        for higher, lower in itertools.combinations(RANKING, 2):
            assert ranking.winner([card(lower + suit), card(higher + suit)]) == 1
            assert ranking.winner([card(higher + suit), card(lower + suit)]) == 0
        if suit != trump:
            assert ranking.winner([card("A" + suit), card("7" + trump)]) == 1
            other = next(name for name in "SHDC" if name not in (suit, trump))
            assert ranking.winner([card("7" + suit), card("A" + other)]) == 0


def test_ace_king_queen_jack_count_4_3_2_1_and_all_together_40() -> None:
    hand = identity()
    for seat, rank in enumerate("AKQJ"):
        hand.taken[seat] = hand.deck.rank(rank)
    values = {"A": 4, "K": 3, "Q": 2, "J": 1}
    assert hand.points(values) == [16, 12, 8, 4]
    assert scored(0, 20) == [0, 0, 0, 0]
    assert scored(0, 21) != scored(0, 19) != [0, 0, 0, 0]


@pytest.mark.parametrize("players", [2, 3, 5, 6])
def test_it_is_a_game_for_four(players: int) -> None:
    with pytest.raises(InputError, match=rf"troeven .*4 players, not .*{players}"):
        Troeven(players)


def test_partners_sit_opposite() -> None:
    assert Troeven().teams == ((0, 2), (1, 3))
    assert [Troeven().team_of(seat) for seat in range(4)] == [0, 1, 0, 1]


# Deal and trump


@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_the_caller_at_the_dealers_left_sees_four_cards_alone_before_the_call(dealer: int) -> None:
    hand = identity(dealer)
    caller = (dealer + 1) % 4
    assert hand.phase is not None
    assert (hand.phase.kind, hand.phase.turn) == ("trump", caller)
    first_four = hand.deck.tokens_of(0b1111)
    assert hand.log == [(ALL, ("deal", 1, dealer)), (caller, ("hand", first_four))]
    views = Views(hand.variant, [7, 7, 7, 7])
    views.fold(hand.log)
    assert views.view(caller, "trump")["hand"] == first_four
    assert all(views.view(seat, "trump")["hand"] == [] for seat in range(4) if seat != caller)


@pytest.mark.parametrize("trump", "SHDC")
def test_the_caller_names_any_suit_held_or_not(trump: str) -> None:
    # The four lowest numbers are 7S 8S 9S TS: three of the suits are not held.
    hand = identity(dealer=3)
    assert set(hand.legal_tokens()) == set("SHDC")
    hand.play(trump)
    assert hand.trump == trump
    assert (ALL, ("trump", 0, trump)) in hand.log
    with pytest.raises(IllegalAction, match=trump):
        identity().play(trump.lower())


@pytest.mark.parametrize("word", ["pass", "", "N", "AS", "SH"])
def test_the_caller_can_not_pass_or_name_anything_else(word: str) -> None:
    with pytest.raises(IllegalAction, match="S H D C"):
        identity().play(word)


@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_after_the_call_packets_of_four_go_to_the_three_others_and_then_to_all_from_the_caller(dealer: int) -> None:
    hand = identity(dealer)
    caller, second, third, fourth = ((dealer + step) % 4 for step in (1, 2, 3, 4))
    hand.play("H")
    packet = [0b1111 << 4 * place for place in range(8)]
    assert hand.hands[caller] == packet[0] | packet[4]
    assert hand.hands[second] == packet[1] | packet[5]
    assert hand.hands[third] == packet[2] | packet[6]
    assert hand.hands[fourth] == packet[3] | packet[7]
    assert fourth == dealer
    assert hand.undealt == 0


@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_the_call_is_known_before_the_rest_is_dealt_and_each_seat_is_told_its_own_cards(dealer: int) -> None:
    hand = identity(dealer)
    caller = (dealer + 1) % 4
    hand.play("C")
    kinds = [(seat, event[0]) for seat, event in hand.log]
    assert kinds[:3] == [(ALL, "deal"), (caller, "hand"), (ALL, "trump")]
    assert sorted(kinds[3:]) == [(seat, "hand") for seat in range(4)]
    for seat in range(4):
        told = [token for to, event in hand.log if to == seat for token in event[1]]
        assert sorted(told) == sorted(hand.deck.tokens_of(hand.hands[seat]))


@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_the_caller_leads(dealer: int) -> None:
    hand = identity(dealer)
    hand.play("D")
    assert isinstance(hand.phase, Tricks)
    assert hand.phase.turn == (dealer + 1) % 4


def test_the_deal_moves_clockwise_and_the_first_dealer_is_drawn() -> None:
    variant = Troeven()
    assert [variant.next_dealer(identity(dealer)) for dealer in range(4)] == [1, 2, 3, 0]
    drawn = [Game(variant, "seed", number, single=True).hand.dealer for number in range(200)]
    assert all(drawn.count(seat) > 30 for seat in range(4))


# Play


@pytest.mark.parametrize(
    ("trump", "led", "held", "legal"),
    [
        ("H", "8S", "AS 7H KD", "AS 7H"),
        ("H", "8S", "7H KD", "7H KD"),
        ("H", "8S", "AS KD QC", "AS"),
        ("H", "8S", "AS TS 7S AH 7H AD AC", "AS TS 7S AH 7H"),
        ("H", "8S", "KD QC 9D", "KD QC 9D"),
        ("H", "8H", "7H KD AS", "7H"),
        ("H", "8H", "KD AS", "KD AS"),
        ("S", "8H", "AS 7H KD", "AS 7H"),
        ("D", "8S", "AS 7H KD", "AS KD"),
        ("C", "8S", "AS 7H KD", "AS"),
    ],
)
def test_who_holds_the_suit_led_plays_it_or_a_trump_and_who_does_not_plays_anything(
    trump: str, led: str, held: str, legal: str
) -> None:
    hand = holding(trump, led, held, "9C", "9D")
    hand.play(led)
    assert set(hand.legal_tokens()) == set(legal.split())


def test_a_side_card_thrown_while_holding_the_suit_led_is_refused_with_the_rule() -> None:
    hand = holding("H", "8S", "AS 7H KD", "9C", "9D")
    hand.play("8S")
    with pytest.raises(IllegalAction, match=r"KD .*suit led.* or a trump.*Legal: AS 7H"):
        hand.play("KD")


def test_nobody_must_beat_or_overtrump_and_the_lead_is_free() -> None:
    hand = holding("H", "8S AH", "AH 7H 9S", "TH 7S KD", "9D")
    assert set(hand.legal_tokens()) == {"8S", "AH"}
    hand.play("8S")
    hand.play("AH")
    assert set(hand.legal_tokens()) == {"TH", "7S"}


@pytest.mark.parametrize(
    ("trump", "plays", "winner"),
    [
        ("H", "8S 9S AD TS", 3),
        ("H", "8S 9S 7H TS", 2),
        ("H", "8S 9H 7H TS", 1),
        ("H", "7H 9H AH TH", 2),
        ("C", "7D AS AH KS", 0),
    ],
)
def test_the_highest_trump_wins_or_else_the_highest_card_of_the_suit_led(trump: str, plays: str, winner: int) -> None:
    cards = plays.split()
    hand = holding(trump, *cards)
    for card in cards:
        hand.play(card)
    assert hand.won == [int(seat == winner) for seat in range(4)]
