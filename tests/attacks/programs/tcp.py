"""Connect by TCP to a server of the host on loopback, over IPv4 and IPv6."""

import socket

from attempt import TARGETS, attempt


def connect(family: int, address: tuple[str, int]) -> None:
    with socket.socket(family) as made:
        made.connect(address)
        made.send(b"hello from a bot")


attempt("connect to the host's loopback", lambda: connect(socket.AF_INET, ("127.0.0.1", TARGETS["tcp_port"])))
if "tcp6_port" in TARGETS:
    attempt("connect to the host's IPv6 loopback", lambda: connect(socket.AF_INET6, ("::1", TARGETS["tcp6_port"])))
