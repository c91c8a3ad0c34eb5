"""Type a command into a terminal with TIOCSTI, also with a bit that the kernel drops and a filter may compare."""

import os
from contextlib import suppress

from attempt import TARGETS, attempt, syscall

TIOCSTI, ABOVE = 0x5412, 1 << 32


def push(request: int) -> None:
    terminal = os.open(TARGETS["terminal"], os.O_RDWR)
    syscall("ioctl", terminal, request, b"x")


# The leader of a session without a terminal gets the first that it opens; this process may have to become one.
if os.getsid(0) != os.getpid():
    with suppress(OSError):
        os.setsid()
attempt("TIOCSTI", lambda: push(TIOCSTI))
attempt("TIOCSTI with a high bit", lambda: push(TIOCSTI | ABOVE))
if TARGETS["tier"] != "none":
    # Where no terminal can be opened: the call itself, on what is none (without a filter that is ENOTTY).
    attempt("TIOCSTI on a pipe", lambda: syscall("ioctl", 0, TIOCSTI, b"x"))
    attempt("TIOCSTI with a high bit on a pipe", lambda: syscall("ioctl", 0, TIOCSTI | ABOVE, b"x"))
