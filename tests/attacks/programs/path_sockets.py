"""Reach a process of the host by a unix socket in a folder that everybody may enter, by stream and by datagram."""

import socket

from attempt import TARGETS, attempt


def send(kind: int, address: str) -> None:
    with socket.socket(socket.AF_UNIX, kind) as made:
        made.connect(address)
        made.send(b"hello from a bot")


attempt("stream to a socket with a path", lambda: send(socket.SOCK_STREAM, TARGETS["socket_path"] + "s"))
attempt("datagram to a socket with a path", lambda: send(socket.SOCK_DGRAM, TARGETS["socket_path"] + "d"))
