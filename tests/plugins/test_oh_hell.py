"""Oh Hell against its rules."""

from __future__ import annotations

import pytest
from arena_oh_hell import OhHell

from arena.errors import IllegalAction
from arena.hand import Hand
from arena.phases import ALL
from tests.plugins.tables import asked, dealt, lawful_game, play, told

THREE = {1: "AS KH 2D", 2: "3S AH 3D", 3: "4S QS AD", 0: "5S 9C 4D"}


def three_cards(**options: object) -> Hand:
    """Four players, three cards each, clubs are trumps, seat 0 deals."""
    return dealt(OhHell(4, most=3, **options), THREE, "2C", size=3)


def scored(bids: str, won: list[int], **options: object) -> list[int]:
    """Scores of four players by seat, for bids from seat 1 on."""
    hand = play(dealt(OhHell(4, most=7, hook=False, **options), {}, size=7), bids)
    hand.won = won
    return list(hand.variant.score(hand))


# The hands of a game


@pytest.mark.parametrize(("players", "longest"), [(3, 10), (4, 10), (5, 10), (6, 8), (7, 7)])
def test_the_usual_game_goes_down_to_one_card_and_up_again(players: int, longest: int) -> None:
    sizes = OhHell(players).hand_sizes
    assert sizes == (*range(longest, 0, -1), *range(2, longest + 1))


@pytest.mark.parametrize(
    ("option", "sizes"),
    [
        ("down up", (3, 2, 1, 2, 3)),
        ("up down", (1, 2, 3, 2, 1)),
        ("down", (3, 2, 1)),
        ("up", (1, 2, 3)),
        ("same", (3, 3, 3)),
    ],
)
def test_sizes_may_go_otherwise(option: str, sizes: tuple[int, ...]) -> None:
    assert OhHell(4, most=3, sizes=option).hand_sizes == sizes


def test_no_hand_is_longer_than_the_pack_allows() -> None:
    assert OhHell(4, most=20).longest == 13
    assert OhHell(7, most=20).longest == 7


def test_each_hand_has_its_number_of_cards() -> None:
    for number, size in enumerate((3, 2, 1, 2, 3), 1):
        hand = dealt(OhHell(3, most=3), {}, size=size, number=number)
        assert [cards.bit_count() for cards in hand.hands] == [size] * 3


# Trumps and bids


def test_the_next_card_makes_trumps() -> None:
    hand = three_cards()
    assert hand.trump == "C"
    assert hand.log[-2:] == [(ALL, ("up", ["2C"])), (ALL, ("trump", 0, "C"))]


def test_without_a_card_left_there_are_no_trumps() -> None:
    hand = dealt(OhHell(4, most=13), {}, size=13)
    assert hand.trump is None
    assert told(hand, "up", "trump") == []
    play(hand, "1 1 1 1")
    assert hand.phase is not None


def test_the_dealer_bids_last_and_may_not_make_the_sum_even() -> None:
    hand = three_cards()
    seats = []
    for bid in ("1", "0", "1"):
        assert hand.legal_tokens() == ["0", "1", "2", "3"]
        seats.append(asked(hand)[1])
        hand.play(bid)
    assert seats == [1, 2, 3]
    assert asked(hand) == ("bid", 0)
    assert hand.legal_tokens() == ["0", "2", "3"]
    with pytest.raises(IllegalAction, match=r"'1' can't be chosen.*between 0, 2, 3"):
        hand.play("1")
    hand.play("0")
    assert asked(hand) == ("play", 1)


def test_the_dealer_is_free_when_the_others_have_bid_too_much_or_without_the_hook() -> None:
    assert play(three_cards(), "3 1 0").legal_tokens() == ["0", "1", "2", "3"]
    assert play(three_cards(hook=False), "1 0 1").legal_tokens() == ["0", "1", "2", "3"]
    with pytest.raises(IllegalAction, match="'4'"):
        three_cards().play("4")


# Play and score


def test_a_hand_worked_by_hand() -> None:
    hand = play(three_cards(), "1 1 1 1")
    hand.play("AS")
    assert hand.legal_tokens() == ["3S"]
    hand.play("3S")
    with pytest.raises(IllegalAction, match="AD breaks a rule: a card of the suit led"):
        hand.play("AD")
    play(hand, "4S 5S  KH AH QS 9C  4D 2D 3D AD")
    assert told(hand, "trick") == [("trick", 1), ("trick", 0), ("trick", 3)]
    # Three players have made one trick each; seat 2 has missed its bid.
    assert list(hand.scores) == [11, 11, 0, 11]


@pytest.mark.parametrize(
    ("options", "scores"),
    [
        ({}, [0, 13, 0, 10]),
        ({"bonus": 5}, [0, 8, 0, 5]),
        ({"scoring": "tricks"}, [3, 13, 1, 10]),
        ({"scoring": "off"}, [-2, 13, -1, 10]),
    ],
)
def test_an_exact_bid_scores_ten_and_the_tricks_and_the_rest_as_chosen(
    options: dict[str, object], scores: list[int]
) -> None:
    assert scored("3 2 0 1", [3, 3, 1, 0], **options) == scores


def test_the_lowest_payoff_follows_the_scoring() -> None:
    assert OhHell(4).lowest_payoff == 0
    assert OhHell(4, scoring="off").lowest_payoff == -10
    assert OhHell(7, scoring="off", most=5).lowest_payoff == -5


def test_the_highest_after_the_last_hand_wins_and_several_may_share() -> None:
    variant = OhHell(3, most=2)
    assert variant.winners([30, 20, 10], 2) is None
    assert variant.winners([30, 20, 10], 3) == [0]
    assert variant.winners([30, 20, 30], 3) == [0, 2]


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_random_games_obey_the_laws(players: int) -> None:
    lawful_game(OhHell(players), players, most_hands=2)
    game = lawful_game(OhHell(players, most=3, sizes="up down", scoring="off"), players, most_hands=9)
    assert game.over
    assert sum(game.payoffs) == pytest.approx(1)


def test_random_games_of_whole_packs_obey_the_laws() -> None:
    assert lawful_game(OhHell(4, most=13, sizes="same", hook=False), 1, most_hands=2).hand.undealt == 0
