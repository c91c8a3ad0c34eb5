"""The lock that keeps two runs of one league apart.

Held by the runner for as long as it may write. The kernel lets go of it when the process ends, however it
ends, so that a lock is never left behind.
"""

from __future__ import annotations

import errno
import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arena.errors import InputError


@contextmanager
def locked(directory: Path) -> Iterator[None]:
    """Hold a league's directory; InputError, naming the other process, if it is held already or can't be."""
    try:
        descriptor = os.open(directory / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise _refused(directory, error) from error
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.pread(descriptor, 32, 0).decode(errors="replace").strip()
            raise InputError(
                f"{directory}: this league is being played by process {holder or 'unknown'}; wait until it has "
                "ended, or stop it (Ctrl-C in its terminal)"
            ) from None
        try:
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
        except OSError as error:
            raise _refused(directory, error) from error
        yield
    finally:
        os.close(descriptor)


def _refused(directory: Path, error: OSError) -> InputError:
    full = error.errno in (errno.ENOSPC, errno.EDQUOT)
    remedy = "free some space" if full else "allow writing there, or run into another folder (--out)"
    return InputError(f"{directory}: a league can't be run here: {error.strerror}; {remedy}")
