"""How a league's run is told while it goes on: a live bar on a terminal, a plain line now and then elsewhere.

Everything goes to standard error, so that standard output holds results alone. `arena.league` says when what
has happened; here is only how it is shown.
"""

from __future__ import annotations

import sys
import time
from contextlib import AbstractContextManager
from types import TracebackType
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from arena.league.season import Announced
    from arena.records import MatchRecord

EVERY_S = 5.0


def progress() -> AbstractContextManager[Announced]:
    """What suits standard error."""
    return LiveProgress() if sys.stderr.isatty() else PlainProgress()


class PlainProgress:
    """Lines for a file or a log: one at the first match, then one every few seconds, and one at the end."""

    def __init__(self) -> None:
        self._tables = self._stored = self._before = 0
        self._begun_s = self._told_s = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._stored > self._before:
            self._tell()

    def begin(self, tables: int, stored: int, jobs: int, sandbox: str) -> None:
        """Say how much there is to do."""
        self._tables, self._stored, self._before = tables, stored, stored
        self._begun_s = time.monotonic()
        self.note(_beginning(tables, stored, jobs, sandbox))

    def grow(self, tables: int) -> None:
        """Count up to another end."""
        self._tables = tables

    def stored(self, record: MatchRecord) -> None:
        """Count a match."""
        self._stored += len(record.tables)
        if time.monotonic() - self._told_s >= EVERY_S:
            self._tell()

    def note(self, text: str) -> None:
        """Say it on a line of its own."""
        print(text, file=sys.stderr, flush=True)

    def look(self) -> None:
        """Nothing to say."""

    def _tell(self) -> None:
        now_s = time.monotonic()
        self._told_s = now_s
        rate = (self._stored - self._before) / max(now_s - self._begun_s, 1e-9)
        left = self._tables - self._stored
        ending = f", {left / rate:.0f} s left" if rate and left else ""
        share = 100 * self._stored // max(self._tables, 1)
        self.note(f"{self._stored} of {self._tables} tables ({share} %), {rate:.0f} a second{ending}")


class LiveProgress:
    """A bar with the rate and the time left, and notes above it."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        rate = TextColumn("{task.fields[rate]:.0f} a second")
        self._bar: Progress = Progress(
            TextColumn("tables"),
            BarColumn(),
            MofNCompleteColumn(),
            rate,
            TimeRemainingColumn(),
            console=Console(stderr=True),
        )
        self._task: TaskID | None = None
        self._before = 0
        self._begun_s = 0.0

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()

    def begin(self, tables: int, stored: int, jobs: int, sandbox: str) -> None:
        """Show the bar."""
        self.note(_beginning(tables, stored, jobs, sandbox))
        self._before, self._begun_s = stored, time.monotonic()
        self._task = self._bar.add_task("tables", total=tables, completed=stored, rate=0.0)

    def grow(self, tables: int) -> None:
        """Make the bar as long as that."""
        assert self._task is not None
        self._bar.update(self._task, total=tables)

    def stored(self, record: MatchRecord) -> None:
        """Move the bar."""
        assert self._task is not None
        self._bar.advance(self._task, len(record.tables))
        done = self._bar.tasks[0].completed - self._before
        self._bar.update(self._task, rate=done / max(time.monotonic() - self._begun_s, 1e-9))

    def note(self, text: str) -> None:
        """Print it above the bar."""
        self._bar.console.print(text, markup=False, highlight=False)

    def look(self) -> None:
        """The bar draws itself."""


def _beginning(tables: int, stored: int, jobs: int, sandbox: str) -> str:
    left = f"{tables - stored} of {tables} tables to play" if stored else f"{tables} tables to play"
    held = "without protection (sandbox none)" if sandbox == "none" else f"in the sandbox {sandbox}"
    return f"{left}, {jobs} at a time, bots {held}"
