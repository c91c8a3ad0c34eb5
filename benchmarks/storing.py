"""What it costs to keep matches and to read them back: time to write, to read results and whole records, and bytes."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from arena.store import DATABASE, Entrant, Store
from benchmarks.measuring import Figure, Stopwatch, Taken, Unit
from benchmarks.synthetic import league_text, matches, terms

GROUP = "store"
BLOCK = 500
"""Tables of a full match."""


def written_taken(place: Path, deals: int, count: int) -> Taken:
    """The time to write so many matches of so many deals, one transaction each, with their links of the chain."""
    spec, records = matches(league_text(4, deals * count, seating="duplicate"), place, count)
    folder = place / "written"
    folder.mkdir()
    try:
        with Store.create(folder, terms(spec), [Entrant(entry.name) for entry in spec.entries]) as store:
            with Stopwatch() as watch:
                for record in records:
                    store.write(record)
            return watch.taken(sum(len(record.tables) for record in records) if deals == BLOCK else count)
    finally:
        shutil.rmtree(folder)


def read_taken(folder: Path, read: Callable[[Store], Iterator[object]], tables: int) -> Taken:
    """The time to read a whole store once."""
    with Stopwatch() as watch, Store.read(folder) as store:
        for _ in read(store):
            pass
    return watch.taken(tables)


def bytes_a_table(folder: Path, tables: int) -> float:
    """The size of a database by its tables."""
    return (folder / DATABASE).stat().st_size / tables


def figures(place: Path, count: int, folder: Path, tables: int) -> Iterator[Figure]:
    """The figures of this part. folder, tables: a store that is there, and how many tables it holds."""
    yield Figure(GROUP, "write matches of 1 deal", Unit.MATCHES, partial(written_taken, place, 1, 20 * count))
    yield Figure(GROUP, "write a deal, 500 in a match", Unit.MICROSECONDS, partial(written_taken, place, BLOCK, count))
    read = {"results": Store.results, "whole records": Store.records}
    for name, method in read.items():
        yield Figure(GROUP, f"read {name}, a deal", Unit.MICROSECONDS, partial(read_taken, folder, method, tables))
    yield Figure(GROUP, "size of a deal", Unit.BYTES, partial(bytes_a_table, folder, tables), once=True)
