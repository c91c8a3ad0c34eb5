"""Files of a league's folder that are made under a passing name and put in place when they are whole.

Used for the database and the reports. The passing name holds the number of the process that writes the file, so
that what a killed one left behind is known, and is swept up when the league is gone on with.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

_LEFT = re.compile(r"\..+\.[a-z]+-(?P<pid>\d+)(-wal|-shm|-journal)?", re.ASCII)


def draft_of(file: Path) -> Path:
    """The passing name of a file that this process is about to make."""
    return file.with_name(f".{file.name}-{os.getpid()}")


def put_in_place(file: Path, content: bytes) -> None:
    """Write a file so that it appears whole or not at all. Raises OSError where it can't be written."""
    draft = draft_of(file)
    try:
        draft.write_bytes(content)
        draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)


def sweep(folder: Path) -> None:
    """Delete the drafts in a folder whose processes are no more. Raises OSError where that is not allowed."""
    for file in folder.iterdir():
        left = _LEFT.fullmatch(file.name)
        if left and file.is_file() and not Path("/proc", left["pid"]).exists():
            file.unlink(missing_ok=True)


def settle_names(folder: Path) -> None:
    """Make the names in a folder last through a loss of power: what is in a file is synced by whoever wrote it."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
