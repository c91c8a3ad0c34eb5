"""Trollin's options, the house rule `declare` above all, and its rules as they are printed."""

from __future__ import annotations

import pytest
from arena_trollin import Trollin

from arena.errors import InputError
from arena.hand import Hand
from arena.tricks import Tricks
from tests.plugins import transcripts
from tests.plugins.trollin_hands import finished, identity, result, scored


def declaring(players: int, dealer: int, *answers: str) -> Hand:
    hand = identity(Trollin(players, declare=True), dealer)
    for answer in answers:
        hand.play(answer)
    return hand


def test_without_the_option_nobody_is_asked() -> None:
    assert isinstance(identity(Trollin(4)).phase, Tricks)


def test_players_are_asked_from_the_dealers_left_and_the_dealer_last() -> None:
    asked = []
    hand = declaring(4, 2)
    while hand.phase is not None and hand.phase.kind == "declare":
        assert set(hand.legal_tokens()) == {"declare", "pass"}
        asked.append(hand.phase.turn)
        hand.play("pass")
    assert asked == [3, 0, 1, 2]
    assert hand.declarer is None
    assert isinstance(hand.phase, Tricks)
    assert hand.phase.turn == 3


@pytest.mark.parametrize("passes", [0, 1, 2, 3, 4])
def test_the_first_to_declare_ends_the_round_of_asking_and_the_dealers_left_still_leads(passes: int) -> None:
    hand = declaring(5, 1, *["pass"] * passes, "declare")
    assert hand.declarer == (2 + passes) % 5
    assert isinstance(hand.phase, Tricks)
    assert hand.phase.turn == 2
    told = [event for seat, event in hand.log if event[0] == "declare"]
    asked = [(2 + place) % 5 for place in range(passes + 1)]
    assert told == [("declare", seat, "pass") for seat in asked[:-1]] + [("declare", asked[-1], "declare")]


def test_a_declaration_is_heard_by_all() -> None:
    hand = declaring(3, 0, "declare")
    assert [seat for seat, event in hand.log if event[0] == "declare"] == [-1]


@pytest.mark.parametrize(
    ("hearts", "tricks", "declarer", "scores"),
    [
        ([0, 6, 0], [2, 6, 1], 1, [0, 6, 0]),
        ([6, 0, 0], [9, 0, 0], 0, [9, 0, 0]),
        ([1, 5, 0], [2, 6, 1], 1, [2, 0, 1]),
        ([0, 5, 1], [0, 8, 1], 1, [0, 0, 1]),
        ([0, 0, 6], [4, 4, 1], 0, [0, 4, 1]),
        ([3, 3, 0], [4, 4, 1], 2, [4, 4, 0]),
    ],
)
def test_the_declarer_alone_scores_with_every_heart_and_alone_scores_nothing_otherwise(
    hearts: list[int], tricks: list[int], declarer: int, scores: list[int]
) -> None:
    assert scored(hearts, tricks, declarer) == scores


def test_hearts_among_the_cards_not_dealt_need_not_be_won() -> None:
    # Three players, seven hearts in the pack: six were in play, and seat 0 has them all.
    variant = Trollin(3, declare=True)
    assert variant.deck.suit("H").bit_count() == 7
    assert list(variant.score(finished(variant, hearts=[6, 0, 0], tricks=[7, 1, 1], declarer=0))) == [7, 0, 0]


@pytest.mark.parametrize(
    ("answers", "scores"), [(("declare",), "4 0"), (("pass", "declare"), "0 5"), (("pass", "pass"), "0 5")]
)
def test_the_two_handed_hand_with_declarations_that_fail_and_with_none(answers: tuple[str, ...], scores: str) -> None:
    # The hand of the transcript: hearts 3 and 2, tricks 4 and 5, and seat 1 is asked first.
    script = transcripts.read("trollin_2_players.txt")
    hand = transcripts.deal(Trollin(2, declare=True), script.pack, script.dealer)
    for token in (*answers, *script.tokens):
        hand.play(token)
    assert hand.over
    assert list(hand.scores) == [int(score) for score in scores.split()]


def test_with_the_option_and_no_declaration_a_hand_scores_as_ever() -> None:
    variant = Trollin(4, declare=True)
    hand = finished(variant, hearts=[4, 3, 1, 1], tricks=[4, 2, 2, 1])
    assert list(variant.score(hand)) == [0, 2, 2, 1]


def test_a_declared_hand_worked_by_hand_comes_out_as_written() -> None:
    script = transcripts.read("trollin_declared.txt")
    hand = transcripts.play(Trollin(script.seats, declare=True), script)
    assert transcripts.told(hand, *result(hand)) == script.told


# Options and the printed rules


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"target": 0}, "'target' must be at least 1, not 0"),
        ({"target": -3}, "'target' must be at least 1"),
        ({"target": "23"}, "'target' must be a whole number, not '23'"),
        ({"target": 23.0}, "'target' must be a whole number"),
        ({"target": True}, "'target' must be a whole number"),
        ({"declare": 1}, "'declare' must be true or false, not 1"),
        ({"declare": "yes"}, "'declare' must be true or false"),
        ({"targit": 9}, "no option 'targit'. Did you mean 'target'"),
        ({"colour": 9}, "no option 'colour'. It has: target, declare"),
        ({"max_hands": 9}, "no option 'max_hands'"),
    ],
)
def test_an_impossible_option_is_refused_in_words(options: dict[str, object], words: str) -> None:
    with pytest.raises(InputError, match=words.replace(".", r"\.")) as refusal:
        Trollin(4, **options)
    assert str(refusal.value).startswith("trollin")


def test_the_options_have_the_defaults_of_the_rules() -> None:
    assert [(row["name"], row["default"]) for row in Trollin.describe_options()] == [("target", 23), ("declare", False)]
    assert all(row["meaning"] for row in Trollin.describe_options())


def test_the_printed_rules_name_every_reading_and_option() -> None:
    text = Trollin.rules_text()
    for reading in ("jack of spades", "cut", "several reach the target", "house rule"):
        assert any(reading in entry for entry in Trollin.readings), reading
    for entry in (*Trollin.readings, "target = 23", "declare = False"):
        assert entry in text
