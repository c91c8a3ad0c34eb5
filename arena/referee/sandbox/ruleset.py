"""Landlock rules: what of the machine's own files a program may open, and nothing else of anything.

The landlock tier makes a set for each start, in the new process. It knows which rights which version of the
kernel's Landlock guards; what an older version leaves open, the filter of system calls has to close.
"""

from __future__ import annotations

import os
import stat
import struct
from collections.abc import Mapping
from contextlib import ExitStack, suppress

from arena.referee.sandbox import linux

EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
TRUNCATE, _IOCTL_DEV = 1 << 14, 1 << 15
# Removing and making folders, files, pipes, sockets and links (devices apart), and moving files between folders.
_CHANGE_FOLDERS = 0b1_0111_1011_0000
_REFER = 1 << 13
_OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | _IOCTL_DEV

READ = READ_FILE | READ_DIR
RUN = READ | EXECUTE
CHANGE = RUN | WRITE_FILE | TRUNCATE | _CHANGE_FOLDERS | _REFER

# By version: what it guards of the file system, of TCP, and of what leaves the sandbox (abstract sockets, signals).
_FILE_RIGHTS = {1: 0x1FFF, 2: 0x3FFF, 3: 0x7FFF, 5: 0xFFFF}
_TCP_SINCE, _SCOPES_SINCE = 4, 6
_TCP, _SCOPES = 0b11, 0b11

SIGNALS_SINCE = _SCOPES_SINCE


def guarded(version: int) -> int:
    """Which rights on files this version of Landlock knows."""
    return next(rights for since, rights in sorted(_FILE_RIGHTS.items(), reverse=True) if version >= since)


def restrict(grants: Mapping[str, int], version: int, *, network: bool = False) -> None:
    """In the new process, at last: from now on only these paths, with these rights. Missing paths are left out.

    `network` leaves TCP open. Raises OSError.
    """
    known = guarded(version)
    attributes = struct.pack("=Q", known)
    if version >= _TCP_SINCE:
        attributes += struct.pack("=Q", 0 if network else _TCP)
    if version >= _SCOPES_SINCE:
        attributes += struct.pack("=Q", _SCOPES)
    with ExitStack() as closing:
        ruleset = linux.landlock_ruleset(attributes)
        closing.callback(os.close, ruleset)
        for path, rights in grants.items():
            with suppress(FileNotFoundError):
                _allow(ruleset, path, rights & known)
        linux.landlock_restrict(ruleset)


def _allow(ruleset: int, path: str, rights: int) -> None:
    descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        if not stat.S_ISDIR(os.fstat(descriptor).st_mode):
            rights &= _OF_FILES
        linux.landlock_allow(ruleset, descriptor, rights)
    finally:
        os.close(descriptor)
