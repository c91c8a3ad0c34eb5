"""How a league's run is told while it goes on: a picture that is drawn anew on a terminal, plain lines elsewhere.

Everything goes to standard error, so that standard output holds results alone. `arena.league` says when what
has happened; here is only how it is shown.
"""

from __future__ import annotations

import sys
import time
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from arena.cli.live import pace_text, picture

if TYPE_CHECKING:
    from rich.console import RenderableType

    from arena.league.following import SoFar
    from arena.league.season import Announced
    from arena.records import MatchRecord, MatchSpec

EVERY_S = 5.0
LEADERS_EVERY_S = 60.0
MOST_PLAYING = 4
"""How many of the matches in play are named."""


def progress(folder: Path | None = None) -> AbstractContextManager[Announced]:
    """What suits standard error. folder: the league's, whose standings are told as they come; None: without them."""
    return LiveProgress(folder) if sys.stderr.isatty() else PlainProgress(folder)


class Count:
    """How far a run is: tables played, those of earlier runs included, and the means of the bots."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self.planned = self.tables = self._before = 0
        self._begun_s = 0.0
        self.so_far: SoFar | None = None

    def begin(self, planned: int, stored: int) -> None:
        """The run begins, with so many tables played before."""
        self.planned, self.tables, self._before = planned, stored, stored
        self._begun_s = time.monotonic()
        if self._folder is not None:
            self.so_far = _played_before(self._folder)

    def add(self, record: MatchRecord) -> None:
        """A match was stored."""
        from arena.league.following import result_of

        self.tables += len(record.tables)
        if self.so_far is not None:
            self.so_far.add(result_of(record))

    @property
    def rate(self) -> float:
        """Tables a second in this run."""
        return (self.tables - self._before) / max(time.monotonic() - self._begun_s, 1e-9)

    @property
    def left_s(self) -> float | None:
        """How long it takes to the end at this rate."""
        left = self.planned - self.tables
        return left / self.rate if self.rate and left > 0 else None

    def text(self) -> str:
        """It in a line."""
        return pace_text(self.tables, self.planned, self.rate, self.left_s)


def _played_before(folder: Path) -> SoFar:
    from arena.league.following import SoFar
    from arena.store import Store

    with Store.read(folder) as store:
        so_far = SoFar([entrant.name for entrant in store.entrants], store.league.lowest_payoff)
        for result in store.results():
            so_far.add(result)
    return so_far


class PlainProgress:
    """Lines for a file or a log: one at the first match, then one every few seconds, and one at the end.

    Who leads is told once a minute.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._count = Count(folder)
        self._untold = False
        self._told_s = self._leaders_s = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._untold:
            self._tell()

    def begin(self, tables: int, stored: int, jobs: int, sandbox: str) -> None:
        """Say how much there is to do."""
        self._count.begin(tables, stored)
        self._leaders_s = time.monotonic()
        self.note(_beginning(tables, stored, jobs, sandbox))

    def grow(self, tables: int) -> None:
        """Count up to another end."""
        self._count.planned = tables

    def begun(self, match: MatchSpec) -> None:
        """Nothing to say."""

    def stored(self, record: MatchRecord) -> None:
        """Count a match."""
        self._count.add(record)
        self._untold = True
        now_s = time.monotonic()
        if now_s - self._told_s >= EVERY_S:
            self._tell()
        if now_s - self._leaders_s >= LEADERS_EVERY_S and self._count.so_far is not None:
            self._leaders_s = now_s
            leaders = ", ".join(f"{line.bot} {line.payoff:.3f}" for line in self._count.so_far.lines()[:3])
            self.note(f"leading so far: {leaders}")

    def note(self, text: str) -> None:
        """Say it on a line of its own."""
        print(text, file=sys.stderr, flush=True)

    def look(self) -> None:
        """Nothing to say."""

    def _tell(self) -> None:
        self._told_s = time.monotonic()
        self._untold = False
        self.note(self._count.text())


class LiveProgress:
    """A bar with the rate and the time left, what is being played, the standings so far; notes go above."""

    def __init__(self, folder: Path | None = None) -> None:
        from rich.console import Console
        from rich.live import Live

        self._count = Count(folder)
        self._playing: dict[str, str] = {}
        self._console = Console(stderr=True)
        self._begun = False
        self._jobs = 1
        self._live = Live(console=self._console, refresh_per_second=4, get_renderable=self._picture)

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._playing.clear()
        self._live.stop()

    def begin(self, tables: int, stored: int, jobs: int, sandbox: str) -> None:
        """Show the bar."""
        self.note(_beginning(tables, stored, jobs, sandbox))
        self._count.begin(tables, stored)
        self._jobs = jobs
        self._begun = True

    def grow(self, tables: int) -> None:
        """Make the bar as long as that."""
        self._count.planned = tables

    def begun(self, match: MatchSpec) -> None:
        """Name it among those in play."""
        self._playing[match.name] = ", ".join(dict.fromkeys(match.bots))

    def stored(self, record: MatchRecord) -> None:
        """Move the bar."""
        self._playing.pop(record.spec.name, None)
        self._count.add(record)

    def note(self, text: str) -> None:
        """Print it above the bar."""
        self._console.print(text, markup=False, highlight=False)

    def look(self) -> None:
        """The picture draws itself."""

    def _picture(self) -> RenderableType:
        # Drawn by a thread of its own, while the run's thread changes what is drawn.
        if not self._begun:
            return ""
        count = self._count
        # One match more than there are workers is handed out, and waits.
        in_play = list(self._playing.items())[: min(self._jobs, MOST_PLAYING)]
        playing = [f"playing {name}: {bots}" for name, bots in in_play]
        lines = count.so_far.lines() if count.so_far is not None else []
        return picture(
            lines,
            self._console,
            tables=count.tables,
            planned=count.planned,
            rate=count.rate,
            left_s=count.left_s,
            below=playing,
        )


def _beginning(tables: int, stored: int, jobs: int, sandbox: str) -> str:
    left = f"{tables - stored} of {tables} tables to play" if stored else f"{tables} tables to play"
    held = "without protection (sandbox none)" if sandbox == "none" else f"in the sandbox {sandbox}"
    return f"{left}, {jobs} at a time, bots {held}"
