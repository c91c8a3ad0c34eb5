"""The copies of bots in a league's folder, compared with what entered the league.

Called by `arena verify`, and by the run before its database learns of new bots. The database knows the digest of
each bot's folder; the copy holds the same files, and beside them what its build made, which only the seal knows.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from arena.errors import InputError
from arena.league.bots import check_unchanged, copied_digest
from arena.league.keeping import PERSON
from arena.store import Entrant
from arena.store.drafts import sweep


@dataclass(frozen=True, slots=True)
class CopiesCheck:
    """How many entrants' copies are what they should be, and what is wrong with the others, a sentence each."""

    sound: int
    differences: tuple[str, ...]


def check_copies(folder: Path, entrants: Iterable[Entrant]) -> CopiesCheck:
    """Compare the copy of each entrant under `folder`, a league's, with the digest that it entered with."""
    differences = []
    sound = 0
    for entrant in entrants:
        told = _difference(folder / "bots", entrant)
        if told:
            differences.append(f"bot {entrant.name}: {told}")
        else:
            sound += 1
    return CopiesCheck(sound, tuple(differences))


def _difference(bots: Path, entrant: Entrant) -> str:
    if not entrant.digest and entrant.language == PERSON:
        return ""
    if not entrant.digest:
        return "the database has no digest of it, so that its copy can't be compared"
    # A copy is named by the bot's own name, which need not be the entrant's.
    places = sorted(bots.glob(f"[!.]*-{entrant.digest[:12]}"))
    if not places:
        return (
            f"its copy is missing ({bots}/*-{entrant.digest[:12]}), so that nobody can say which program played; "
            "restore it from a backup, or run the league again with the same bot, which makes it anew"
        )
    place = places[0]
    try:
        now = copied_digest(place)
        if now not in (None, entrant.digest):
            return (
                f"its copy {place} is not what entered the league (content {entrant.digest[:12]} then, "
                f"{str(now)[:12]} now)"
            )
        check_unchanged(place)
    except InputError as error:
        return str(error)
    return ""


def clear_left_behind(folder: Path) -> None:
    """Delete what a run that was killed left half made in a league's folder. For who holds the league's lock."""
    try:
        sweep(folder)
        for unfinished in (folder / "bots").glob(".*.unfinished"):
            shutil.rmtree(unfinished)
    except OSError as error:
        raise InputError(f"{error.filename}: is left of a killed run and can't be deleted: {error.strerror}") from error


def settle(folders: Iterable[Path]) -> None:
    """Put copies on the disk for good, with their seals, so that no loss of power can leave half of one."""
    for folder in folders:
        for place in [*folder.rglob("*"), folder, *folder.parent.glob(f".{folder.name}.*"), folder.parent]:
            if place.is_symlink() or not (place.is_file() or place.is_dir()):
                continue
            descriptor = os.open(place, os.O_RDONLY | os.O_CLOEXEC)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
