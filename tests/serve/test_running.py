"""Where a server can listen, and what is said where it can't."""

from __future__ import annotations

import pytest

from arena.errors import InputError
from arena.serve.running import address, bound, is_loopback


def test_any_free_port_and_its_address():
    with bound("127.0.0.1", 0) as listening:
        port = listening.getsockname()[1]
        assert address(listening) == f"http://127.0.0.1:{port}/"
        with pytest.raises(InputError, match=f"127.0.0.1, port {port}: the port is taken by another program"):
            bound("127.0.0.1", port)


def test_the_address_of_the_other_kind():
    with bound("::1", 0) as listening:
        assert address(listening) == f"http://[::1]:{listening.getsockname()[1]}/"


@pytest.mark.parametrize(
    ("host", "port", "reason"),
    [
        ("127.0.0.1", 70_000, "--port 70000: must be from 0 to 65535"),
        ("192.0.2.1", 0, "can't listen there: "),
        ("no.such.name.invalid", 0, "can't listen there: "),
    ],
)
def test_what_can_not_be_had_is_told_in_words(host, port, reason):
    with pytest.raises(InputError, match=reason):
        bound(host, port)


@pytest.mark.parametrize(
    ("host", "alone"),
    [("127.0.0.1", True), ("127.8.8.8", True), ("::1", True), ("localhost", True), ("0.0.0.0", False)],
)
def test_who_can_reach_it(host, alone):
    assert is_loopback(host) is alone
