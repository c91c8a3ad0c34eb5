"""Whatever lies where a league's database should be is recognised and refused in one sentence."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from arena.errors import StoreError
from arena.store import DATABASE, Store, migrations
from tests.store.made_up import ENTRANTS, LEAGUE, match

OPENINGS = [Store.read, Store.append]


def refusal(path: Path, opening: Callable[[Path], Store]) -> str:
    with pytest.raises(StoreError) as told:
        opening(path)
    text = str(told.value)
    assert text.startswith(str(path)) and "\n" not in text
    return text


@pytest.fixture
def league(tmp_path: Path) -> Path:
    with Store.create(tmp_path, LEAGUE, ENTRANTS) as store:
        store.write(match("m0.r0.b0", {0: (1, 2, 3, 4)}))
    return tmp_path / DATABASE


def test_every_opening_writes_to_the_disk_for_good(tmp_path):
    """Also one to read: whoever closes a database last brings the log over."""
    with (
        Store.create(tmp_path, LEAGUE, ENTRANTS) as made,
        Store.append(tmp_path) as appended,
        Store.read(tmp_path) as read,
    ):
        for store in (made, appended, read):
            assert store.connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
            assert store.connection.execute("PRAGMA synchronous").fetchone() == (2,), "FULL"


@pytest.mark.parametrize("opening", OPENINGS)
def test_nothing_there(tmp_path, opening):
    assert "no such file" in refusal(tmp_path / "nowhere", opening)
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize("opening", OPENINGS)
def test_a_folder_without_a_league(tmp_path, opening):
    assert "holds no league (league.db is missing)" in refusal(tmp_path, opening)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("opening", OPENINGS)
def test_an_empty_file(tmp_path, opening):
    file = tmp_path / DATABASE
    file.touch()
    assert "is empty" in refusal(file, opening)
    assert file.read_bytes() == b""


@pytest.mark.parametrize("opening", OPENINGS)
@pytest.mark.parametrize("content", [b"x", b"[league]\nname = 'club'\n", b"\0" * 4096])
def test_no_database(tmp_path, opening, content):
    file = tmp_path / DATABASE
    file.write_bytes(content)
    assert "is not a database" in refusal(file, opening)
    assert file.read_bytes() == content


@pytest.mark.parametrize("opening", OPENINGS)
def test_another_programs_database_is_left_as_it_is(tmp_path, opening):
    file = tmp_path / "photos.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE photo (id INTEGER)")
        connection.execute("PRAGMA user_version = 1")
    content = file.read_bytes()
    assert "another program's database, not a league's (it holds photo)" in refusal(file, opening)
    assert file.read_bytes() == content


@pytest.mark.parametrize("opening", OPENINGS)
def test_a_newer_format_names_both(league, opening):
    with closing(sqlite3.connect(league)) as connection:
        connection.execute(f"PRAGMA user_version = {migrations.newest() + 6}")
    newest = migrations.newest()
    assert f"has format {newest + 6}, and this program knows formats up to {newest}" in refusal(league, opening)


@pytest.mark.parametrize("opening", OPENINGS)
def test_a_truncated_database(league, opening):
    league.write_bytes(league.read_bytes()[:2000])
    refusal(league, opening)


def test_damage_inside_is_told_as_damage(league):
    content = bytearray(league.read_bytes())
    content[4096:] = b"\xa5" * (len(content) - 4096)
    league.write_bytes(content)
    with pytest.raises(StoreError, match=r"league\.db: .*damaged"), Store.read(league) as store:
        list(store.records())


def test_an_existing_league_is_not_made_anew(league):
    with pytest.raises(StoreError, match="there is something already"):
        Store.create(league, LEAGUE, ENTRANTS)
    with Store.read(league) as store:
        assert store.done() == {"m0.r0.b0"}


def test_a_league_in_a_folder_that_is_not_there(tmp_path):
    with pytest.raises(StoreError, match="can't be made: No such file"):
        Store.create(tmp_path / "no" / DATABASE, LEAGUE, ENTRANTS)


def test_a_league_that_could_not_be_made_leaves_nothing(tmp_path):
    with pytest.raises(StoreError, match="UNIQUE"):
        Store.create(tmp_path, LEAGUE, [*ENTRANTS, ENTRANTS[0]])
    assert list(tmp_path.iterdir()) == []


def test_two_writers_do_not_mix(league, monkeypatch):
    monkeypatch.setattr("arena.store.opening.BUSY_S", 0.0)
    with Store.append(league) as one, Store.append(league) as two:
        one.connection.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="another process holds the database"):
            two.write(match("m1.r0.b0", {0: (1, 2, 3, 4)}))


def test_an_older_format_is_brought_up_in_any_opening(league, monkeypatch):
    step = "ALTER TABLE match ADD COLUMN note TEXT NOT NULL DEFAULT 'old'"
    monkeypatch.setattr(migrations, "MIGRATIONS", (*migrations.MIGRATIONS, step))
    with Store.read(league) as store:
        assert store.connection.execute("SELECT name, note FROM match").fetchall() == [("m0.r0.b0", "old")]
        assert migrations.version(store.connection) == migrations.newest()


def test_a_step_that_fails_leaves_the_old_format(league, monkeypatch):
    step = "ALTER TABLE match ADD COLUMN note TEXT; ALTER TABLE nothing ADD COLUMN x"
    monkeypatch.setattr(migrations, "MIGRATIONS", (*migrations.MIGRATIONS, step))
    assert "nothing" in refusal(league, Store.append)
    monkeypatch.undo()
    with Store.append(league) as store:
        assert store.done() == {"m0.r0.b0"}


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to become somebody who may not write")
def test_where_nothing_can_be_written_it_can_be_read():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with Store.create(folder, LEAGUE, ENTRANTS) as store:
            store.write(match("m0.r0.b0", {0: (1, 2, 3, 4)}))
        folder.chmod(0o755)
        assert in_a_child_of_nobody(lambda: _read_only(folder)) == 0
        assert [file.name for file in folder.iterdir()] == [DATABASE]


def _read_only(folder: Path) -> None:
    assert "can't be written: the file or its folder is read-only" in refusal(folder / DATABASE, Store.append)
    with Store.read(folder) as store:
        assert store.done() == {"m0.r0.b0"}
        assert len(list(store.records())) == 1


def in_a_child_of_nobody(work: Callable[[], None]) -> int:
    """Do something in a forked process that has given its rights away; its exit status."""
    child = os.fork()
    if child == 0:
        status = 1
        # Nothing may get out of the child but its status: above it is a second pytest.
        try:
            os.setuid(65534)
            work()
            status = 0
        except BaseException:  # noqa: BLE001
            traceback.print_exc()
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def test_a_reader_in_the_writers_own_process_does_not_cost_it_its_log(tmp_path):
    """Where it does, the next reader to leave takes itself for the last and deletes the log under the writer."""
    with Store.create(tmp_path, LEAGUE, ENTRANTS) as store:
        store.remember("first", 1)
        with Store.read(tmp_path) as beside:
            assert beside.remembered("first") == 1
        assert elsewhere(tmp_path, "first") == "1"
        store.remember("second", 2)
        assert (tmp_path / f"{DATABASE}-wal").exists()
        assert elsewhere(tmp_path, "second") == "2"


def elsewhere(folder: Path, key: str) -> str:
    """What another process reads there."""
    program = (
        "import sys; from pathlib import Path; from arena.store import Store\n"
        "with Store.read(Path(sys.argv[1])) as store: print(store.remembered(sys.argv[2]))"
    )
    command = [sys.executable, "-c", program, str(folder), key]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
