"""The leagues in a folder, as the server shows them: which there are, how they stand, and their pages.

Everything is read through the store, on demand; pages are made into a folder of the server's own and kept there until
something new is stored. A league is named by its folder's name, and nothing but a name on the list is ever looked up.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from arena.errors import ArenaError
from arena.league.following import SHARE_OF_TIME, Glance, glance, stamp
from arena.plugin import Registry
from arena.reports import notable
from arena.reports.league import league_report
from arena.reports.viewer import VIEWER, write_viewer
from arena.reports.writers import write_reports
from arena.store import DATABASE, Store

_REPORT = re.compile(r"report(-[\w.-]+)?\.\w+", re.ASCII)
_HANDS = re.compile(r"hands/\d{3,6}\.js", re.ASCII)

Stamp = tuple[tuple[int, int], ...]


@dataclass(slots=True)
class _Made:
    """Something that was made from a league's store, when, and how long that took."""

    of: Stamp = ()
    at_s: float = 0.0
    took_s: float = 0.0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def stale(self, now: Stamp) -> bool:
        """Whether it is to be made again: something is new, and making it does not take up all the time."""
        return not self.of or (now != self.of and time.monotonic() - self.at_s >= self.took_s / SHARE_OF_TIME)

    def make(self, now: Stamp, making: Callable[[], None]) -> None:
        """Make it, unless it is fresh; for who holds the lock."""
        if self.stale(now):
            begun_s = time.monotonic()
            making()
            self.of, self.at_s = now, time.monotonic()
            self.took_s = self.at_s - begun_s


class Shelf:
    """The leagues directly in `root`, or `root` itself if it is one. `cache` is a folder for the pages made.

    Methods may be called from any thread.
    """

    def __init__(self, root: Path, registry: Registry, cache: Path) -> None:
        self._root = root
        self._registry = registry
        self._cache = cache
        self._made: dict[tuple[str, str], _Made] = {}
        self._wanted: dict[str, set[str]] = {}
        self._seen: dict[tuple[str, bool], Glance] = {}

    def folders(self) -> dict[str, Path]:
        """The leagues' folders by name, in alphabetical order."""
        if (self._root / DATABASE).is_file():
            return {self._root.resolve().name: self._root.resolve()}
        found = (path for path in self._root.iterdir() if (path / DATABASE).is_file())
        return {path.name: path for path in sorted(found)}

    def look(self, name: str, *, ranked: bool) -> Glance | None:
        """How a league stands; None if there is no such league, or nobody can read it."""
        folder = self.folders().get(name)
        if folder is None:
            return None
        key = name, ranked
        made = self._made.setdefault((name, f"glance {ranked}"), _Made())

        def making() -> None:
            self._seen[key] = glance(folder, ranked=ranked)

        with made.lock:
            try:
                made.make(stamp(folder), making)
            except ArenaError:
                return None
            return self._seen[key]

    def page(self, name: str, file: str) -> Path | None:
        """The file of a league's report or viewer with this name, made if need be; None if there is no such file.

        Raises what making it raises: StoreError, PluginError, InputError.
        """
        folder = self.folders().get(name)
        if folder is None:
            return None
        if _REPORT.fullmatch(file):
            return self._fresh(name, folder, "report", file, self._write_report)
        if file == VIEWER or _HANDS.fullmatch(file):
            return self._fresh(name, folder, "viewer", file, self._write_viewer)
        return None

    def _fresh(self, name: str, folder: Path, what: str, file: str, write: Callable[[Path, Path], None]) -> Path | None:
        into = self._cache / name / what
        made = self._made.setdefault((name, what), _Made())
        with made.lock:
            # Side files are of the page that asks for them; a newer set would not fit it.
            if "/" not in file or not made.of:
                made.make(stamp(folder), lambda: write(folder, into))
        found = into / file
        return found if found.is_file() else None

    def _write_report(self, folder: Path, into: Path) -> None:
        with Store.read(folder) as store:
            told = league_report(store, self._registry.variant)
            self._wanted[folder.name] = notable.tables(told)
            write_reports(told, into, self._registry.writers.values())

    def _write_viewer(self, folder: Path, into: Path) -> None:
        # What the report links to must be there, in a league of more hands than are written.
        self.page(folder.name, "report.html")
        with Store.read(folder) as store:
            write_viewer(store, self._registry.variant, into, wanted=self._wanted.get(folder.name, ()))
