"""Reach a process of the host by an abstract unix socket, by stream and by datagram."""

import socket

from attempt import TARGETS, attempt


def send(kind: int, address: str) -> None:
    with socket.socket(socket.AF_UNIX, kind) as made:
        made.connect(address)
        made.send(b"hello from a bot")


attempt("stream to an abstract socket", lambda: send(socket.SOCK_STREAM, "\0" + TARGETS["abstract"] + "s"))
attempt("datagram to an abstract socket", lambda: send(socket.SOCK_DGRAM, "\0" + TARGETS["abstract"] + "d"))
