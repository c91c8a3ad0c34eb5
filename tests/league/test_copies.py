"""The copies of bots that a league keeps: what is not what entered is told."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from arena.league.bots import copied_digest, digest, read_bot, snapshot
from arena.league.copies import CopiesCheck, check_copies, clear_left_behind, settle
from arena.store import Entrant


def bot(folder: Path, *, build: bool = False) -> Path:
    folder.mkdir()
    made = 'build = ["make"]\n' if build else ""
    (folder / "bot.toml").write_text(f'name = "crow"\nversion = "2"\ncommand = ["python3", "bot.py"]\n{made}')
    (folder / "bot.py").write_text("print('caw')\n")
    return folder


def compiled(copy: Path) -> None:
    (copy / "crow.o").write_bytes(b"\x7fELF")


def rewritten(copy: Path) -> None:
    (copy / "bot.py").write_text("print('cooked')\n")


def entered(source: Path, league: Path, build=lambda copy: None) -> tuple[Entrant, Path]:
    """An entrant under a name of its own, and its copy."""
    place = snapshot(read_bot(source), league / "bots", build)
    settle([place])
    return Entrant("black-bird", "2", digest(source), ""), place


def told(league: Path, entrant: Entrant) -> str:
    found = check_copies(league, [entrant])
    assert found.sound == 0
    (difference,) = found.differences
    assert difference.startswith("bot black-bird: ")
    return difference.removeprefix("bot black-bird: ")


@pytest.mark.parametrize("build", [None, compiled, rewritten])
def test_a_copy_that_nobody_touched_is_sound(tmp_path, build):
    entrant, _ = entered(bot(tmp_path / "crow", build=build is not None), tmp_path, build or (lambda copy: None))
    assert check_copies(tmp_path, [entrant]) == CopiesCheck(1, ())


def test_what_a_build_made_is_no_part_of_the_digest(tmp_path):
    entrant, place = entered(bot(tmp_path / "crow", build=True), tmp_path, compiled)
    assert digest(place) != entrant.digest
    assert copied_digest(place) == entrant.digest


def test_a_changed_source_is_told_with_both_digests(tmp_path):
    entrant, place = entered(bot(tmp_path / "crow", build=True), tmp_path, compiled)
    (place / "bot.py").chmod(0o644)
    (place / "bot.py").write_text("print('cuckoo')\n")
    assert told(tmp_path, entrant) == (
        f"its copy {place} is not what entered the league (content {entrant.digest[:12]} then, "
        f"{copied_digest(place)[:12]} now)"
    )


def test_a_file_that_was_put_in_or_changed_beside_the_source_breaks_the_seal(tmp_path):
    entrant, place = entered(bot(tmp_path / "crow", build=True), tmp_path, compiled)
    (place / "crow.o").chmod(0o644)
    (place / "crow.o").write_bytes(b"another program")
    assert "was changed after it was built" in told(tmp_path, entrant)


def test_a_copy_whose_build_rewrote_its_source_has_its_seal_to_go_by(tmp_path):
    entrant, place = entered(bot(tmp_path / "crow", build=True), tmp_path, rewritten)
    assert copied_digest(place) is None
    (place / "bot.py").chmod(0o644)
    (place / "bot.py").write_text("print('cuckoo')\n")
    assert "was changed after it was built" in told(tmp_path, entrant)


def test_a_copy_of_before_seals_named_its_files(tmp_path):
    entrant, place = entered(bot(tmp_path / "crow"), tmp_path)
    seal = place.with_name(f".{place.name}.sha256")
    seal.write_text(seal.read_text().splitlines()[0])
    assert check_copies(tmp_path, [entrant]).sound == 1
    (place / "bot.py").chmod(0o644)
    (place / "bot.py").write_text("print('cuckoo')\n")
    assert "is not what entered the league" in told(tmp_path, entrant)


def test_a_missing_copy_is_told_with_what_to_do(tmp_path):
    entrant, place = entered(bot(tmp_path / "crow"), tmp_path)
    shutil.rmtree(place)
    message = told(tmp_path, entrant)
    assert message.startswith(f"its copy is missing ({tmp_path}/bots/*-{entrant.digest[:12]})")
    assert "restore it from a backup, or run the league again with the same bot" in message


def test_an_entrant_without_a_digest(tmp_path):
    assert told(tmp_path, Entrant("black-bird")).startswith("the database has no digest of it")


def test_what_a_killed_run_left_half_copied_is_cleared(tmp_path):
    _, place = entered(bot(tmp_path / "crow"), tmp_path)
    half = place.with_name(f".{place.name}.unfinished")
    half.mkdir()
    (half / "bot.py").write_text("pri")
    clear_left_behind(tmp_path)
    assert not half.exists()
    assert place.is_dir()
