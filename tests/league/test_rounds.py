"""Rounds: where they end, that they go by complete rounds alone, and the questions that end them."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pytest

from arena.league.questions import Compared, Separated
from arena.league.rounds import Rounds, before, ends
from arena.league.schedule import Schedule
from arena.records import MatchResult
from arena.stats.sequential import Verdict
from tests.league.leagues import alone, league


def match(bots, numbers, paid) -> MatchResult:
    none = ((),) * len(paid)
    return MatchResult(tuple(bots), (False,) * len(bots), tuple(numbers), tuple(map(tuple, paid)), none, none)


def duel(leads, bots=("a", "b")) -> list[MatchResult]:
    """Two bots with the seats exchanged; by deal, the lead of the first."""
    halves = np.array(leads) / 2
    numbers = range(len(halves))
    return [
        match(bots, numbers, np.column_stack((halves, -halves)).tolist()),
        match(bots[::-1], numbers, np.column_stack((-halves, halves)).tolist()),
    ]


class Shelf:
    """A store that has played whatever it was asked for."""

    def __init__(self) -> None:
        self.stored: set[str] = set()
        self.planned: list[int] = []

    def plan(self, tables: int) -> None:
        self.planned.append(tables)

    def done(self) -> set[str]:
        return set(self.stored)

    def results(self) -> Iterable[MatchResult]:
        return duel([1.0] * 1000)


class After:
    """A question that is answered after so many deals; what it was shown is kept."""

    def __init__(self, enough: int) -> None:
        self._enough = enough
        self.shown: list[tuple[int, int]] = []

    def open(self, results: Iterable[MatchResult], deals: int) -> str:
        self.shown.append((deals, max(max(result.numbers) for result in results)))
        return "" if deals >= self._enough else "more"


def played(budget: int, enough: int, shelf: Shelf) -> tuple[list[list[str]], After, Rounds]:
    question = After(enough)
    rounds = Rounds(Schedule(league(2, seats=2, count=budget), alone(2)), shelf, question)
    names = []
    while (matches := rounds.matches()) is not None:
        names.append([spec.name for spec in matches])
        shelf.stored.update(names[-1])
    return names, question, rounds


def test_where_rounds_end():
    assert list(ends(1000)) == [100, 200, 300, 500, 800, 1000]
    assert list(ends(100)) == [100]
    assert list(ends(40)) == [40]


def test_results_before_a_deal():
    one, other = match(("a", "b"), (0, 1), [(1, 0), (2, 0)]), match(("b", "a"), (1, 2, 3), [(0, 1), (0, 2), (0, 3)])
    kept = list(before([one, other], 2))
    assert kept[0] is one
    assert (kept[1].numbers, kept[1].payoffs) == ((1,), ((0, 1),))
    assert [result.numbers for result in before([one, other], 1)] == [(0,)]


def test_rounds_go_on_until_the_question_is_answered():
    shelf = Shelf()
    names, question, rounds = played(1000, 300, shelf)
    assert names == [
        ["m0.r0.b0-100", "m0.r1.b0-100"],
        ["m0.r0.b0-200", "m0.r1.b0-200"],
        ["m0.r0.b0-300", "m0.r1.b0-300"],
    ]
    assert shelf.planned == [200, 400, 600]
    # More is stored than was asked about: nobody may look at it.
    assert question.shown == [(100, 99), (200, 199), (300, 299)]
    assert rounds.open == ""


def test_the_budget_ends_a_league_whose_question_stays_open():
    names, question, rounds = played(250, 9999, Shelf())
    assert [deals for deals, _ in question.shown] == [100, 200, 250]
    assert len(names) == 3
    assert rounds.open == "more"


def test_going_on_asks_again_at_every_round_and_plays_only_what_is_missing():
    shelf = Shelf()
    played(1000, 300, shelf)
    names, question, _ = played(1000, 500, shelf)
    assert names == [[], [], [], ["m0.r0.b0", "m0.r1.b0"]]
    assert [deals for deals, _ in question.shown] == [100, 200, 300, 500]


def test_a_round_that_is_not_whole_is_not_asked_about_and_one_without_any_match_is_the_last():
    """One bot is paused after its first match, say."""
    shelf, question = Shelf(), After(100)
    rounds = Rounds(Schedule(league(2, seats=2, count=1000), alone(2)), shelf, question)
    assert rounds.matches() is not None
    shelf.stored.add("m0.r0.b0-100")
    assert rounds.matches() is not None
    assert rounds.matches() is None
    assert question.shown == []
    assert rounds.open == "not all matches of the last round could be played"


def answers(leads, *, margin: float | None = 0.5) -> tuple[str, Compared, list[str]]:
    told: list[str] = []
    question = Compared(("a", "b"), -9.0, told.append, margin=margin, alpha=0.05, beta=0.05)
    return question.open(duel(leads), len(leads)), question, told


def test_a_clear_lead_is_better_and_the_other_way_round_worse():
    random = np.random.default_rng(1)
    leads = 1.0 + random.normal(size=200)
    left, question, _ = answers(leads)
    assert (left, question.looks[0].verdict) == ("", Verdict.BETTER)
    assert question.looks[0].low > 0
    assert answers(-leads)[1].looks[0].verdict is Verdict.WORSE


def test_bots_that_play_alike_are_no_different_once_enough_was_seen():
    random = np.random.default_rng(2)
    left, question, told = answers(0.5 * random.normal(size=800))
    assert (left, question.looks[0].verdict) == ("", Verdict.NO_DIFFERENCE)
    assert "no difference" in told[0]


def test_what_is_open_is_said():
    left, question, told = answers([2.0, -2.0] * 50)
    assert left == "open: better or worse or no difference beyond 0.5000"
    assert question.looks[0].verdict is Verdict.OPEN
    assert told[0].startswith("100 deals: ") and told[0].endswith(left)


def test_the_usual_margin_goes_by_what_one_table_varies():
    leads = [2.0, -2.0] * 100
    _, question, _ = answers(leads, margin=None)
    assert question.looks[0].margin == pytest.approx(0.05 * 2.0)


def test_neighbours_that_are_close_are_named():
    random = np.random.default_rng(4)
    results = [
        *duel(1.5 + random.normal(size=300), ("a", "b")),
        *duel(1.5 + random.normal(size=300), ("a", "c")),
        *duel(random.normal(size=300), ("b", "c")),
    ]
    told: list[str] = []
    left = Separated(("a", "b", "c"), -9.0, told.append).open(results, 300)
    assert left.startswith("not separated yet: ")
    assert "a over" not in left
    assert told == [f"after 300 deals: {left}"]
    assert Separated(("a", "b"), -9.0, told.append).open(results[:2], 300) == ""
