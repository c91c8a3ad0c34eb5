"""Memory while a league is read is that of a match, however many matches there are."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arena.store import Store
from tests.store import made_up

TABLES = 100
FEW, MANY = 3, 24


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> dict[int, Path]:
    """Leagues of a few and of many matches."""
    folders = {}
    for matches in (FEW, MANY):
        folders[matches] = folder = tmp_path_factory.mktemp("league")
        with Store.create(folder, made_up.LEAGUE, made_up.ENTRANTS) as store:
            for block in range(matches):
                numbers = range(block * TABLES, (block + 1) * TABLES)
                # Payoffs that hardly repeat, so that what is remembered of their texts does not stand for memory.
                paid = {number: (number / 7, -number / 7, number, 0.0) for number in numbers}
                store.write(made_up.match(f"m0.r0.b{block}", paid))
    return folders


def peak_bytes(folder: Path, read: Callable[[Store], Iterator[object]]) -> int:
    """The most that is held at once while a store is read through, of what Python allocates."""
    with Store.read(folder) as store:
        for _ in read(store):  # What is made once for a process is there afterwards.
            pass
        tracemalloc.start()
        try:
            for _ in read(store):
                pass
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()


@pytest.mark.parametrize("read", [Store.records, Store.results, Store.names, Store.tables])
def test_memory_does_not_grow_with_the_matches(stores: dict[int, Path], read: Callable[[Store], Iterator[object]]):
    few, many = (peak_bytes(stores[matches], read) for matches in (FEW, MANY))
    # A walk through mere names holds so little that an allocation more or less shows.
    assert many < 1.5 * few + 1024


def test_a_first_record_is_there_before_the_second_is_read(stores: dict[int, Path]):
    with Store.read(stores[MANY]) as store:
        read: list[str] = []
        store.connection.set_trace_callback(read.append)
        next(store.records())
        one = sum("FROM hand" in statement for statement in read)
        store.connection.set_trace_callback(None)
    assert one == 1
