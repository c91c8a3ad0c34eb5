"""A league that goes on in rounds until its question is answered, or its budget of deals is spent.

The season plays through here where the league file says `until`, and so does `arena compare`. Where rounds end is
fixed beforehand, and a question is asked at complete rounds only, about the deals of those rounds only: what is
played depends neither on how many workers there are nor on interruptions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Protocol

from arena.league.schedule import Schedule
from arena.records import MatchResult, MatchSpec
from arena.store import Store

FIRST = 100
"""Deals of the first round; what holds for many deals can't be asked of fewer."""


class Question(Protocol):
    """What a league is to find out."""

    def open(self, results: Iterable[MatchResult], deals: int) -> str:
        """After so many deals, whose results come with the lowest numbers first: what is still open, in words.

        Empty when the question is answered.
        """


def ends(budget: int) -> Iterator[int]:
    """After how many deals rounds end: each time half as many again, in hundreds, and at last at the budget."""
    end = FIRST
    while end < budget:
        yield end
        end = -(-end * 3 // 2 // FIRST) * FIRST
    yield budget


def before(results: Iterable[MatchResult], number: int) -> Iterator[MatchResult]:
    """What these results are without the tables from this number on."""
    for result in results:
        kept = [place for place, table in enumerate(result.numbers) if table < number]
        if len(kept) == len(result.numbers):
            yield result
        elif kept:
            yield replace(
                result,
                numbers=tuple(result.numbers[place] for place in kept),
                payoffs=tuple(result.payoffs[place] for place in kept),
                stood_in=tuple(result.stood_in[place] for place in kept),
                forfeited=tuple(result.forfeited[place] for place in kept),
            )


class Rounds:
    """The rounds of one run. `spec.count` of the schedule's league is the budget."""

    def __init__(self, schedule: Schedule, store: Store, question: Question) -> None:
        self._schedule = schedule
        self._store = store
        self._question = question
        self._ends = ends(schedule.league.count)
        self._part = schedule
        self._before = -1
        self._deals = 0
        self.open = "nothing has been played"
        """What is still open, in words; empty when the question is answered."""

    def matches(self) -> Iterator[MatchSpec] | None:
        """What is missing of the next round; None if there is none to play, or no need to.

        To be called when all matches of the last round are stored. The store's plan grows with the rounds.
        """
        done = self._store.done()
        whole = next(self._part.missing(done), None) is None
        if self._deals and whole:
            self.open = self._question.open(before(self._store.results(), self._deals), self._deals)
        elif self._deals:
            self.open = "not all matches of the last round could be played"
        # Who is paused plays no more; where that leaves nobody, further rounds would add nothing.
        stuck = not whole and len(done) == self._before
        end = next(self._ends, None) if self.open and not stuck else None
        if end is None:
            return None
        self._deals = end
        self._part = replace(self._schedule, league=replace(self._schedule.league, count=end))
        self._before = len(done)
        self._store.plan(self._part.tables())
        return self._part.missing(done)
