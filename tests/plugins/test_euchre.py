"""Euchre against its rules."""

from __future__ import annotations

import pytest
from arena_euchre import Euchre

from arena.errors import IllegalAction
from arena.game import Game
from arena.hand import Hand
from arena.phases import ALL
from arena.views import Views
from tests.plugins.tables import asked, dealt, lawful_game, play, told

SUITED = {1: "AS KS QS TS 9S", 2: "JH JD AH KH QH", 3: "AC KC QC TC 9C", 0: "AD KD QD TD 9D"}
MARCH = "AS QH AC AD  JH KC 9H KS  JD QC QD QS  AH TC KD TS  KH 9C TD 9S"


def suited(**options: object) -> Hand:
    """Seat 0 deals, the nine of hearts is up, seat 2 has all the top hearts."""
    return dealt(Euchre(**options), SUITED, "9H", size=5)


def in_play(hands: dict[int, str], up: str, bids: str, **options: object) -> Hand:
    return play(dealt(Euchre(**options), hands, up, size=5), bids)


def scored(maker: int, won: list[int], alone: tuple[int, ...] = ()) -> list[int]:
    hand = suited()
    hand.declarer, hand.won = maker, won
    hand.extra["alone"] = alone
    return list(hand.variant.score(hand))


# The pack and the bids


def test_24_cards_or_32_five_each_and_one_up() -> None:
    assert (Euchre().deck.size, Euchre(low_card="7").deck.size) == (24, 32)
    hand = suited()
    assert [hand.deck.tokens_of(cards) for cards in hand.hands] == [
        sorted(SUITED[seat].split(), key=hand.deck.card) for seat in range(4)
    ]
    assert (ALL, ("up", ["9H"])) in hand.log
    assert asked(hand) == ("bid", 1)


def test_in_the_first_round_only_the_suit_turned_up_may_be_made_trumps() -> None:
    hand = suited()
    assert hand.legal_tokens() == ["pass", "H"]
    with pytest.raises(IllegalAction, match=r"'S' can't be chosen here.*between pass, H"):
        hand.play("S")
    play(hand, "pass pass pass")
    assert asked(hand) == ("bid", 0)
    assert hand.legal_tokens() == ["pass", "H"]


def test_in_the_second_round_any_other_suit() -> None:
    hand = play(suited(), "pass pass pass pass")
    assert asked(hand) == ("bid", 1)
    assert hand.legal_tokens() == ["pass", "S", "D", "C"]
    play(hand, "pass C")
    assert (hand.trump, hand.declarer) == ("C", 2)
    assert asked(hand) == ("alone", 2)
    play(hand, "partner")
    assert asked(hand) == ("play", 1)
    assert hand.hands[0].bit_count() == 5


def test_eight_passes_throw_the_hand_in_and_the_deal_moves_on() -> None:
    hand = play(suited(), "pass " * 8)
    assert hand.over
    assert list(hand.scores) == [0, 0, 0, 0]
    assert hand.variant.next_dealer(hand) == 1
    assert hand.variant.winners([0] * 4, 1) is None


def test_the_dealer_may_be_stuck() -> None:
    hand = play(suited(stick_the_dealer=True), "pass " * 7)
    assert asked(hand) == ("bid", 0)
    assert hand.legal_tokens() == ["S", "D", "C"]
    with pytest.raises(IllegalAction, match="'pass' can't be chosen"):
        hand.play("pass")


# The dealer's exchange


def test_the_dealer_takes_the_card_up_and_discards_any() -> None:
    hand = play(suited(), "pass H partner")
    assert asked(hand) == ("discard", 0)
    assert hand.legal_tokens() == ["9H", "9D", "TD", "QD", "KD", "AD"]
    assert (ALL, ("show", 0, ["9H"])) in hand.log
    hand.play("9D")
    assert (0, ("discard", 0, "9D")) in hand.log
    assert hand.log[-1] == (ALL, ("picked", 0, 1))
    assert hand.hands[0] == hand.deck.set_of(["AD", "KD", "QD", "TD", "9H"])
    assert asked(hand) == ("play", 1)


