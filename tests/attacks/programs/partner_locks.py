"""Signal to its partner by locks on a file that both may read, its own source: flock, record and open-file locks.

Started first with `leave`, then again with `find` while the first still runs.
"""

import fcntl
import os
import struct
import sys
from collections.abc import Callable

from attempt import TARGETS, attempt

F_OFD_GETLK, F_OFD_SETLK = 36, 37
READ = struct.pack("=hh4xqqi4x", fcntl.F_RDLCK, os.SEEK_SET, 100, 1, 0)
WRITE = struct.pack("=hh4xqqi4x", fcntl.F_WRLCK, os.SEEK_SET, 100, 1, 0)
source = os.open(__file__, os.O_RDONLY)


def leave(act: Callable[[], object]) -> None:
    try:
        act()
    except OSError as error:
        print(error, file=sys.stderr)


def find_flock() -> None:
    try:
        fcntl.flock(source, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return
    raise OSError(2, "no lock is there")


def find(command: int) -> None:
    (kind,) = struct.unpack_from("=h", fcntl.fcntl(source, command, WRITE))
    if kind == fcntl.F_UNLCK:
        raise OSError(2, "no lock is there")


if TARGETS["role"] == "leave":
    leave(lambda: fcntl.flock(source, fcntl.LOCK_EX))
    leave(lambda: fcntl.fcntl(source, fcntl.F_SETLK, READ))
    leave(lambda: fcntl.fcntl(source, F_OFD_SETLK, READ))
    print("left", flush=True)
    sys.stdin.readline()
else:
    attempt("find the partner's flock", find_flock)
    attempt("find the partner's record lock", lambda: find(fcntl.F_GETLK))
    attempt("find the partner's open-file lock", lambda: find(F_OFD_GETLK))
