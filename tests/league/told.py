"""A run of a league in a process of its own that prints each stored match, so that tests can wait for it.

python -m tests.league.told FILE DIR JOBS
"""

from __future__ import annotations

import sys
from pathlib import Path

from arena.league.file import read_league
from arena.league.season import Means, run_league
from arena.plugin import load
from arena.records import MatchRecord, MatchSpec


class Lines:
    def begin(self, tables: int, stored: int, jobs: int, sandbox: str) -> None:
        print(f"begin {tables} {stored}", flush=True)

    def grow(self, tables: int) -> None:
        print(f"grow {tables}", flush=True)

    def begun(self, match: MatchSpec) -> None:
        pass

    def stored(self, record: MatchRecord) -> None:
        print(f"stored {record.spec.name}", flush=True)

    def note(self, text: str) -> None:
        print(f"note {text}", flush=True)

    def look(self) -> None:
        pass


def main(file: str, folder: str, jobs: str) -> None:
    registry = load()
    spec = read_league(Path(file), registry)
    variant = registry.variant(spec.variant)(seats=spec.seats, **spec.options)
    outcome = run_league(spec, variant, Path(folder), Means(int(jobs)), Lines())
    print("stopped" if outcome.stopped else "done", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