def test_after_the_discard_nobody_else_can_say_what_the_dealer_holds() -> None:
    hand = play(suited(), "pass H partner")
    views = Views(hand.variant, [0] * 4)
    views.fold(hand.log)
    assert views.view(1, "play")["shown"] == [(0, ["9H"])]
    hand.play("9H")
    views = Views(hand.variant, [0] * 4)
    views.fold(hand.log)
    assert "shown" not in views.view(1, "play")


def test_the_card_taken_up_must_be_kept_by_an_option() -> None:
    hand = play(suited(keep_up_card=True), "H partner")
    assert hand.legal_tokens() == ["9D", "TD", "QD", "KD", "AD"]
    with pytest.raises(IllegalAction, match="9H may not be chosen"):
        hand.play("9H")


@pytest.mark.parametrize(
    ("option", "questions"), [("with the bid", ["alone", "discard"]), ("after the discard", ["discard", "alone"])]
)
def test_alone_is_said_before_or_after_the_discard(option: str, questions: list[str]) -> None:
    hand = play(suited(alone=option), "pass H")
    answers = {"alone": "partner", "discard": "9D"}
    heard = []
    while asked(hand)[0] != "play":
        heard.append(asked(hand)[0])
        hand.play(answers[heard[-1]])
    assert heard == questions


# Bowers


def test_bowers_are_the_highest_trumps_and_the_left_one_is_no_card_of_its_suit() -> None:
    ranking = Euchre().ranking("H", tops=("JH", "JD"))
    order = ["9H", "TH", "QH", "KH", "AH", "JD", "JH"]
    cards = [ranking.deck.card(token) for token in order]
    for higher in range(1, 7):
        assert ranking.winner(cards[higher - 1 : higher + 1]) == 1
    assert ranking.winner([ranking.deck.card("AD"), ranking.deck.card("JD")]) == 1
    assert ranking.winner([ranking.deck.card("JD"), ranking.deck.card("AD")]) == 0


def test_a_led_trump_is_followed_with_the_left_bower() -> None:
    hands = {1: "9H 9S TS QS KS", 2: "JD AD KD AS JS", 3: "AC KC QC TC 9C"}
    hand = in_play(hands, "TD", "pass pass pass pass H partner")
    hand.play("9H")
    assert hand.legal_tokens() == ["JD"]
    with pytest.raises(IllegalAction, match="AD breaks a rule: a card of the suit led"):
        hand.play("AD")


def test_its_printed_suit_is_not_followed_with_the_left_bower() -> None:
    hands = {1: "9D 9S TS QS KS", 2: "JD AD KD AS JS", 3: "JH KC QC TC 9C"}
    hand = in_play(hands, "TD", "pass pass pass pass H partner")
    hand.play("9D")
    assert set(hand.legal_tokens()) == {"AD", "KD"}
    play(hand, "AD")
    assert set(hand.legal_tokens()) == {"JH", "KC", "QC", "TC", "9C"}


# Worked hands


def test_a_march_with_a_partner_scores_two() -> None:
    hand = play(suited(), f"pass H partner 9D {MARCH}")
    assert hand.over
    assert hand.won == [0, 0, 5, 0]
    assert list(hand.scores) == [2, 0, 2, 0]
    assert list(hand.variant.payoffs(hand.scores)) == [2, -2, 2, -2]


def test_a_march_alone_scores_four_and_the_partner_does_not_play() -> None:
    hand = play(suited(), "pass H alone 9D  AS QH AC  JH KC KS  JD QC QS  AH TC TS  KH 9C 9S")
    assert hand.over
    assert {event[1] for event in told(hand, "play")} == {1, 2, 3}
    assert hand.hands[0].bit_count() == 5
    assert list(hand.scores) == [4, 0, 4, 0]


