"""Wake its partner through a futex in a file that both may read, its own source, mapped by both.

Started first with `leave`, which sleeps on the futex, then again with `find`, which wakes whoever does.
"""

import ctypes
import mmap
import os
import time

from attempt import LIBC, TARGETS, attempt, syscall

WAIT, WAKE, PATIENCE_S, TRIES = 0, 1, 3, 20


class Time(ctypes.Structure):
    """struct timespec."""

    _fields_ = (("s", ctypes.c_long), ("ns", ctypes.c_long))


source = os.open(__file__, os.O_RDONLY)
LIBC.mmap.restype = ctypes.c_void_p
LIBC.mmap.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long)
word = ctypes.c_void_p(LIBC.mmap(None, mmap.PAGESIZE, mmap.PROT_READ, mmap.MAP_SHARED, source, 0))


def sleep() -> None:
    value = ctypes.cast(word, ctypes.POINTER(ctypes.c_uint32))[0]
    syscall("futex", word, WAIT, value, ctypes.byref(Time(PATIENCE_S, 0)), 0, 0)


def wake() -> None:
    for _ in range(TRIES):
        if syscall("futex", word, WAKE, 1, 0, 0, 0):
            return
        time.sleep(0.01)
    raise OSError(2, "nobody sleeps")


if TARGETS["role"] == "leave":
    print("left", flush=True)
    attempt("be woken by the partner", sleep)
else:
    attempt("wake the partner", wake)
