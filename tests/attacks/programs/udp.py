"""Send by UDP to a server of the host on loopback, and find a way to an address outside."""

import socket

from attempt import TARGETS, attempt


def send(address: tuple[str, int]) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as made:
        made.connect(address)
        made.send(b"hello from a bot")
        # What nobody listens to comes back as an error of the next call.
        made.send(b"hello again")


def route_outside() -> None:
    """Connecting a UDP socket sends nothing, but it needs a route to the address (one kept for documents)."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as made:
        made.connect(("192.0.2.1", 9))


attempt("send to the host's loopback", lambda: send(("127.0.0.1", TARGETS["udp_port"])))
attempt("find a route outside", route_outside)
