"""Spades against its rules."""

from __future__ import annotations

import pytest
from arena_spades import Spades

from arena.errors import IllegalAction
from arena.game import Game
from arena.hand import Hand
from arena.phases import ALL
from arena.views import Views
from tests.plugins.tables import asked, dealt, lawful_game, play, told

SUITS = {
    1: "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C",
    2: "AD KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D",
    3: "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H",
    0: "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S",
}
MIXED = {1: "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3S 2S", 0: "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3C 2C"}


def suited(**options: object) -> Hand:
    return dealt(Spades(**options), SUITS, size=13)


def mixed(bids: str = "1 1 1 1", **options: object) -> Hand:
    """Seat 1 leads with eleven clubs and two spades; seat 0 deals and has the other spades."""
    return play(dealt(Spades(**options), {**MIXED, 2: SUITS[2], 3: SUITS[3]}, size=13), bids)


def scored(bids: str, won: list[int], had: int = 0, **options: object) -> list[int]:
    """The scores by side, seats 0 and 2 first, of bids and tricks by seat."""
    hand = suited(**options)
    hand.extra["bids"], hand.extra["bags"] = tuple(bids.split()), (had,) * 4
    hand.won = won
    scores = hand.variant.score(hand)
    assert (scores[0], scores[1]) == (scores[2], scores[3])
    return list(scores[:2])


# Bids


def test_bids_go_round_once_from_the_dealers_left() -> None:
    hand, seats = suited(), []
    for bid in ("nil", "3", "13", "4"):
        assert hand.legal_tokens() == ["nil", *map(str, range(1, 14))]
        seats.append(asked(hand)[1])
        hand.play(bid)
    assert seats == [1, 2, 3, 0]
    assert told(hand, "bid") == [("bid", 1, "nil"), ("bid", 2, "3"), ("bid", 3, "13"), ("bid", 0, "4")]
    assert asked(hand) == ("play", 1)


@pytest.mark.parametrize("bid", ["0", "14", "pass", "blind", "look", "Nil"])
def test_other_words_are_no_bids(bid: str) -> None:
    with pytest.raises(IllegalAction, match=f"'{bid}' can't be chosen.*Legal: nil 1 2"):
        suited().play(bid)


def test_partners_may_be_held_to_thirteen() -> None:
    hand = play(suited(thirteen=True), "9 13")
    assert hand.legal_tokens() == ["nil", "1", "2", "3", "4"]
    hand.play("4")
    assert hand.legal_tokens() == ["nil"]
    assert len(play(suited(), "9 13").legal_tokens()) == 14


def test_without_nil_everybody_bids_a_trick_at_least() -> None:
    hand = suited(nil=0, thirteen=True)
    assert hand.legal_tokens() == [str(n) for n in range(1, 13)]
    play(hand, "12 1")
    assert hand.legal_tokens() == ["1"]


# Play


def test_spades_are_not_led_before_one_has_been_played_to_another_suit() -> None:
    hand = mixed()
    assert set(hand.legal_tokens()) == {"AC", "KC", "QC", "JC", "TC", "9C", "8C", "7C", "6C", "5C", "4C"}
    with pytest.raises(IllegalAction, match="2S breaks a rule: spades are not led before one"):
        hand.play("2S")
    play(hand, "AC 2D 2H 2C  KC 3D 3H 3C")
    assert "3S" not in hand.legal_tokens()
    play(hand, "QC 4D 4H 4S")
    assert (hand.phase.turn if hand.phase else None) == 0
    play(hand, "5S 2S 5D 5H  6S 3S 6D 6H")
    assert hand.won == [3, 2, 0, 0]


def test_a_hand_of_spades_alone_may_lead_one() -> None:
    hand = dealt(Spades(), {1: SUITS[0], 0: SUITS[1], 2: SUITS[2], 3: SUITS[3]}, size=13)
    play(hand, "1 1 1 1 2S 2D 2H 2C")
    assert hand.won == [0, 1, 0, 0]


def test_when_spades_may_be_led_is_an_option() -> None:
    assert "2S" in mixed(leads="any").legal_tokens()
    tokens = "AC 2D 2H 2C  KC 3D 3H 3C  QC 4D 4H 4S  5S 2S 5D 5H"
    for option, legal in (("broken", {"9H", "6S"}), ("last", {"9H"})):
        hand = play(mixed(leads=option), tokens)
        hand.hands[0] = hand.deck.set_of(["9H", "6S"])
        assert set(hand.legal_tokens()) == legal


def test_spades_beat_the_suit_led() -> None:
    hand = play(mixed(), "AC 2D 2H 2C  KC 3D 3H 3C  QC AD AH 4S")
    assert told(hand, "trick") == [("trick", 1), ("trick", 1), ("trick", 0)]


# Scores


@pytest.mark.parametrize(
    ("bids", "won", "scores"),
    [
        ("3 4 2 4", [4, 4, 1, 4], [50, 80]),
        ("3 4 2 4", [4, 4, 2, 3], [51, -80]),
        ("5 1 4 1", [8, 1, 3, 1], [92, 20]),
        ("13 1 13 1", [7, 0, 6, 0], [-260, -20]),
        ("nil 3 4 3", [0, 5, 4, 4], [140, 63]),
        ("nil 3 4 3", [0, 5, 3, 5], [60, 64]),
        # One nil held and one failed; 13 bags cost a hundred.
        ("nil nil nil nil", [0, 13, 0, 0], [200, 13 - 100]),
        ("nil 3 nil 3", [1, 6, 0, 6], [1, 66]),
    ],
)
def test_bids_bags_and_nils(bids: str, won: list[int], scores: list[int]) -> None:
    assert scored(bids, won) == scores


