"""Signal to its partner by the number of its threads, which the partner reads off the size of a folder in /proc.

Started first with `leave`, which starts threads, then again with `find`. The test tells the first one's number, which
it could find itself by asking for all numbers.
"""

import sys
import threading
from pathlib import Path

from attempt import TARGETS, attempt

THREADS = 7


def count() -> None:
    # A folder's links: itself, its parent's, and one for each folder in it.
    if Path(f"/proc/{TARGETS['partner']}/task").stat().st_nlink != 2 + 1 + THREADS:
        raise OSError(2, "other threads")


if TARGETS["role"] == "leave":
    done = threading.Event()
    for _ in range(THREADS):
        threading.Thread(target=done.wait, daemon=True).start()
    print("left", flush=True)
    sys.stdin.readline()
else:
    attempt("count the partner's threads", count)