def test_the_player_after_the_dealers_left_leads_if_that_one_sits_out() -> None:
    hand = play(suited(), "pass pass H alone 9D")
    assert asked(hand) == ("play", 2)
    hand = play(suited(), "H alone 9D")
    assert asked(hand) == ("play", 1)


@pytest.mark.parametrize(
    ("maker", "won", "alone", "scores"),
    [
        (0, [2, 1, 1, 1], (), [1, 0, 1, 0]),
        (0, [0, 1, 4, 0], (), [1, 0, 1, 0]),
        (1, [0, 2, 0, 3], (), [0, 2, 0, 2]),
        (1, [0, 5, 0, 0], (1,), [0, 4, 0, 4]),
        (1, [1, 4, 0, 0], (1,), [0, 1, 0, 1]),
        (2, [1, 2, 1, 1], (), [0, 2, 0, 2]),
        (2, [0, 3, 2, 0], (2,), [0, 2, 0, 2]),
        (2, [0, 3, 2, 0], (2, 3), [0, 4, 0, 4]),
        (2, [0, 3, 2, 0], (1,), [0, 4, 0, 4]),
        (2, [0, 2, 3, 0], (1,), [1, 0, 1, 0]),
        (2, [0, 0, 5, 0], (1,), [2, 0, 2, 0]),
    ],
)
def test_makers_score_one_two_or_four_and_defenders_two_or_four(
    maker: int, won: list[int], alone: tuple[int, ...], scores: list[int]
) -> None:
    assert scored(maker, won, alone) == scores


# Defending alone


def test_nobody_is_asked_to_defend_alone_unless_the_option_says_so() -> None:
    assert asked(play(suited(), "pass H alone 9D"))[0] == "play"
    assert asked(play(suited(defend_alone="against alone"), "pass H partner 9D"))[0] == "play"


def test_defenders_are_asked_in_turn_until_one_plays_alone() -> None:
    hand = play(suited(defend_alone="against alone"), "pass H alone 9D")
    assert asked(hand) == ("defend", 1)
    hand.play("partner")
    assert asked(hand) == ("defend", 3)
    hand.play("alone")
    assert asked(hand) == ("play", 2)
    assert (ALL, ("defend", 3, "alone")) in hand.log
    play(hand, "JH KC")
    assert asked(hand) == ("play", 2)
    both = play(suited(defend_alone="always"), "pass H partner 9D partner partner")
    assert asked(both) == ("play", 1)


def test_the_first_to_ten_or_another_target_wins() -> None:
    assert Euchre().winners([10, 8, 10, 8], 9) == [0, 2]
    assert Euchre().winners([9, 8, 9, 8], 9) is None
    assert Euchre().winners([0, 0, 0, 0], 199) is None
    assert Euchre().winners([0, 0, 0, 0], 200) == [0, 1, 2, 3]
    assert Euchre(max_hands=3).winners([2, 3, 2, 3], 3) == [1, 3]
    assert Euchre(target=5).winners([4, 6, 4, 6], 9) == [1, 3]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"stick_the_dealer": True, "low_card": "7", "defend_alone": "against alone"},
        {"keep_up_card": True, "alone": "after the discard", "defend_alone": "always"},
    ],
)
def test_random_games_obey_the_laws(options: dict[str, object]) -> None:
    ends = [lawful_game(Euchre(**options), seed, most_hands=5) for seed in range(12)]
    assert any(max(game.totals) >= 2 for game in ends)


def test_a_whole_game_ends_with_one_side_at_the_target() -> None:
    game: Game = lawful_game(Euchre(target=3, stick_the_dealer=True), 5, most_hands=60, worlds=False)
    assert game.over
    assert sorted(game.payoffs) == [0, 0, 0.5, 0.5] or sorted(game.payoffs) == [0, 0, 1, 1]
