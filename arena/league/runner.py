"""The run of a league: the matches that are missing, through an executor, into the store.

Called by the command line, with everything made ready. It alone writes, one match at a time; workers only
hand records back. What is not stored when it ends, however it ends, is played the next time. Each bot's
matches are stored in the order of the schedule, so that what its failures lead to does not depend on which
worker is quicker. It knows nothing of terminals: what there is to tell goes to a `Progress`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from dataclasses import dataclass
from typing import Protocol

from arena.league.work import Work, play
from arena.records import MatchRecord, MatchSpec

LOOK_S = 0.2
"""How often the run looks up from waiting, to see a Ctrl-C and to let the progress be drawn."""

WAITING = 8
"""How many matches for each worker may have been begun and not stored, those that wait for an earlier one included."""


class Ledger(Protocol):
    """Where records go. `arena.store.Store` is one."""

    def write(self, record: MatchRecord) -> None:
        """Keep one match, wholly or not at all."""


class Progress(Protocol):
    """Who is told how the run goes. All calls come from the thread of the run."""

    def stored(self, record: MatchRecord) -> None:
        """A match has been stored (or, if it is void, noted)."""

    def note(self, text: str) -> None:
        """Something out of the ordinary, in words."""

    def look(self) -> None:
        """Nothing happened; time passes."""


class Stop(Protocol):
    """How often the user has asked to stop: once to finish what is in play, twice to drop it."""

    @property
    def count(self) -> int:
        """0, 1, or more."""


class Gate(Protocol):
    """Who may not play any more."""

    def holds(self, bots: Iterable[str]) -> bool:
        """Whether one of these bots is not to play."""

    def judge(self, record: MatchRecord) -> None:
        """Take notice of a match that has been stored."""


class OpenGate:
    """Everybody may play, whatever happens."""

    def holds(self, bots: Iterable[str]) -> bool:
        """Nobody is held."""
        return False

    def judge(self, record: MatchRecord) -> None:
        """Nothing follows."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a run ended: whether it was stopped, the matches that could not be played, and the bots that are paused."""

    stopped: bool
    void: tuple[MatchRecord, ...]
    paused: tuple[str, ...] = ()


@dataclass(slots=True)
class _Begun:
    """A match that was taken from the schedule and is not stored yet."""

    spec: MatchSpec
    record: MatchRecord | None = None


def _nothing() -> None:
    """No more matches."""


