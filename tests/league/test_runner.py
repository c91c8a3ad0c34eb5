"""The run of a league, with matches that are made up: what is stored, repeated, withdrawn and dropped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field

import pytest

from arena.errors import SandboxError
from arena.league.runner import Outcome, Run
from arena.league.work import Work
from arena.records import MatchRecord, MatchSpec, Mode


def spec(number: int) -> MatchSpec:
    return MatchSpec(f"m{number}.r0.b0", "trollin", {}, "s", Mode.DEALS, ("a", "b"), (0,))


def record(work: Work, void: str = "") -> MatchRecord:
    return MatchRecord(work.spec, tables=(), seats=(), sandbox="none", wall_s=0.0, void=void)


@dataclass
class Book:
    """Ledger, progress and stop in one: it notes what it is told."""

    stored_names: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    count: int = 0
    stop_after: int = -1

    def write(self, record: MatchRecord) -> None:
        self.stored_names.append(record.spec.name + (" void" if record.void else ""))
        if len(self.stored_names) == self.stop_after:
            self.count += 1

    def stored(self, record: MatchRecord) -> None:
        assert self.stored_names

    def note(self, text: str) -> None:
        self.notes.append(text)

    def look(self) -> None:
        raise AssertionError("nothing here takes time")


class Inline(Executor):
    """Plays what is submitted when it is waited for, the oldest first; `most` are held at once at the most."""

    def __init__(self) -> None:
        self.most = 0
        self.open: list[Future[MatchRecord]] = []
        self.ended = False

    def submit(self, fn: Callable[[Work], MatchRecord], work: Work) -> Future[MatchRecord]:  # type: ignore[override]
        self.open = [future for future in self.open if not future.done()]
        future: Future[MatchRecord] = Future()
        self.open.append(future)
        self.most = max(self.most, len(self.open))
        try:
            future.set_result(fn(work))
        except (BrokenProcessPool, SandboxError) as error:
            future.set_exception(error)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.ended = True


def run(book: Book, play: Callable[[Work], MatchRecord], matches: Iterator[MatchSpec], jobs: int = 2) -> Outcome:
    return Run(lambda spec: Work(spec, ()), book, Inline, jobs, book, book, play).play(matches)


def test_every_match_is_stored_once():
    book = Book()
    outcome = run(book, record, map(spec, range(5)))
    assert sorted(book.stored_names) == [f"m{n}.r0.b0" for n in range(5)]
    assert outcome == Outcome(stopped=False, void=())
    assert book.notes == []


def test_matches_are_taken_from_the_schedule_only_as_workers_become_free():
    taken: list[int] = []
    book = Book(stop_after=1)

    def matches() -> Iterator[MatchSpec]:
        for number in range(10**9):
            taken.append(number)
            yield spec(number)

    outcome = run(book, record, matches(), jobs=3)
    assert outcome.stopped
    assert len(taken) == 4
    assert len(book.stored_names) == 4, "what was in play is finished"


def test_a_stop_before_anything_has_begun_plays_nothing():
    book = Book(count=1)
    assert run(book, record, map(spec, range(9))).stopped
    assert book.stored_names == []
    assert "Ctrl-C again" in book.notes[0]


def test_a_second_stop_drops_what_is_in_play():
    class Stuck(Inline):
        def submit(self, fn, work):
            future: Future[MatchRecord] = Future()
            future.set_running_or_notify_cancel()
            return future

        def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
            endings.append((wait, cancel_futures))

    class Impatient(Book):
        def look(self) -> None:
            self.count += 1

    endings: list[tuple[bool, bool]] = []
    book = Impatient()
    outcome = Run(lambda spec: Work(spec, ()), book, Stuck, 1, book, book, record).play(map(spec, range(9)))
    assert outcome.stopped
    assert book.stored_names == []
    assert endings == [(False, True)]


def test_a_void_match_is_played_once_more():
    tries: list[str] = []

    def play(work: Work) -> MatchRecord:
        tries.append(work.spec.name)
        return record(work, void="host: slow" if len(tries) == 1 else "")

    book = Book()
    outcome = run(book, play, map(spec, range(2)), jobs=1)
    assert sorted(tries) == ["m0.r0.b0", "m0.r0.b0", "m1.r0.b0"]
    assert sorted(book.stored_names) == ["m0.r0.b0", "m1.r0.b0"]
    assert outcome.void == ()
    assert book.notes == ["match m0.r0.b0 is void and will be played again: host: slow"]


def test_a_match_that_is_void_twice_is_noted_and_the_league_goes_on():
    def play(work: Work) -> MatchRecord:
        return record(work, void="variant: oh" if work.spec.name == "m0.r0.b0" else "")

    book = Book()
    outcome = run(book, play, map(spec, range(3)), jobs=1)
    assert sorted(book.stored_names) == ["m0.r0.b0 void", "m1.r0.b0", "m2.r0.b0"]
    assert [void.spec.name for void in outcome.void] == ["m0.r0.b0"]
    assert "void again and left out for now: variant: oh" in book.notes[-1]


def test_a_match_that_kills_its_worker_is_found_out_and_left_void():
    def play(work: Work) -> MatchRecord:
        if work.spec.name == "m1.r0.b0":
            raise BrokenProcessPool
        return record(work)

    book = Book()
    outcome = run(book, play, map(spec, range(4)), jobs=2)
    assert sorted(book.stored_names) == ["m0.r0.b0", "m1.r0.b0 void", "m2.r0.b0", "m3.r0.b0"]
    assert [void.void for void in outcome.void] == ["host: the worker process died while this match was played, twice"]
    assert "a worker process died" in book.notes[0]


def test_a_worker_that_dies_once_costs_nothing():
    deaths = iter([True])

    def play(work: Work) -> MatchRecord:
        if work.spec.name == "m1.r0.b0" and next(deaths, False):
            raise BrokenProcessPool
        return record(work)

    book = Book()
    assert run(book, play, map(spec, range(4))) == Outcome(stopped=False, void=())
    assert sorted(book.stored_names) == [f"m{n}.r0.b0" for n in range(4)]


def test_a_pool_that_breaks_between_two_matches_costs_nothing():
    refusals = iter([False, True, True, False, False, True, True])

    class Fragile(Inline):
        def submit(self, fn, work):
            if next(refusals, False):
                raise BrokenProcessPool
            return super().submit(fn, work)

    book = Book()
    outcome = Run(lambda spec: Work(spec, ()), book, Fragile, 2, book, book, record).play(map(spec, range(6)))
    assert outcome == Outcome(stopped=False, void=())
    assert sorted(book.stored_names) == [f"m{n}.r0.b0" for n in range(6)]


def test_a_sandbox_that_fails_ends_the_run():
    def play(work: Work) -> MatchRecord:
        raise SandboxError("no sandbox")

    book = Book()
    with pytest.raises(SandboxError, match="no sandbox"):
        run(book, play, map(spec, range(4)))
    assert book.stored_names == []
