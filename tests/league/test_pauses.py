"""Bots that fail are paused, by the rule and in words; the same whichever worker is quicker and wherever a run ends."""

from __future__ import annotations

import random
from concurrent.futures import Executor, Future
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from arena.league import runner
from arena.league.pauses import Pauses
from arena.league.runner import Run
from arena.league.work import Work
from arena.records import MatchRecord, MatchSpec
from arena.store import Entrant, Store, course
from tests.store.made_up import LEAGUE, fault, match, spec

BOTS = ("a", "b", "c", "d", "e", "f")
PAIRS = replace(LEAGUE, seats=2)
NAMES = [f"m{number}.r0.b0-1" for number in range(15)]
MEETINGS = dict(zip(NAMES, combinations(BOTS, 2), strict=True))


def create(folder: Path) -> Store:
    return Store.create(folder, PAIRS, [Entrant(bot) for bot in BOTS])


def played(name: str, *out: str) -> MatchRecord:
    return match(name, {0: (1.0, 0.0)}, MEETINGS[name], league=PAIRS, out=out)


def keep(store: Store, pauses: Pauses, *records: MatchRecord) -> None:
    for record in records:
        store.write(record)
        pauses.judge(record)


def test_who_fails_its_first_match_is_paused_with_the_reason(tmp_path):
    notes: list[str] = []
    with create(tmp_path) as store:
        pauses = Pauses(store, notes.append)
        record = replace(played(NAMES[0], "b"), faults=(replace(fault(), bot="b", detail="exited with status 1."),))
        keep(store, pauses, record)
        assert pauses.bots == ("b",)
        assert pauses.holds(("a", "b"))
        assert not pauses.holds(("a", "c"))
    reason = "it failed its first match, m0.r0.b0-1: illegal, exited with status 1."
    assert notes == [f"b is paused: {reason}"]
    with Store.read(tmp_path) as store:
        (pause,) = course.pauses(store)
        assert (pause.bot, pause.match, pause.reason) == ("b", NAMES[0], reason)


def test_one_failure_among_good_matches_is_forgiven_and_two_in_a_row_are_not(tmp_path):
    with create(tmp_path) as store:
        pauses = Pauses(store, lambda text: None)
        keep(store, pauses, played(NAMES[0]), played(NAMES[1], "a"), played(NAMES[2]), played(NAMES[3], "a"))
        assert pauses.bots == ()
        keep(store, pauses, played(NAMES[4], "a"))
        assert pauses.bots == ("a",)
        (pause,) = course.pauses(store)
        assert pause.reason.startswith("it failed its last two matches, m3.r0.b0-1 and m4.r0.b0-1: ")


def test_what_was_stored_before_the_run_counts_and_a_pause_that_was_not_noted_is(tmp_path):
    with create(tmp_path) as store:
        keep(store, Pauses(store, lambda text: None), played(NAMES[0]), played(NAMES[1], "a"))
        store.write(played(NAMES[2], "a"))  # And here the power went.
        assert course.pauses(store) == ()
        assert Pauses(store, lambda text: None).bots == ("a",)
        assert [pause.bot for pause in course.pauses(store)] == ["a"]


def test_a_bot_that_is_taken_up_again_begins_anew(tmp_path):
    with create(tmp_path) as store:
        keep(store, Pauses(store, lambda text: None), played(NAMES[0], "a"))
        course.lift(store, "a")
        again = Pauses(store, lambda text: None)
        assert again.bots == ()
        keep(store, again, played(NAMES[1]), played(NAMES[2], "a"))
        assert again.bots == (), "its first match was good this time"
        course.lift(store, "a")
        again = Pauses(store, lambda text: None)
        keep(store, again, played(NAMES[3], "a"))
        assert again.bots == ("a",)


class AnyOrder(Executor):
    """Ends what was submitted in an order of its own, as workers do that are not equally quick."""

    def __init__(self, width: int, chance: random.Random) -> None:
        self.width, self.chance = width, chance
        self.open: list[tuple[Future[MatchRecord], Work]] = []

    def submit(self, fn, work):
        future: Future[MatchRecord] = Future()
        self.open.append((future, work))
        if len(self.open) > self.width:
            self.end_one(fn)
        self.play = fn
        return future

    def end_one(self, fn) -> None:
        future, work = self.open.pop(self.chance.randrange(len(self.open)))
        future.set_result(fn(work))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.open.clear()


class Watch:
    """Progress and stop in one: it lets a match end when nothing else does, and stops after so many."""

    def __init__(self, executor: AnyOrder, most: int) -> None:
        self.executor, self.most, self.count = executor, most, 0

    def stored(self, record: MatchRecord) -> None:
        self.most -= 1
        self.count = int(self.most <= 0)

    def note(self, text: str) -> None:
        pass

    def look(self) -> None:
        self.executor.end_one(self.executor.play)


def run(folder: Path, width: int, seed: int, fails, most: int = 99) -> None:
    """Play what is missing, or so much of it; `fails` says of match and bot whether it is put out."""
    with Store.append(folder) as store:
        executor = AnyOrder(width, random.Random(seed))
        watch = Watch(executor, most)
        done = store.done()
        matches = (spec(name, (0,), MEETINGS[name], PAIRS) for name in NAMES if name not in done)

        def play(work: Work) -> MatchRecord:
            return played(work.spec.name, *(bot for bot in work.spec.bots if fails(work.spec.name, bot)))

        def work_of(match: MatchSpec) -> Work:
            return Work(match, ())

        pauses = Pauses(store, watch.note)
        Run(work_of, store, lambda: executor, width, watch, watch, play, pauses).play(matches)


@pytest.mark.parametrize("seed", range(6))
def test_what_is_stored_does_not_depend_on_who_is_quicker_nor_on_interruptions(tmp_path, monkeypatch, seed):
    monkeypatch.setattr(runner, "LOOK_S", 0)
    rolls = {(name, bot): random.Random(f"{seed} {name} {bot}").random() for name in NAMES for bot in MEETINGS[name]}

    def fails(name: str, bot: str) -> bool:
        return rolls[name, bot] < 0.35

    outcomes = []
    for place, (width, parts) in enumerate([(1, [99]), (2, [99]), (4, [99]), (3, [2, 1, 3, 99])]):
        folder = tmp_path / str(place)
        folder.mkdir()
        create(folder).close()
        for part in parts:
            run(folder, width, seed, fails, part)
        with Store.read(folder) as store:
            outcomes.append((store.done(), {pause.bot: pause.match for pause in course.pauses(store)}))
    assert outcomes[0][1], "somebody is paused"
    assert len(outcomes[0][0]) < len(NAMES)
    assert [outcome == outcomes[0] for outcome in outcomes] == [True] * 4