class Run:
    """One run of a league. `work_of` adds to a match what a worker needs to play it."""

    def __init__(
        self,
        work_of: Callable[[MatchSpec], Work],
        ledger: Ledger,
        executor: Callable[[], Executor],
        jobs: int,
        progress: Progress,
        stop: Stop,
        play_work: Callable[[Work], MatchRecord] = play,
        gate: Gate | None = None,
    ) -> None:
        self._work_of = work_of
        self._ledger = ledger
        self._make_executor = executor
        self._jobs = jobs
        self._progress = progress
        self._stop = stop
        self._play = play_work
        self._gate = gate or OpenGate()
        self._begun: dict[str, _Begun] = {}
        self._playing: dict[Future[MatchRecord], MatchSpec] = {}
        self._again: deque[MatchSpec] = deque()
        self._suspects: deque[MatchSpec] = deque()
        self._repeated: set[str] = set()
        self._void: list[MatchRecord] = []

    def play(self, matches: Iterator[MatchSpec], then: Callable[[], Iterator[MatchSpec] | None] = _nothing) -> Outcome:
        """Play these matches, storing each as it ends, until all are played or the user stops the run.

        then: asked for more matches when all are stored and none is void; None ends the run.

        What a worker raises that is an error of ours, or of the sandbox, ends the run and is raised here.
        """
        executor = self._make_executor()
        stopping = False
        try:
            while self._stop.count < 2:
                if self._stop.count and not stopping:
                    stopping = True
                    self._withdraw()
                whole = stopping or self._submit(executor, matches)
                if whole and not self._playing:
                    more = None if stopping or self._void else then()
                    if more is None:
                        break
                    matches = more
                    continue
                if not whole or not self._collect():
                    executor.shutdown(wait=False, cancel_futures=True)
                    self._suspect()
                    executor = self._make_executor()
        finally:
            # What is still being played now is not wanted any more: the user said so, or something broke.
            executor.shutdown(wait=not self._playing, cancel_futures=True)
        return Outcome(stopped=self._stop.count > 0, void=tuple(self._void))

    def _submit(self, executor: Executor, matches: Iterator[MatchSpec]) -> bool:
        """Keep every worker busy and one match waiting; False if the pool turns out to be broken."""
        # Suspects are played one by one, so that the next break shows which of them kills its worker.
        most = 1 if self._suspects else self._jobs + 1
        while len(self._playing) < most:
            spec = self._next(matches)
            if spec is None:
                return True
            try:
                self._playing[executor.submit(self._play, self._work_of(spec))] = spec
            except BrokenExecutor:
                if not self._suspects:
                    self._again.appendleft(spec)
                return False
        return True

    def _next(self, matches: Iterator[MatchSpec]) -> MatchSpec | None:
        """The next match to hand out, if there is one: what must be repeated first."""
        while True:
            if self._suspects:
                spec = self._suspects[0]
            elif self._again:
                spec = self._again.popleft()
            elif len(self._begun) < WAITING * self._jobs and (fresh := next(matches, None)) is not None:
                spec = fresh
            else:
                return None
            if not self._gate.holds(spec.bots):
                self._begun.setdefault(spec.name, _Begun(spec))
                return spec
            if self._suspects:
                self._suspects.popleft()
            self._begun.pop(spec.name, None)
            self._settle()

    def _collect(self) -> bool:
        """Wait for a while and store what has ended; False if the pool broke."""
        ended, _ = wait(self._playing, timeout=LOOK_S, return_when=FIRST_COMPLETED)
        if not ended:
            self._progress.look()
        broken = [future for future in ended if isinstance(future.exception(), BrokenExecutor)]
        for future in ended.difference(broken):
            spec = self._playing.pop(future)
            if self._suspects and self._suspects[0] is spec:
                self._suspects.popleft()
            self._keep(future.result())
        return not broken

    def _keep(self, record: MatchRecord) -> None:
        name = record.spec.name
        if record.void and name not in self._repeated:
            self._repeated.add(name)
            self._again.append(record.spec)
            self._progress.note(f"match {name} is void and will be played again: {record.void}")
            return
        self._begun[name].record = record
        self._settle()

    def _settle(self) -> None:
        """Store what has ended, for each bot in the order in which its matches were begun.

        What ended behind a match that is not played in this run any more is dropped, and played again like that one.
        """
        held: set[str] = set()
        for name, begun in list(self._begun.items()):
            if begun.record is None or not held.isdisjoint(begun.spec.bots):
                held.update(begun.spec.bots)
            else:
                del self._begun[name]
                if not self._gate.holds(begun.spec.bots):
                    self._store(begun.record)

    def _store(self, record: MatchRecord) -> None:
        self._ledger.write(record)
        self._progress.stored(record)
        if record.void:
            self._void.append(record)
            self._progress.note(f"match {record.spec.name} is void again and left out for now: {record.void}")
        else:
            self._gate.judge(record)

    def _withdraw(self) -> None:
        """Take back what no worker has begun."""
        for future in [future for future in self._playing if future.cancel()]:
            del self._playing[future]
        self._progress.note(
            f"stopping: {len(self._playing)} matches in play will be finished; "
            "Ctrl-C again drops them (they are played again the next time)"
        )

    def _suspect(self) -> None:
        """A worker died and took its pool along: every match that was in play may be the reason."""
        playing, self._playing = list(self._playing.values()), {}
        if not playing:
            return
        if self._suspects:
            guilty = self._suspects.popleft()
            void = "host: the worker process died while this match was played, twice"
            # Not to be repeated by the usual way: this was the second time.
            self._repeated.add(guilty.name)
            self._keep(MatchRecord(guilty, tables=(), seats=(), sandbox="", wall_s=0.0, void=void))
            return
        names = ", ".join(spec.name for spec in playing)
        self._progress.note(f"a worker process died; played again in fresh ones: {names}")
        self._suspects.extend(playing)
