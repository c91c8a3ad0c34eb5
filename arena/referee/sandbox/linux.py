"""The few Linux calls that Python's standard library lacks: prctl, unshare, mount.

Called between fork and exec as well as in the referee, so they do no more than the call and raise OSError.
"""

from __future__ import annotations

import ctypes
import functools
import os

MS_BIND = 0x1000
MS_REC = 0x4000
MS_PRIVATE = 1 << 18
MS_NOSUID = 2
MS_NODEV = 4
_CLONE_NEWNS = 0x20000
_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36


@functools.cache
def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def load() -> None:
    """Bind the C library now, so that a forked child need not."""
    _libc()


def _checked(result: int, call: str) -> None:
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{call}: {os.strerror(number)}")


def signal_on_parents_death(signal_number: int) -> None:
    """Have this process sent a signal when the thread that made it ends."""
    _checked(_libc().prctl(_PR_SET_PDEATHSIG, signal_number, 0, 0, 0), "prctl(PR_SET_PDEATHSIG)")


def become_subreaper() -> None:
    """Have every orphan among this process's descendants become its own child, to be reaped here."""
    _checked(_libc().prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0), "prctl(PR_SET_CHILD_SUBREAPER)")


def unshare_mounts() -> None:
    """Give this process mounts of its own; needs CAP_SYS_ADMIN."""
    _checked(_libc().unshare(_CLONE_NEWNS), "unshare(CLONE_NEWNS)")


def mount(source: str | None, target: str, kind: str | None, flags: int, options: str | None = None) -> None:
    """mount(2)."""
    texts = [None if text is None else os.fsencode(text) for text in (source, target, kind)]
    data = None if options is None else os.fsencode(options)
    _checked(_libc().mount(*texts, ctypes.c_ulong(flags), data), f"mount on {target}")
