"""Whole leagues, everything on but their reports: one worker against two, and runs of more and more deals and bots.

From the reading of the file to the last match stored, as `arena league run` does it; reports, which no number of
workers makes faster, are measured in `benchmarks.growth`. The bots are the smallest ones in C, so that what is measured
is the arena.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from arena.league.file import read_league
from arena.league.season import Means, run_league
from arena.plugin import load
from arena.records import MatchRecord, MatchSpec
from arena.store import Store
from benchmarks.bots import MANY, Bots
from benchmarks.growth import MEMORY, TIME, Used, used_by
from benchmarks.measuring import Figure, Taken, Unit

GROUP = "a whole league, trollin, C bots"
WORKERS = {2: "two workers", 1: "one worker"}
NAMES = {"one table": False, "64 tables, no view": True}
"""Kinds of bots, and whether they play many tables."""


PLAY = (sys.executable, "-c", "import sys; from benchmarks.leagues import play; play(*sys.argv[1:])")


class _Silent:
    """A progress that tells nobody."""

    def begin(self, tables: int, stored: int, jobs: int, sandbox: str) -> None:
        """Nothing."""

    def grow(self, tables: int) -> None:
        """Nothing."""

    def begun(self, match: MatchSpec) -> None:
        """Nothing."""

    def stored(self, record: MatchRecord) -> None:
        """Nothing."""

    def note(self, text: str) -> None:
        """Nothing."""

    def look(self) -> None:
        """Nothing."""


def play(file: str, folder: str, jobs: str) -> None:
    """Run a league without its reports; a process of its own calls this."""
    registry = load()
    spec = read_league(Path(file), registry)
    variant = registry.variant(spec.variant)(seats=spec.seats, **spec.options)
    run_league(spec, variant, Path(folder), Means(int(jobs)), _Silent())


class Leagues:
    """Leagues of one bot's copies. many: it plays 64 tables at once and refuses views."""

    def __init__(self, place: Path, bots: Bots) -> None:
        self._place = place
        self._bots = bots
        self._used: dict[tuple[int, int], tuple[Used, int]] = {}

    def run(self, bots: int, deals: int, jobs: int, *, many: bool, lineups: int = 0) -> tuple[Used, int]:
        """Run a league once; what it used, and how many decisions that was."""
        file, out = self._file(bots, deals, many=many, lineups=lineups), self._place / "league"
        used = used_by(file, out, jobs, program=PLAY)
        with Store.read(out) as store:
            decisions = sum(line.decisions for line in store.usage())
        shutil.rmtree(out)
        return used, decisions

    def taken(self, deals: int, jobs: int, *, many: bool) -> Taken:
        """The time of a league of four bots."""
        used, decisions = self.run(4, deals, jobs, many=many)
        return Taken(decisions, used.wall_s, used.cpu_s)

    def grown(self, bots: int, deals: int) -> tuple[Used, int]:
        """A league of this size, run once for all that is told of it."""
        size = (bots, deals)
        if size not in self._used:
            self._used[size] = self.run(bots, deals, 1, many=True, lineups=4 if bots > 4 else 0)
        return self._used[size]

    def peak_mb(self, bots: int, deals: int) -> float:
        """The most memory that any process of the run held."""
        return self.grown(bots, deals)[0].peak_mb

    def decision_taken(self, bots: int, deals: int) -> Taken:
        """The time of a run of this size by its decisions."""
        used, decisions = self.grown(bots, deals)
        return Taken(decisions, used.wall_s, used.cpu_s)

    def _file(self, bots: int, deals: int, *, many: bool, lineups: int) -> Path:
        folder = self._place / ("many" if many else "one")
        if not folder.exists():
            shutil.copytree(self._bots.c_folder, folder)
            words = ", ".join(f'"{word}"' for word in ("./first", *(MANY if many else ())))
            (folder / "bot.toml").write_text(f'name = "first"\nversion = "1"\ncommand = [{words}]\n', encoding="utf-8")
        chosen = f'format = "sample"\n[league.sample]\nlineups = {lineups}\n' if lineups else ""
        seating = "single" if lineups else "duplicate"
        file = self._place / "league.toml"
        file.write_text(
            f'[league]\nname = "bench"\nvariant = "trollin"\nseats = 4\nseed = "bench"\ndeals = {deals}\n'
            f'seating = "{seating}"\n{chosen}' + f'[[bot]]\npath = "{folder.name}"\n' * bots,
            encoding="utf-8",
        )
        return file


def figures(place: Path, bots: Bots, deals: int, grown: Sequence[int], fields: Sequence[int]) -> Iterator[Figure]:
    """The figures of this part. deals: of a league that is compared; grown: numbers of deals, fields: of bots."""
    leagues = Leagues(place, bots)
    for name, many in NAMES.items():
        for jobs, workers in WORKERS.items():
            taken = partial(leagues.taken, 2 * deals if many else deals, jobs, many=many)
            yield Figure(GROUP, f"{name}, {workers}", Unit.DECISIONS, taken, cores=True)
    sizes = [(f"run of {count:,} deals", 4, count) for count in grown]
    sizes += [(f"run of {count:,} bots", count, 1) for count in fields]
    for what, count, length in sizes:
        yield Figure(
            TIME,
            f"{what}, a decision",
            Unit.MICROSECONDS,
            partial(leagues.decision_taken, count, length),
            cores=True,
            once=True,
        )
        yield Figure(MEMORY, what, Unit.MEBIBYTES, partial(leagues.peak_mb, count, length), cores=True, once=True)
