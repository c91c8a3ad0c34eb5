"""Wizard against its rules."""

from __future__ import annotations

import pytest
from arena_wizard import Wizard

from arena.errors import IllegalAction
from arena.hand import Hand
from arena.phases import ALL
from tests.plugins.tables import asked, dealt, lawful_game, play, told

THREE = {1: "5S 9S WZ", 2: "7S KD JE", 0: "2H 3S WZ"}


def three_cards(up: str = "4H", hands: dict[int, str] = THREE, **options: object) -> Hand:
    """Three players, three cards each, seat 0 deals, seat 1 leads."""
    return dealt(Wizard(3, cards=3, **options), hands, up, size=3)


def trick(plays: str, trump: str = "4H") -> int:
    """The place, from the leader on, of the card that wins this trick of three players."""
    cards = plays.split()
    hand = dealt(Wizard(3), {1: cards[0], 2: cards[1], 0: cards[2]}, trump, size=1)
    if hand.phase is not None and hand.phase.kind == "trump":
        hand.play("H")
    play(hand, "0 0 0")
    play(hand, plays)
    winner: int = told(hand, "trick")[0][1]
    return (winner - 1) % 3


# The pack and the hands


def test_sixty_cards_with_four_wizards_and_four_jesters() -> None:
    deck = Wizard(3).deck
    assert deck.size == 60
    assert [deck.faces[face].bit_count() for face in ("WZ", "JE", "AS")] == [4, 4, 1]


@pytest.mark.parametrize(("players", "hands"), [(3, 20), (4, 15), (5, 12), (6, 10)])
def test_hands_grow_from_one_card_until_the_pack_is_dealt_out(players: int, hands: int) -> None:
    variant = Wizard(players)
    assert variant.winners([9] * players, hands - 1) is None
    assert variant.winners([9] * players, hands) == list(range(players))
    for number in (1, 2, hands):
        hand = dealt(variant, {}, size=number, number=number)
        assert [cards.bit_count() for cards in hand.hands] == [number] * players
    assert hand.undealt == 0
    assert hand.trump is None
    assert told(hand, "up") == []
    assert asked(hand) == ("bid", 1)


def test_every_hand_may_have_the_same_number_of_cards() -> None:
    variant = Wizard(6, cards=20)
    assert dealt(variant, {}, size=10).hands[0].bit_count() == 10
    assert variant.lowest_payoff == -100
    assert Wizard(6).lowest_payoff == -10


# Trumps


def test_a_suit_turned_up_is_trumps() -> None:
    hand = three_cards("4H")
    assert hand.trump == "H"
    assert hand.log[-2:] == [(ALL, ("up", ["4H"])), (ALL, ("trump", 0, "H"))]
    assert asked(hand) == ("bid", 1)


def test_after_a_wizard_the_dealer_names_trumps_before_the_bids() -> None:
    hand = three_cards("WZ")
    assert asked(hand) == ("trump", 0)
    assert hand.legal_tokens() == ["S", "H", "D", "C"]
    hand.play("D")
    assert hand.trump == "D"
    assert (ALL, ("trump", 0, "D")) in hand.log
    assert asked(hand) == ("bid", 1)


def test_a_jester_means_no_trumps() -> None:
    hand = three_cards("JE")
    assert hand.trump is None
    assert told(hand, "trump") == []
    assert asked(hand) == ("bid", 1)


# Bids


def test_bids_from_the_dealers_left_are_free_unless_the_hook_is_played() -> None:
    hand = play(three_cards(), "1 1")
    assert asked(hand) == ("bid", 0)
    assert hand.legal_tokens() == ["0", "1", "2", "3"]
    hooked = play(three_cards(hook=True), "1 1")
    assert hooked.legal_tokens() == ["0", "2", "3"]
    with pytest.raises(IllegalAction, match="'1' can't be chosen"):
        hooked.play("1")


# Play


def test_the_suit_led_is_followed_but_wizards_and_jesters_may_always_be_played() -> None:
    hand = play(three_cards(), "1 1 1 5S")
    assert hand.legal_tokens() == ["7S", "JE"]
    with pytest.raises(IllegalAction, match="KD breaks a rule: while the hand holds the suit led"):
        hand.play("KD")
    hand.play("JE")
    assert hand.legal_tokens() == ["3S", "WZ"]
    hand.play("3S")
    assert told(hand, "trick") == [("trick", 1)]


def test_a_led_wizard_leaves_everybody_free() -> None:
    hand = play(three_cards(), "1 1 1 WZ")
    assert set(hand.legal_tokens()) == {"7S", "KD", "JE"}


def test_after_a_led_jester_the_next_suit_is_followed() -> None:
    hands = {1: "JE 9S 5S", 2: "7S KD 2C", 0: "2H 3S 4S"}
    hand = play(three_cards("4H", hands), "1 1 1 JE")
    assert set(hand.legal_tokens()) == {"7S", "KD", "2C"}
    hand.play("7S")
    assert set(hand.legal_tokens()) == {"3S", "4S"}
    hand.play("3S")
    assert told(hand, "trick") == [("trick", 2)]


def test_of_two_like_cards_one_is_offered() -> None:
    hand = play(three_cards("4H", {1: "WZ WZ JE", 2: "WZ JE JE", 0: "2S 3S 4S"}), "1 1 1")
    assert hand.legal_tokens() == ["WZ", "JE"]
    hand.play("WZ")
    assert hand.hands[1].bit_count() == 2


@pytest.mark.parametrize(
    ("plays", "winner"),
    [
        ("5S 7S 3S", 1),
        ("5S AD KC", 0),
        ("5S AS 2H", 2),
        ("3H AS 2H", 0),
        ("5S WZ AH", 1),
        ("5S WZ WZ", 1),
        ("WZ AH WZ", 0),
        ("JE 2S AC", 1),
        ("JE JE 2S", 2),
        ("JE 2S 2H", 2),
        ("JE JE JE", 0),
        ("JE WZ AH", 1),
        ("2S JE JE", 0),
    ],
)
def test_the_first_wizard_wins_or_the_highest_trump_or_the_highest_of_the_suit_led(plays: str, winner: int) -> None:
    assert trick(plays) == winner


def test_without_trumps_the_suit_led_wins() -> None:
    assert trick("5S AH KC", "JE") == 0
    assert trick("JE AH 2C", "JE") == 1


# Scores


def test_a_hand_worked_by_hand() -> None:
    hand = play(three_cards(), "1 0 2")
    play(hand, "5S 7S 3S  KD 2H WZ  9S JE WZ")
    assert told(hand, "trick") == [("trick", 2), ("trick", 1), ("trick", 0)]
    assert list(hand.scores) == [-10, 30, -10]


@pytest.mark.parametrize(
    ("bids", "won", "scores"),
    [
        ("2 0 1", [1, 2, 0], [30, 40, 20]),
        ("3 0 0", [0, 3, 0], [20, 50, 20]),
        ("0 3 1", [0, 2, 1], [-10, -20, -20]),
    ],
)
def test_twenty_and_ten_a_trick_for_an_exact_bid_or_ten_less_for_each_trick_off(
    bids: str, won: list[int], scores: list[int]
) -> None:
    hand = play(three_cards(), bids)
    hand.won = won
    assert list(hand.variant.score(hand)) == scores


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_random_games_obey_the_laws(players: int) -> None:
    game = lawful_game(Wizard(players), players, most_hands=20, worlds=players < 5)
    assert game.over
    lawful_game(Wizard(players, cards=7, hook=True), players, most_hands=1, worlds=players < 5)
