"""Have the kernel send signals to the referee and to the opponent: F_SETOWN, F_SETSIG and O_ASYNC on a socket."""

import fcntl
import os
import signal
import socket

from attempt import TARGETS, attempt

F_SETSIG = 10


ours, theirs = socket.socketpair()


def own(pid: int) -> None:
    fcntl.fcntl(ours, fcntl.F_SETOWN, pid)
    fcntl.fcntl(ours, F_SETSIG, signal.SIGUSR1)
    fcntl.fcntl(ours, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK)
    theirs.send(b"x")


for who, pid in TARGETS["processes"].items():
    attempt(f"own signals sent to the {who}", lambda pid=pid: own(pid))
