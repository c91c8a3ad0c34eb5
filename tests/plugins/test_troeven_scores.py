"""Troeven's scores, payoffs, end, options and score sheet; whole hands, worked by hand, are in `golden/`."""

from __future__ import annotations

import pytest
from arena_troeven import Troeven

from arena.errors import InputError
from arena.game import Game
from tests.plugins import transcripts
from tests.plugins.troeven_hands import identity, scored

# Score of a hand


@pytest.mark.parametrize(
    ("dealer", "points", "totals"),
    [
        (0, 22, (6, 8)),
        (0, 18, (7, 6)),
        (2, 22, (6, 8)),
        (2, 18, (7, 6)),
        (1, 22, (6, 7)),
        (1, 18, (8, 6)),
        (3, 22, (6, 7)),
        (3, 18, (8, 6)),
        (0, 21, (6, 8)),
        (0, 19, (7, 6)),
        (1, 40, (6, 7)),
        (1, 0, (8, 6)),
        (0, 40, (6, 8)),
        (0, 0, (7, 6)),
    ],
)
def test_the_side_with_more_goes_down_and_the_callers_side_up_if_it_loses(
    dealer: int, points: int, totals: tuple[int, int]
) -> None:
    """`points` and `totals` are those of seats 0 and 2 first; both sides stood at 7."""
    assert [7 + change for change in scored(dealer, points)] == [*totals, *totals]


@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_at_20_to_20_nothing_changes_whoever_dealt(dealer: int) -> None:
    assert scored(dealer, 20) == [0, 0, 0, 0]


@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_the_caller_is_always_an_opponent_of_the_dealer(dealer: int) -> None:
    hand = identity(dealer)
    assert hand.phase is not None
    assert hand.variant.team_of(hand.phase.turn) != hand.variant.team_of(dealer)


@pytest.mark.parametrize("name", ["callers_win", "dealers_win", "tie"])
def test_a_hand_worked_by_hand_comes_out_as_written(name: str) -> None:
    script = transcripts.read(f"troeven_{name}.txt")
    variant = Troeven()
    hand = transcripts.play(variant, script)
    points = hand.points({"A": 4, "K": 3, "Q": 2, "J": 1})
    result = (
        transcripts.row("points of 0+2 and 1+3:", [points[0] + points[2], points[1] + points[3]]),
        transcripts.row("tricks:", hand.won),
        transcripts.row("scores:", hand.scores),
        transcripts.row("payoffs:", variant.payoffs(hand.scores)),
    )
    assert transcripts.told(hand, *result) == script.told


# Payoffs


@pytest.mark.parametrize(
    ("scores", "payoffs"),
    [
        ([-1, 1, -1, 1], [2, -2, 2, -2]),
        ([1, -1, 1, -1], [-2, 2, -2, 2]),
        ([-1, 0, -1, 0], [1, -1, 1, -1]),
        ([0, -1, 0, -1], [-1, 1, -1, 1]),
        ([0, 0, 0, 0], [0, 0, 0, 0]),
    ],
)
def test_a_hand_pays_the_own_decrease_and_the_opponents_increase(scores: list[int], payoffs: list[int]) -> None:
    assert list(Troeven().payoffs(scores)) == payoffs


# The game


def test_both_sides_start_at_seven() -> None:
    assert Troeven().start_totals() == [7, 7, 7, 7]


@pytest.mark.parametrize(
    ("totals", "hands", "winners"),
    [
        ([7, 7, 7, 7], 1, None),
        ([0, 5, 0, 5], 12, [0, 2]),
        ([12, 0, 12, 0], 30, [1, 3]),
        ([1, 1, 1, 1], 199, None),
        ([1, 2, 1, 2], 200, [0, 2]),
        ([9, 8, 9, 8], 200, [1, 3]),
        ([6, 6, 6, 6], 200, [0, 1, 2, 3]),
        ([0, 3, 0, 3], 200, [0, 2]),
    ],
)
def test_the_first_side_at_0_wins_and_after_200_hands_the_lower(
    totals: list[int], hands: int, winners: list[int] | None
) -> None:
    assert Troeven().winners(totals, hands) == winners


