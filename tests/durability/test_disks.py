"""A disk that is full, or read-only: one line says what, where and what to do, and nothing is lost."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arena.errors import ArenaError, InputError, StoreError
from arena.league.lock import locked
from arena.plugin import load
from arena.reports.league import league_report
from arena.reports.writers import write_reports
from arena.store import DATABASE, Store
from tests.cli.command import arena, output, refusal
from tests.durability.disks import BALLAST, Disk, small_disk
from tests.durability.running import export, finish
from tests.store.made_up import ENTRANTS, LEAGUE, match

FREE = "free some space and run the same command again: it goes on with what is stored"


@pytest.fixture
def disk() -> Iterator[Disk]:
    with small_disk("512k") as made:
        yield made


def refused(act: Callable[[], object], path: Path) -> str:
    """The one line with which something is refused, without the path that it begins with."""
    with pytest.raises(ArenaError) as told:
        act()
    text = str(told.value)
    assert text.startswith(f"{path}: ") and "\n" not in text
    return text.removeprefix(f"{path}: ")


def some_match(number: int):
    return match(f"m0.r0.b{number}", dict.fromkeys(range(number * 500, number * 500 + 100), (1, 2, 3, 4)))


def test_a_disk_that_is_full_from_the_start(disk):
    disk.fill()
    told = refused(lambda: Store.create(disk.folder, LEAGUE, ENTRANTS), disk.folder / DATABASE)
    assert "full" in told or "No space left" in told
    assert told.endswith(FREE)
    assert [file.name for file in disk.folder.iterdir()] == [BALLAST]
    disk.free()
    Store.create(disk.folder, LEAGUE, ENTRANTS).close()


@pytest.mark.parametrize("pages", [1, 4, 9, 14, 19, 24])
def test_a_disk_that_fills_up_while_a_league_is_made(disk, pages):
    disk.fill(leave=pages * 4096)
    told = refused(lambda: Store.create(disk.folder, LEAGUE, ENTRANTS), disk.folder / DATABASE)
    assert told.endswith(FREE)
    assert [file.name for file in disk.folder.iterdir()] == [BALLAST]
    disk.free()
    with Store.create(disk.folder, LEAGUE, ENTRANTS) as store:
        assert store.entrants == ENTRANTS


def test_a_disk_that_fills_up_while_matches_are_stored(disk):
    with Store.create(disk.folder, LEAGUE, ENTRANTS) as store:
        stored = 0
        disk.fill(leave=150_000)
        with pytest.raises(StoreError) as told:
            for stored in range(100):
                store.write(some_match(stored))
        assert stored
        assert "what was being stored was not kept" in str(told.value) or "can't be read or written" in str(told.value)
        assert FREE in str(told.value)
        assert store.progress().matches == stored, "what was stored before is there to be read"
    with Store.read(disk.folder) as store:
        assert [record.spec.name for record in store.records()] == [f"m0.r0.b{number}" for number in range(stored)]
    disk.free()
    with Store.append(disk.folder) as store:
        store.write(some_match(stored))
        assert list(store.records()) == [some_match(number) for number in range(stored + 1)]
        assert store.check_chain().differences == ()


def test_a_disk_without_room_for_a_checkpoint(disk):
    """The log holds matches that the database has no room for: they stay in the log."""
    store = Store.create(disk.folder, LEAGUE, ENTRANTS)
    for number in range(3):
        store.write(some_match(number))
    disk.fill()
    store.close()
    assert (disk.folder / f"{DATABASE}-wal").stat().st_size > 0
    with Store.read(disk.folder) as store:
        assert list(store.records()) == [some_match(number) for number in range(3)]
    disk.free()
    with Store.append(disk.folder) as store:
        store.write(some_match(3))
        assert list(store.records()) == [some_match(number) for number in range(4)]
    assert [file.name for file in disk.folder.iterdir()] == [DATABASE]


def test_a_disk_without_room_for_reports(disk):
    with Store.create(disk.folder, LEAGUE, ENTRANTS) as store:
        store.write(some_match(0))
        report = league_report(store)
    disk.fill(leave=4096)
    with pytest.raises(InputError) as told:
        write_reports(report, disk.folder, load().writers.values())
    assert "No space left on device; nothing that was played is lost" in str(told.value)
    assert str(told.value).endswith(f"run: arena league report {disk.folder}")
    assert not list(disk.folder.glob(".report*")), "no half of a report is left"
    disk.free()
    assert len(write_reports(report, disk.folder, load().writers.values())) >= 5


def test_a_disk_without_room_for_the_lock(disk):
    disk.fill()
    told = refused(lambda: locked(disk.folder).__enter__(), disk.folder)
    assert told == "a league can't be run here: No space left on device; free some space"


@pytest.fixture
def frozen(undisturbed, disk) -> Iterator[tuple[Path, str]]:
    """The undisturbed league on a read-only disk, and its export."""
    _, whole, expected = undisturbed
    disk.remount("size=4m")
    shutil.copytree(whole, disk.folder / "out")
    disk.remount("ro")
    yield disk.folder / "out", expected


def test_a_read_only_league_can_be_read_and_is_not_played(frozen):
    folder, expected = frozen
    assert export(folder) == expected
    with Store.read(folder) as store:
        assert store.check_chain().differences == ()
    told = refused(lambda: Store.append(folder), folder / DATABASE)
    assert told.startswith("can't be written: the file or its folder is read-only; allow writing there, or copy")
    told = refused(lambda: locked(folder).__enter__(), folder)
    assert told.startswith("a league can't be run here: Read-only file system; allow writing there, or run into")


def test_a_read_only_league_that_was_interrupted(undisturbed, disk):
    """With a log and without its index, which SQLite would have to write."""
    with Store.create(disk.folder, LEAGUE, ENTRANTS) as store:
        store.write(some_match(0))
        copy = disk.folder / "copy"
        copy.mkdir()
        for name in (DATABASE, f"{DATABASE}-wal"):
            shutil.copy(disk.folder / name, copy)
    disk.remount("ro")
    told = refused(lambda: Store.read(copy), copy / DATABASE)
    assert told.startswith("can't be opened, because its folder is read-only or the disk full (")
    assert told.endswith("a log there (league.db-wal), copy the whole folder to where you may write")
    disk.remount("rw")
    with Store.read(copy) as store:
        assert list(store.records()) == [some_match(0)]


def test_a_run_on_a_disk_that_fills_up_ends_with_one_line_and_is_gone_on_with(undisturbed, disk):
    file, whole, expected = undisturbed
    folder = disk.folder / "out"
    shutil.copytree(whole / "bots", folder / "bots")
    disk.fill(leave=200_000)
    run = arena("league", "run", file, "--out", folder)
    assert run.returncode == 2, run.stderr
    assert run.stdout == ""
    last = run.stderr.splitlines()[-1]
    assert last.startswith(f"arena: {folder / DATABASE}: ") and last.endswith(FREE)
    assert "Traceback" not in run.stderr
    disk.free()
    disk.remount("size=4m")
    with Store.read(folder) as store:
        assert 0 < store.progress().matches < 12, "some were stored before the disk was full"
    finish(file, folder)
    assert export(folder) == expected


def test_commands_on_a_read_only_disk(undisturbed, frozen):
    file, _, _ = undisturbed
    folder, expected = frozen
    assert output("export", folder) == expected + "\n"
    assert "every link holds" in output("verify", folder)
    assert "600 of 600 tables" in output("league", "status", folder)
    told = refusal("league", "run", file, "--out", folder)
    assert told.startswith(f"arena: {folder}: a league can't be run here: Read-only file system; allow writing there")
    told = refusal("league", "report", folder)
    assert "can't be written: Read-only file system; nothing that was played is lost" in told
