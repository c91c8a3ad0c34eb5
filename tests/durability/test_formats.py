"""A database of format 1, as the first arena wrote it, is read, gone on with and chained by the present one.

`format_1.sql` is the text of such a database: three bots, one of which commits faults, and a game in six sittings.
`format_1.jsonl` is what the program that wrote it exported.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

from arena.store import DATABASE, Store, migrations
from tests.durability.running import export
from tests.store.test_opening import in_a_child_of_nobody

HERE = Path(__file__).parent
EXPORTED = (HERE / "format_1.jsonl").read_text().rstrip("\n")


def restored(folder: Path) -> Path:
    with closing(sqlite3.connect(folder / DATABASE)) as connection:
        connection.executescript((HERE / "format_1.sql").read_text())
        assert migrations.version(connection) == 1
    return folder


def test_it_is_read_and_exports_what_it_did(tmp_path):
    assert export(restored(tmp_path)) == EXPORTED
    with Store.read(tmp_path) as store:
        assert migrations.version(store.connection) == migrations.newest() == 3


def test_its_matches_are_unchained_and_no_error(tmp_path):
    with Store.read(restored(tmp_path)) as store:
        chain, found = store.chain(), store.check_chain()
    assert (chain.head, chain.links, chain.matches, chain.unchained) == ("", 0, 0, 6)
    assert found.differences == ()
    assert len(found.notes) == 1 and found.notes[0].startswith("chain: 6 matches are unchained, since they were stored")


def test_its_chain_begins_with_the_first_match_that_is_stored_again(tmp_path):
    with Store.append(restored(tmp_path)) as store:
        record = store.record("m2.r1.b0-1")
        assert store.withdraw("m2.r1.b0-1", "it is played again") == ["m2.r1.b0-1"]
        store.write(record)
        chain, found = store.chain(), store.check_chain()
        # The terms, three entrants, the match taken back and the match stored.
        assert (chain.links, chain.matches, chain.unchained, chain.withdrawn) == (6, 1, 5, 1)
        assert found.differences == ()
    assert export(tmp_path) == EXPORTED


def test_an_older_match_that_is_put_in_later_is_no_older_match(tmp_path):
    with Store.append(restored(tmp_path)) as store:
        store.connection.execute("UPDATE match SET id = 99 WHERE name = 'm0.r0.b0-1'")
        found = store.check_chain().differences
    assert "chain: match m0.r0.b0-1 is stored without a link: it was put in by something else than a run" in found


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to become somebody who may not write")
def test_where_it_cannot_be_brought_up_it_is_read_all_the_same():
    with tempfile.TemporaryDirectory() as name:
        folder = restored(Path(name))
        folder.chmod(0o755)
        before = (folder / DATABASE).read_bytes()
        assert in_a_child_of_nobody(lambda: _reads(folder)) == 0
        assert (folder / DATABASE).read_bytes() == before


def _reads(folder: Path) -> None:
    assert export(folder) == EXPORTED
