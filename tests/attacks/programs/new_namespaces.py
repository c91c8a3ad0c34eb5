"""Make namespaces of its own, in which it would be root: unshare, and setns to the referee's."""

import os
from pathlib import Path

from attempt import TARGETS, attempt, syscall

CLONE_NEWUSER, CLONE_NEWNET = 0x10000000, 0x40000000


def enter(pid: int) -> None:
    descriptor = os.open(Path(f"/proc/{pid}/ns/net"), os.O_RDONLY)
    syscall({"x86_64": 308, "aarch64": 268}[os.uname().machine], descriptor, 0)


attempt("unshare the user namespace", lambda: syscall("unshare", CLONE_NEWUSER))
attempt("unshare the network namespace", lambda: syscall("unshare", CLONE_NEWNET))
if TARGETS["tier"] != "none":
    # Without protection the calls above have given up the right to do this.
    attempt("enter the referee's network namespace", lambda: enter(TARGETS["processes"]["referee"]))
