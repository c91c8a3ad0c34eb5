"""Passing folders of trials and builds: gone when they are done, or swept up by the next one after a kill.

Each is held by a lock that the kernel lets go of when its process ends, however it ends. Called by the tiers; what is
put into the folders is theirs.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_PREFIX = "arena-scratch-"


@contextmanager
def scratch() -> Iterator[Path]:
    """A new folder among the temporary files; those that killed processes of this user left are deleted first."""
    _sweep()
    while True:
        folder = Path(tempfile.mkdtemp(prefix=_PREFIX))
        descriptor = _held(folder)
        # Another sweep may have been quicker than the lock.
        if descriptor is not None:
            break
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(descriptor)


def _sweep() -> None:
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        descriptor = _held(folder)
        if descriptor is not None:
            shutil.rmtree(folder, ignore_errors=True)
            os.close(descriptor)


def _held(folder: Path) -> int | None:
    """The lock of a folder of this user's; None if it is held by another process, or the folder has gone."""
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.fstat(descriptor).st_uid == os.geteuid() and folder.is_dir():
            return descriptor
    except BlockingIOError:
        pass  # It is in use.
    os.close(descriptor)
    return None