def test_tricks_of_a_failed_nil_count_for_the_partner_or_are_bags_alone() -> None:
    bids, won = "nil 3 4 3", [2, 4, 3, 4]
    assert scored(bids, won)[0] == 40 + 1 - 100
    assert scored(bids, won, failed_nil="overtricks")[0] == -40 + 2 - 100
    assert scored(bids, [2, 4, 4, 3], failed_nil="overtricks")[0] == 40 + 2 - 100


def test_ten_bags_cost_a_hundred_and_the_rest_are_kept() -> None:
    assert scored("3 5 2 3", [4, 5, 2, 2], had=8)[0] == 51
    assert scored("3 5 2 3", [5, 5, 2, 1], had=8)[0] == 52 - 100
    assert scored("3 5 2 3", [5, 5, 2, 1], had=8, bags=0)[0] == 52
    assert scored("3 2 2 2", [6, 2, 3, 2], had=3, bags=5)[0] == 54 - 100


def test_what_nil_is_worth_is_an_option() -> None:
    assert scored("nil 3 4 3", [0, 5, 4, 4], nil=50)[0] == 90
    assert scored("blind 3 4 3", [0, 5, 4, 4], blind_nil="always")[0] == 240
    assert scored("blind 3 4 3", [1, 5, 4, 3], blind_nil="always")[0] == 41 - 200


def test_bags_and_totals_go_from_hand_to_hand() -> None:
    hand = play(suited(), "1 1 1 1")
    hand.extra["bags"] = (9, 0, 9, 0)
    hand.won = [2, 2, 1, 8]
    hand.scores = tuple(hand.variant.score(hand))
    assert list(hand.scores) == [20 + 1 - 100, 28, 20 + 1 - 100, 28]
    carry = hand.variant.carry(hand)
    assert carry == {"bags": (0, 8, 0, 8), "totals": (-79, 28, -79, 28)}
    after = dealt(Spades(), SUITS, size=13, number=2, carry=carry)
    views = Views(after.variant, [0] * 4)
    views.fold(after.log)
    assert views.view(1, "bid")["bags"] == [0, 8, 0, 8]


# Blind nil


def test_blind_nil_is_asked_for_before_a_card_is_seen() -> None:
    hand = suited(blind_nil="always")
    assert asked(hand) == ("blind", 1)
    assert hand.legal_tokens() == ["look", "blind"]
    assert hand.hands == [0, 0, 0, 0]
    hand.play("look")
    assert asked(hand) == ("bid", 1)
    assert [cards.bit_count() for cards in hand.hands] == [0, 13, 0, 0]
    play(hand, "3 blind")
    assert asked(hand) == ("blind", 3)
    assert (ALL, ("bid", 2, "blind")) in hand.log
    assert hand.hands[2].bit_count() == 13


def test_blind_nil_may_be_for_those_a_hundred_behind() -> None:
    variant = Spades(blind_nil="100 behind")
    for behind, kind in ((99, "bid"), (100, "blind")):
        carry = {"bags": (0,) * 4, "totals": (behind, 0, behind, 0)}
        assert asked(dealt(variant, SUITS, size=13, number=2, carry=carry)) == (kind, 1)
    assert asked(dealt(variant, SUITS, size=13))[0] == "bid"


def test_a_blind_nil_exchanges_cards_with_the_partner() -> None:
    hand = dealt(Spades(blind_nil="always", blind_pass=2), {}, size=13)
    play(hand, "blind look 3 look 4 look 3")
    mine, partners = hand.hands[1], hand.hands[3]
    assert asked(hand) == ("pass", 1)
    first = hand.legal_tokens()[:2]
    play(hand, " ".join(first))
    assert asked(hand) == ("pass", 3)
    second = hand.legal_tokens()[-2:]
    play(hand, " ".join(second))
    assert asked(hand) == ("play", 1)
    gone, come = hand.deck.set_of(first), hand.deck.set_of(second)
    assert hand.hands[1] == mine & ~gone | come
    assert hand.hands[3] == partners & ~come | gone
    assert [to for to, event in hand.log if event[0] == "pass"] == [1, 1, 3, 3]


# The game


def test_the_higher_side_wins_at_the_target() -> None:
    assert Spades().winners([500, 480, 500, 480], 8) == [0, 2]
    assert Spades().winners([510, 520, 510, 520], 8) == [1, 3]
    assert Spades().winners([510, 510, 510, 510], 8) is None
    assert Spades().winners([499, 0, 499, 0], 8) is None
    assert Spades().winners([-900, -800, -900, -800], 199) is None
    assert Spades().winners([-900, -800, -900, -800], 200) == [1, 3]
    assert Spades(max_hands=2).winners([7, 7, 7, 7], 2) == [0, 1, 2, 3]
    assert Spades(target=100).winners([100, 0, 100, 0], 1) == [0, 2]


def test_the_mercy_limit_ends_a_game() -> None:
    assert Spades().winners([-600, 20, -600, 20], 9) is None
    assert Spades(mercy=200).winners([-200, 20, -200, 20], 9) == [1, 3]
    assert Spades(mercy=200).winners([-199, 20, -199, 20], 9) is None


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"nil": 0, "thirteen": True, "bags": 0, "leads": "any"},
        {"blind_nil": "always", "blind_pass": 2, "failed_nil": "overtricks", "leads": "last"},
    ],
)
def test_random_games_obey_the_laws(options: dict[str, object]) -> None:
    for seed in range(4):
        lawful_game(Spades(**options), seed)


def test_a_random_game_goes_down_to_mercy() -> None:
    game: Game = lawful_game(Spades(mercy=100), 1, most_hands=40, worlds=False)
    assert game.over
    assert sorted(game.payoffs) == [0, 0, 1, 1]
