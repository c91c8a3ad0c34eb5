"""Power that is lost: the log of the database ends anywhere, its tail is noise, its index is gone.

What was synced is on the disk and what was not may be anything. A league that is going on is copied, its log is spoilt
in the copy, and the copy is gone on with. Playing is done by nobody here: the matches of the undisturbed league are
stored in its order, so that many losses of power take a second. TRICKARENA_POWER_LOSSES=1000 tries as many.
"""

from __future__ import annotations

import os
import random
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.store import DATABASE, Store
from tests.durability.running import export, finish

MOMENTS = int(os.environ.get("TRICKARENA_POWER_LOSSES", "20"))


@pytest.fixture(scope="module")
def crashed(undisturbed, tmp_path_factory) -> tuple[Path, list[int]]:
    """A folder as a run leaves it when the power goes after its last match, and where its log ended at each match."""
    _, whole, _ = undisturbed
    folder = tmp_path_factory.mktemp("crashed")
    with Store.read(whole) as store:
        league, entrants, planned = store.league, store.entrants, store.progress().planned
        records = list(store.records())
    live = tmp_path_factory.mktemp("live")
    log = live / f"{DATABASE}-wal"
    with Store.create(live, league, entrants, planned=planned) as store:
        ends = [log.stat().st_size]
        for record in records:
            store.write(record)
            ends.append(log.stat().st_size)
        for file in live.iterdir():
            shutil.copy(file, folder / file.name)
    return folder, ends


@pytest.fixture
def quick() -> Iterator[Path]:
    """A folder in memory, where to be on the disk costs nothing."""
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        yield Path(folder)


def go_on(folder: Path, whole: Path) -> bool:
    """Store what is missing of the league, as a run would; whether all is as in the whole one then."""
    with Store.append(folder) as store, Store.read(whole) as source:
        done = store.done()
        for record in source.records():
            if record.spec.name not in done:
                store.write(record)
        assert store.check_chain().differences == ()
        return list(store.records()) == list(source.records())


def stored(folder: Path) -> int:
    with Store.read(folder) as store:
        return store.progress().matches


def test_a_log_that_ends_anywhere_loses_only_what_was_behind(undisturbed, crashed, quick):
    _, whole, _ = undisturbed
    folder, ends = crashed
    draw = random.Random("moments")
    for number in range(MOMENTS):
        copy = shutil.copytree(folder, quick / str(number))
        log = copy / f"{DATABASE}-wal"
        kept = draw.randrange(ends[-1] + 1)
        content = log.read_bytes()
        noise = draw.randbytes(len(content) - kept) if draw.random() < 0.5 else b""
        log.write_bytes(content[:kept] + noise)
        if draw.random() < 0.5:
            (copy / f"{DATABASE}-shm").unlink()
        # Each match is whole or not at all: as many are there as had ended before the cut.
        assert stored(copy) == sum(end <= kept for end in ends[1:])
        assert go_on(copy, whole)
        shutil.rmtree(copy)


def test_a_log_that_is_lost_whole_or_garbled_from_its_start(undisturbed, crashed, quick):
    _, whole, _ = undisturbed
    folder, _ = crashed
    for name, content in (("empty", b""), ("noise", random.Random(1).randbytes(5000)), ("zeros", bytes(9000))):
        copy = shutil.copytree(folder, quick / name)
        (copy / f"{DATABASE}-wal").write_bytes(content)
        assert stored(copy) == 0
        assert go_on(copy, whole)
    copy = shutil.copytree(folder, quick / "none")
    (copy / f"{DATABASE}-wal").unlink()
    assert go_on(copy, whole)


def test_a_checkpoint_that_is_torn_anywhere_is_mended_from_the_log(undisturbed, crashed, quick):
    """While a checkpoint copies pages from the log into the database, each page may have come there or not."""
    _, whole, _ = undisturbed
    folder, ends = crashed
    after = shutil.copytree(folder, quick / "after")
    Store.append(after).close()
    assert not (after / f"{DATABASE}-wal").exists(), "closing it has brought all pages over"
    old, new = (folder / DATABASE).read_bytes(), (after / DATABASE).read_bytes()
    page = int.from_bytes(old[16:18], "big")
    draw = random.Random("torn")
    for number in range(max(5, MOMENTS // 4)):
        copy = shutil.copytree(folder, quick / str(number))
        come = draw.random()
        pages = [
            new[at : at + page] if draw.random() < come else old[at : at + page].ljust(page, b"\0")
            for at in range(0, len(new), page)
        ]
        (copy / DATABASE).write_bytes(b"".join(pages))
        (copy / f"{DATABASE}-shm").unlink()
        assert stored(copy) == len(ends) - 1
        assert go_on(copy, whole)
        shutil.rmtree(copy)


def test_a_real_run_goes_on_after_power_was_lost(undisturbed, crashed, tmp_path):
    file, whole, expected = undisturbed
    folder, ends = crashed
    copy = shutil.copytree(folder, tmp_path / "copy")
    shutil.copytree(whole / "bots", copy / "bots")
    log = copy / f"{DATABASE}-wal"
    log.write_bytes(log.read_bytes()[: (ends[-2] + ends[-1]) // 2])
    finish(file, copy)
    assert export(copy) == expected


def test_a_half_made_file_is_swept_up_unless_its_maker_lives(undisturbed, tmp_path):
    file, whole, expected = undisturbed
    folder = shutil.copytree(whole, tmp_path / "out")
    # The kernel gives no process a number of this size.
    for name in (f".{DATABASE}-4194999", f".{DATABASE}-4194999-wal", ".report.html-4194999"):
        (folder / name).write_bytes(b"SQLite format 3\0 and no more")
    (folder / f".report.md-{os.getpid()}").write_bytes(b"half of")
    (folder / "bots" / ".bare-123456789abc.unfinished").mkdir()
    finish(file, folder)
    assert {file.name for file in folder.iterdir()} == {"bots", DATABASE, "lock", f".report.md-{os.getpid()}"}
    assert not (folder / "bots" / ".bare-123456789abc.unfinished").exists()
    assert export(folder) == expected