def test_option_max_hands_moves_the_end() -> None:
    assert Troeven(max_hands=3).winners([6, 7, 6, 7], 2) is None
    assert Troeven(max_hands=3).winners([6, 7, 6, 7], 3) == [0, 2]


def test_the_winning_side_shares_the_game_and_an_equal_end_is_a_draw() -> None:
    assert Troeven().game_payoffs([0, 2]) == [1, 0, 1, 0]
    assert Troeven().game_payoffs([1, 3]) == [0, 1, 0, 1]
    assert Troeven().game_payoffs([0, 1, 2, 3]) == [0.5, 0.5, 0.5, 0.5]


def test_a_whole_game_is_cut_off_at_max_hands_as_a_draw_when_the_scores_are_equal() -> None:
    # A league seed is looked for in which the first hand is a tie, played by lowest cards.
    for number in range(400):
        game = Game(Troeven(max_hands=1), "ties", number, single=False)
        while not game.hand.over:
            game.hand.play(game.hand.legal_tokens()[0])
        game.close()
        assert game.over
        if game.hand.scores == (0, 0, 0, 0):
            assert game.totals == [7, 7, 7, 7]
            assert game.payoffs == (0.5, 0.5, 0.5, 0.5)
            return
    pytest.fail("no tie in 400 hands")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"max_hands": 0}, "'max_hands' must be from 1 to 1000, not 0"),
        ({"max_hands": "many"}, "'max_hands' must be a whole number"),
        ({"max_hands": 1.5}, "'max_hands' must be a whole number"),
        ({"target": 23}, "no option 'target'"),
        ({"maxhands": 3}, "Did you mean 'max_hands'"),
    ],
)
def test_an_impossible_option_is_refused_in_words(options: dict[str, object], words: str) -> None:
    with pytest.raises(InputError, match=words) as refusal:
        Troeven(4, **options)
    assert str(refusal.value).startswith("troeven")


def test_the_printed_rules_name_every_reading_and_option() -> None:
    text = Troeven.rules_text()
    for reading in ("packets of four", "no upper bound"):
        assert any(reading in entry for entry in Troeven.readings), reading
    for entry in (*Troeven.readings, "max_hands = 200"):
        assert entry in text


# The score sheet


CALLERS_LOST, CALLERS_WON, DRAWN = [-1, 1, -1, 1], [0, -1, 0, -1], [0, 0, 0, 0]
"""Seat 0 or 2 dealing, so that seats 1 and 3 are the caller's side."""


def open_and_cancelled(hands: list[list[int]]) -> list[tuple[int, int]]:
    """For each side the branches that are open and those with a ball."""
    sheet = Troeven().score_sheet(hands)
    return [(line.count("─ "), line.count("─●")) for line in sheet.splitlines()]


@pytest.mark.parametrize(
    ("hands", "branches"),
    [
        ([], [(7, 0), (7, 0)]),
        ([CALLERS_LOST], [(6, 1), (8, 0)]),
        ([DRAWN, CALLERS_WON], [(7, 0), (6, 1)]),
        # Back at 7, and yet an eighth branch and a ball: the sheet remembers what the number forgets.
        ([CALLERS_LOST, CALLERS_WON], [(6, 1), (7, 1)]),
        ([CALLERS_LOST] * 7, [(0, 7), (14, 0)]),
    ],
)
def test_the_score_sheet_draws_a_branch_for_every_lost_call_and_a_ball_for_every_won_hand(
    hands: list[list[int]], branches: list[tuple[int, int]]
) -> None:
    assert open_and_cancelled(hands) == branches


def test_the_score_sheet_names_the_sides_and_their_numbers() -> None:
    even, odd = Troeven().score_sheet([CALLERS_LOST]).splitlines()
    assert "0+2" in even
    assert even.endswith("6")
    assert "1+3" in odd
    assert odd.endswith("8")
