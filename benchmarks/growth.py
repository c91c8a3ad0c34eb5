"""What grows with a league: memory and time of report, status and export over stores of more and more deals and of
more and more bots.

Each command runs as a user runs it, in a process of its own. Its memory is the most that it, or any one of the
processes it started, held at once.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from benchmarks.measuring import Figure, Taken, Unit
from benchmarks.synthetic import league_text, make_league

TIME, MEMORY = "growth: time", "growth: memory"
ARENA = (sys.executable, "-c", "from arena.cli import main; main()")
LAUNCH = (sys.executable, "-m", "benchmarks.launch")
FIELD = 6
"""So many bots play the growing numbers of deals, four at a table: 15 line-ups."""
LINEUPS = 15


@dataclass(frozen=True, slots=True)
class Used:
    """What a command used: seconds of the wall and of processors, and MiB at most."""

    wall_s: float
    cpu_s: float
    peak_mb: float


def used_by(*arguments: object, program: Sequence[str] = ARENA) -> Used:
    """Run `arena`, or another program, throwing its output away.

    Ends the benchmark, with the program's last words, when it fails.
    """
    command = [*program, *map(str, arguments)]
    done = subprocess.run([*LAUNCH, *command], capture_output=True, text=True, check=True)
    status, wall_s, cpu_s, peak_kb = json.loads(done.stdout)
    if status:
        sys.exit(f"{' '.join(command)} failed:\n{done.stderr}")
    return Used(wall_s, cpu_s, peak_kb / 1024)


class Grown:
    """Stores of growing size, each made when it is first asked for, and what the commands used over them."""

    def __init__(self, place: Path) -> None:
        self._place = place
        self._tables: dict[str, int] = {}
        self._used: dict[tuple[object, ...], Used] = {}

    def store(self, name: str, text: str) -> tuple[Path, int]:
        """The folder of a store, and how many tables it has."""
        folder = self._place / name
        if name not in self._tables:
            self._tables[name] = make_league(folder, text)
        return folder, self._tables[name]

    def of_deals(self, tables: int) -> tuple[Path, int]:
        """The store of so many deals, each played once."""
        return self.store(f"deals-{tables}", league_text(FIELD, round(tables / LINEUPS)))

    def of_bots(self, bots: int) -> tuple[Path, int]:
        """The store of so many bots."""
        return self.store(f"bots-{bots}", league_text(bots, 24, lineups=4))

    def used(self, folder: Path, *command: str) -> Used:
        """What a command used over a store; run once, for all that is told of it."""
        key = (folder, *command)
        if key not in self._used:
            self._used[key] = used_by(*command, folder)
        return self._used[key]

    def figures(self, what: str, store: partial[tuple[Path, int]], *command: str) -> Iterator[Figure]:
        """Time and memory of a command over a store."""

        def taken() -> Taken:
            used = self.used(store()[0], *command)
            return Taken(1, used.wall_s, used.cpu_s)

        yield Figure(TIME, what, Unit.MILLISECONDS, taken, cores=True, once=True)
        yield Figure(
            MEMORY, what, Unit.MEBIBYTES, lambda: self.used(store()[0], *command).peak_mb, cores=True, once=True
        )


COMMANDS = {"report": ("league", "report"), "status": ("league", "status"), "export": ("export",)}


def figures(place: Path, deals: Sequence[int], bots: Sequence[int], most_exported: int) -> Iterator[Figure]:
    """The figures of this part: first all times, then all memory. most_exported: no more deals than these are exported,
    which takes about as long as playing them.
    """
    grown = Grown(place)
    found: list[Figure] = []
    for name, command in COMMANDS.items():
        for count in deals:
            if name != "export" or count <= most_exported:
                store = partial(grown.of_deals, count)
                found += grown.figures(f"{name} of {count:,} deals", store, *command)
        for count in bots:
            if name != "export":
                found += grown.figures(f"{name} of {count:,} bots", partial(grown.of_bots, count), *command)
    yield from sorted(found, key=lambda figure: figure.group == MEMORY)
