"""A league as somebody sees it who looks on: how far it is, who leads, whether it is being played just now.

Read from the store beside a running league, by `arena league watch` and by the web server; `SoFar` keeps the means of a
run for its own progress. Nothing here writes, and nothing here waits.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from arena.records import MatchRecord, MatchResult, Mode
from arena.stats import standings, tally
from arena.stats.paid import paid
from arena.store import DATABASE, Progress, Store, course

SHARE_OF_TIME = 0.1
"""How much of the time may be spent on looking: who looks on must not be felt by who plays."""


@dataclass(frozen=True, slots=True)
class Line:
    """A bot's line in the standings of the moment: its mean payoff a table, and half its 95 % interval where known."""

    place: int | None
    bot: str
    payoff: float | None
    half_width: float | None
    tables: int


@dataclass(frozen=True, slots=True)
class Glance:
    """A league at one moment. planned: tables in all, where known. over: all is played that can be."""

    name: str
    variant: str
    seats: int
    unit: str
    bots: tuple[str, ...]
    matches: int
    tables: int
    planned: int | None
    hands: int
    void: int
    over: bool
    running: bool
    paused: tuple[str, ...]
    standings: tuple[Line, ...]


def glance(folder: Path, *, ranked: bool = True) -> Glance:
    """Look at the league in a folder; StoreError if there is none. Without `ranked` the standings are left out."""
    with Store.read(folder) as store, store.snapshot():
        league, progress = store.league, store.progress()
        bots = [entrant.name for entrant in store.entrants]
        return Glance(
            name=league.name,
            variant=league.variant,
            seats=league.seats,
            unit="deal" if league.mode is Mode.DEALS else "game",
            bots=tuple(bots),
            matches=progress.matches,
            tables=progress.tables,
            planned=progress.planned,
            hands=progress.hands,
            void=progress.void,
            over=_is_over(store, progress),
            running=is_running(folder),
            paused=tuple(pause.bot for pause in course.pauses(store)),
            standings=tuple(_ranked(store, bots)) if ranked else (),
        )


def _is_over(store: Store, progress: Progress) -> bool:
    # A league of before commitments counts as over, since it hides nothing, whatever is left to be played.
    played = progress.planned is not None and progress.tables >= progress.planned
    return course.is_over(store) and (played or bool(store.league.commitment))


def _ranked(store: Store, bots: Sequence[str]) -> Iterable[Line]:
    for line in standings(tally(store.results(), bots, store.league.lowest_payoff)):
        payoff = line.payoff
        if payoff is None:
            yield Line(None, line.bot, None, None, 0)
        else:
            yield Line(line.place, line.bot, payoff.mean, payoff.half_width, payoff.tables)


def is_running(folder: Path) -> bool:
    """Whether a run holds the league's lock, found out without touching the lock."""
    try:
        inode = (folder / "lock").stat().st_ino
        held = Path("/proc/locks").read_text(encoding="ascii").splitlines()
    except FileNotFoundError:
        return False
    # Trying to take it would make a run fail that starts at this moment. The device is left out of the comparison,
    # since file systems that lie on others tell two.
    return any("FLOCK" in line and line.split()[5].rpartition(":")[2] == str(inode) for line in held)


def stamp(folder: Path) -> tuple[tuple[int, int], ...]:
    """What changes whenever something is stored: size and time of the database and of its log."""
    found = []
    for name in (DATABASE, f"{DATABASE}-wal"):
        try:
            status = os.stat(folder / name)  # noqa: PTH116  (a path is built for each look at each league)
        except OSError:
            found.append((0, 0))
        else:
            found.append((status.st_size, status.st_mtime_ns))
    return tuple(found)


class Pace:
    """Tables a second, from looks at how many are played; times are in seconds of one clock."""

    WINDOW = 30

    def __init__(self) -> None:
        self._looks: list[tuple[float, int]] = []

    def see(self, now_s: float, tables: int) -> None:
        """Take in a look."""
        if self._looks and tables < self._looks[-1][1]:
            self._looks.clear()
        self._looks = [*self._looks[-self.WINDOW :], (now_s, tables)]

    @property
    def rate(self) -> float:
        """Over the last looks; 0 while nothing is known."""
        if len(self._looks) < 2:
            return 0.0
        (first_s, first), (last_s, last) = self._looks[0], self._looks[-1]
        return (last - first) / (last_s - first_s) if last_s > first_s else 0.0

    def left_s(self, planned: int | None) -> float | None:
        """How long it will take, at this rate, to the end; None when nobody can know."""
        if planned is None or not self._looks or not self.rate:
            return None
        return max(planned - self._looks[-1][1], 0) / self.rate


class SoFar:
    """The official means of a run's matches as they are stored, without intervals: cheap at every match."""

    def __init__(self, bots: Sequence[str], lowest: float) -> None:
        self._bots = tuple(bots)
        self._index = {bot: place for place, bot in enumerate(bots)}
        self._lowest = lowest
        self._sums = [0.0] * len(bots)
        self._tables = [0] * len(bots)

    def add(self, result: MatchResult) -> None:
        """Count a match."""
        if not result.numbers:
            return
        match = paid(result, self._index, self._lowest)
        per_table = match.official.sum(axis=0)
        for place, column in enumerate(match.columns):
            self._sums[column] += float(per_table[place])
            self._tables[column] += len(result.numbers)

    def lines(self) -> list[Line]:
        """The bots that have played, the best mean first."""
        means = {bot: self._sums[bot] / count for bot, count in enumerate(self._tables) if count}
        order = sorted(means, key=lambda bot: -round(means[bot], 9))
        return [Line(place, self._bots[bot], means[bot], None, self._tables[bot]) for place, bot in enumerate(order, 1)]


def result_of(record: MatchRecord) -> MatchResult:
    """A match without its hands, as the store gives it."""
    return MatchResult(
        bots=record.spec.bots,
        out=tuple(seat.out for seat in record.seats),
        numbers=tuple(table.number for table in record.tables),
        payoffs=tuple(table.payoffs for table in record.tables),
        stood_in=tuple(table.stood_in for table in record.tables),
        forfeited=tuple(table.forfeited for table in record.tables),
    )
