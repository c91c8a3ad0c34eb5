"""Signal to its partner by reading a file, which moves the time of its last access: the partner asks for that time.

Started first with `leave`, which reads, then again with `find`, which asks.
"""

import sys
from pathlib import Path

from attempt import TARGETS, attempt

LONG_AGO_S = 1000
file = Path(__file__).with_name("unread.bin")


def see() -> None:
    if file.stat().st_atime < LONG_AGO_S:
        raise OSError(2, "it was not read")


if TARGETS["role"] == "leave":
    file.read_bytes()
    print("left", flush=True)
    sys.stdin.readline()
else:
    attempt("see that the partner read a file", see)
