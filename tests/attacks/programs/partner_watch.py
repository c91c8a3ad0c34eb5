"""Signal to its partner by opening a file that both may read, its own source: the partner watches it by inotify.

Started first with `leave`, which watches, then again with `find`, which opens; the watcher tells what it saw.
"""

import os
import select
import sys

from attempt import TARGETS, attempt, refused, syscall

IN_OPEN = 0x20


def watch() -> int:
    made = syscall("inotify_init1", os.O_NONBLOCK)
    syscall("inotify_add_watch", made, __file__.encode(), IN_OPEN)
    return made


def see(watching: int) -> None:
    if not select.select([watching], [], [], 0)[0]:
        raise OSError(2, "nothing was opened")


if TARGETS["role"] == "find":
    os.close(os.open(__file__, os.O_RDONLY))
    refused("be told that the partner watches", "ENOENT")
else:
    watching = -1
    try:
        watching = watch()
    except OSError:
        attempt("watch a file", watch)
    print("left", flush=True)
    sys.stdin.readline()
    if watching >= 0:
        attempt("see the partner open a file", lambda: see(watching))
