"""Leave something for its own next process or for its partner: files, shared memory, queues, keys, an abstract socket.

Started first with `leave`, then again with `find` while the first still runs, and once more after it has ended.
"""

import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path

from attempt import TARGETS, attempt, syscall

NONCE = TARGETS["nonce"]
NUMBER = int(NONCE[-7:], 16)
FILES = [Path(place, NONCE) for place in ("/tmp", "/dev/shm", "/var/tmp", "/run/lock", Path(__file__).parent)]
MAKE, USER_RING, SEARCH = 0o1600, -4, 10
held: list[socket.socket] = []


def queue(flags: int) -> None:
    os.close(syscall("mq_open", NONCE.encode(), flags, 0o600, 0))


def listen() -> None:
    held.append(socket.socket(socket.AF_UNIX))
    held[0].bind("\0" + NONCE)
    held[0].listen()


def connect() -> None:
    held.append(socket.socket(socket.AF_UNIX))
    held[0].connect("\0" + NONCE)


def leave(act: Callable[[], object]) -> None:
    """Whether a mark could be left tells nothing: some stay in a place that is this process's own."""
    try:
        act()
    except OSError as error:
        print(error, file=sys.stderr)


if TARGETS["role"] == "leave":
    for file in FILES:
        leave(lambda file=file: file.write_text("message"))
    leave(lambda: syscall("shmget", NUMBER, 4096, MAKE))
    leave(lambda: syscall("msgget", NUMBER, MAKE))
    leave(lambda: queue(os.O_CREAT | os.O_RDWR))
    leave(lambda: syscall("add_key", b"user", NONCE.encode(), b"message", 7, USER_RING))
    leave(listen)
    print("left", flush=True)
    sys.stdin.readline()
else:
    for file in FILES:
        if file.parent.is_dir() or TARGETS["tier"] != "none":
            attempt(f"find a file in {file.parent}", file.read_bytes)
    attempt("find a segment", lambda: syscall("shmget", NUMBER, 4096, 0))
    attempt("find a queue", lambda: syscall("msgget", NUMBER, 0))
    attempt("find a POSIX queue", lambda: queue(os.O_RDONLY))
    attempt("find a key", lambda: syscall("keyctl", SEARCH, USER_RING, b"user", NONCE.encode(), 0))
    if TARGETS["partner_runs"]:
        attempt("find an abstract socket", connect)
