"""Knockout Whist against its rules."""

from __future__ import annotations

from typing import Any

import pytest
from arena_knockout_whist import KnockoutWhist

from arena.errors import IllegalAction, InputError
from arena.game import Game
from arena.hand import Hand
from arena.phases import ALL
from arena.views import Views
from tests.plugins.tables import asked, dealt, lawful_game, play, told

SEVEN = {1: "AS KS QS AH KH QH 2D", 2: "2S 3S 4S 2H 3H 4H AD", 0: "5S 6S 7S 5H 6H 7H 3D"}
# Seat 1 wins six tricks, seat 2 the last, seat 0 none.
PLAYED = "AS 2S 5S  KS 3S 6S  QS 4S 7S  AH 2H 5H  KH 3H 6H  QH 4H 7H  2D AD 3D"


def first_hand(tokens: str = "") -> Hand:
    """Three players, seat 0 deals, clubs are trumps."""
    return play(dealt(KnockoutWhist(3), SEVEN, "9C", size=7), tokens)


def later_hand(number: int, playing: tuple[int, ...], chooser: int, *, seats: int = 4, **how: Any) -> Hand:
    carry = {"playing": playing, "chooser": chooser, "cut": ()}
    hands = how.pop("hands", {})
    return dealt(KnockoutWhist(seats), hands, size=8 - number, number=number, carry=carry, playing=playing, **how)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7])
def test_seven_cards_each_and_the_next_makes_trumps(players: int) -> None:
    hand = dealt(KnockoutWhist(players), {}, "9H", size=7)
    assert [cards.bit_count() for cards in hand.hands] == [7] * players
    assert hand.trump == "H"
    assert hand.log[-2:] == [(ALL, ("up", ["9H"])), (ALL, ("trump", 0, "H"))]
    assert asked(hand) == ("play", 1)


def test_it_is_a_game_for_two_to_seven() -> None:
    with pytest.raises(InputError, match="knockout-whist is a game for 2, 3, 4, 5, 6, 7 players, not for 8"):
        KnockoutWhist(8)


def test_suit_is_followed_and_trumps_win() -> None:
    hands = {1: "AS KS QS AH KH QH 2D", 2: "2S 3S 4S 2H 3H 4H AD", 0: "2C 6D 7D 5H 6H 7H 3D"}
    hand = play(dealt(KnockoutWhist(3), hands, "9C", size=7), "AS")
    with pytest.raises(IllegalAction, match="AD breaks a rule: a card of the suit led"):
        hand.play("AD")
    play(hand, "2S 2C")
    assert told(hand, "trick") == [("trick", 0)]


def test_who_wins_no_trick_drops_out_and_everybody_else_scores_one() -> None:
    hand = first_hand(PLAYED)
    assert hand.over
    assert hand.won == [0, 6, 1]
    assert list(hand.scores) == [0, 1, 1]
    assert hand.variant.carry(hand) == {"playing": (1, 2), "cut": (), "chooser": 1}
    assert hand.variant.next_dealer(hand) == 1


def test_who_won_most_sees_the_next_hand_and_names_trumps() -> None:
    hand = later_hand(2, (0, 1, 2), 2)
    assert [cards.bit_count() for cards in hand.hands] == [6, 6, 6, 0]
    assert told(hand, "up", "trump") == []
    assert asked(hand) == ("trump", 2)
    assert hand.legal_tokens() == ["S", "H", "D", "C"]
    hand.play("D")
    assert hand.trump == "D"
    assert asked(hand) == ("play", 1)


def test_players_who_are_out_get_no_cards_are_never_asked_and_do_not_deal() -> None:
    hand = play(later_hand(5, (0, 2), 0, dealer=3), "H")
    assert asked(hand) == ("play", 0)
    seats = set()
    while not hand.over:
        seats.add(asked(hand)[1])
        hand.play(hand.legal_tokens()[0])
    assert seats == {0, 2}
    views = Views(hand.variant, [4, 1, 4, 2])
    views.fold(hand.log)
    assert views.view(0, "play")["playing"] == [0, 2]
    hand.won = [2, 0, 1, 0]
    hand.dealer = 0
    assert hand.variant.next_dealer(hand) == 2
    hand.won = [3, 0, 0, 0]
    assert hand.variant.next_dealer(hand) == 0


def test_equal_numbers_of_tricks_cut_for_trumps_with_cards_of_the_hand_before() -> None:
    hand = first_hand()
    deck, pack = hand.deck, list(hand.pack)
    for won, cut, chooser in (
        ([3, 1, 3], "KD 2C", 2),  # In turn from the dealer's left: seat 2 cuts the king, seat 0 the two.
        ([3, 1, 3], "2C KD", 0),
        ([3, 3, 1], "7S 7H", 1),  # Equal ranks: the first in turn.
        ([3, 3, 1], "7H 8S", 0),
        ([0, 4, 3], "AS 2S", 1),
    ):
        cards = [deck.card(token) for token in cut.split()]
        hand.pack = tuple([card for card in pack if card not in cards] + cards)
        hand.won = won
        carry = hand.variant.carry(hand)
        assert carry["chooser"] == chooser, cut
        tied = [seat for seat in (1, 2, 0) if won[seat] == max(won)]
        ranks = [token[0] for token in cut.split()]
        assert carry["cut"] == (tuple(zip(tied, ranks, strict=True)) if len(tied) > 1 else ())


def test_the_last_one_left_wins() -> None:
    variant = KnockoutWhist(3)
    assert variant.winners([1, 0, 1], 1) is None
    assert variant.winners([2, 0, 1], 2) == [0]
    assert variant.winners([6, 7, 3], 7) == [1]


def test_the_seventh_hand_has_one_card_and_one_survivor() -> None:
    hand = later_hand(7, (1, 3), 3, hands={1: "9S", 3: "KS"})
    play(hand, "H 9S KS")
    assert hand.over
    assert list(hand.scores) == [0, 0, 0, 1]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7])
def test_random_games_obey_the_laws_and_end_with_one_winner(players: int) -> None:
    for seed in range(4):
        game: Game = lawful_game(KnockoutWhist(players), seed, most_hands=7, worlds=players < 6 and seed == 0)
        assert game.over
        assert sorted(game.payoffs) == [0.0] * (players - 1) + [1.0]
        assert game.hand.number <= 7
