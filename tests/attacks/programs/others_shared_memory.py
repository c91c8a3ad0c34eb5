"""Read and change other processes' shared memory: a file in /dev/shm, and a System V segment by its number."""

from pathlib import Path

from attempt import TARGETS, attempt, syscall

file = Path("/dev/shm", TARGETS["nonce"])
attempt("read another's file in /dev/shm", file.read_bytes)
attempt("change another's file in /dev/shm", lambda: file.open("r+b").write(b"changed"))
attempt("attach to another's segment", lambda: syscall("shmat", TARGETS["segment"], 0, 0))
