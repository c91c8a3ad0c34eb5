"""How long decisions took is kept by slot, summed by bot, and held by the chain like everything else of a match."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from arena.errors import StoreError
from arena.store import Store
from tests.store.made_up import ENTRANTS, LEAGUE, match, seat

ANN, BOB = ((3, 2), (40, 7)), ((0, 1), (127, 8))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    timed = replace(
        match("m0.r0.b0", {0: (1, 2, 3, 4)}),
        seats=(seat("ann", times=ANN), seat("bob", times=BOB), seat("cat"), seat("ann", times=((40, 5),))),
    )
    with Store.create(tmp_path, LEAGUE, ENTRANTS) as store:
        store.write(timed)
        store.write(match("m0.r1.b0", {0: (1, 2, 3, 4)}))
        assert store.record("m0.r0.b0") == timed
    return tmp_path


def test_times_are_summed_by_bot(folder):
    with Store.read(folder) as store:
        assert store.times() == {"ann": {3: 2, 40: 12}, "bob": {0: 1, 127: 8}}
        assert store.check_chain().differences == ()


@pytest.mark.parametrize(
    "tampering",
    [
        "UPDATE seat SET times = '' WHERE bot = 'bob' AND match = 1",
        "UPDATE seat SET times = '{\"3\":2,\"40\":6}' WHERE bot = 'ann' AND seat = 0 AND match = 1",
        "UPDATE seat SET times = '{\"1\":1}' WHERE bot = 'cat' AND match = 1",
        "UPDATE seat SET times = '{\"1\":1}' WHERE match = 2 AND seat = 0",
    ],
)
def test_times_that_are_changed_added_or_taken_out_break_the_chain(folder, tampering):
    with Store.append(folder) as store:
        store.connection.execute(tampering)
    with Store.read(folder) as store:
        assert len(store.check_chain().differences) == 1


@pytest.mark.parametrize("damage", ["[1]", '{"1":"x"}', "{"])
def test_damaged_times_are_told(folder, damage):
    with Store.append(folder) as store:
        store.connection.execute("UPDATE seat SET times = ? WHERE bot = 'bob' AND match = 1", (damage,))
    with Store.read(folder) as store, pytest.raises(StoreError, match="the times of bob is damaged"):
        store.times()
