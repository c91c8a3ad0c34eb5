"""Who is let in: who asks for this server by its own name, and what changes something only from its own pages."""

from __future__ import annotations

import pytest
from starlette.datastructures import Headers

from arena.serve.gate import Gate

GATE = Gate(lambda scope, receive, send: None, names={"arena.lan"})  # type: ignore[arg-type, return-value]


def refusal(method: str, **headers: str) -> str:
    return GATE.refusal(method, Headers({name.replace("_", "-"): value for name, value in headers.items()}))


@pytest.mark.parametrize("host", ["localhost:8765", "127.0.0.1:8765", "[::1]:8765", "192.168.0.7", "ARENA.lan:80"])
def test_addresses_and_own_names_are_let_in(host):
    assert refusal("GET", host=host) == ""
    assert refusal("POST", host=host, origin=f"http://{host}") == ""


@pytest.mark.parametrize("host", ["evil.example:8765", "localhost.evil.example", "", "127.0.0.1.evil.example", "[::1"])
def test_a_name_that_was_rebound_to_this_address_is_not(host):
    assert "does not answer to the name" in refusal("GET", host=host)


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://localhost:9999", "http://localhost"])
def test_what_changes_something_must_come_from_our_own_pages(origin):
    assert "did not come from a page of this server" in refusal("POST", host="localhost:8765", origin=origin)


def test_without_an_origin_the_browser_must_say_that_it_is_the_same_site():
    assert refusal("POST", host="localhost:8765") != ""
    assert refusal("POST", host="localhost:8765", sec_fetch_site="cross-site") != ""
    assert refusal("POST", host="localhost:8765", sec_fetch_site="same-origin") == ""


def test_every_answer_forbids_its_page_to_reach_anybody_else(client):
    for path in ("/", "/nothing", "/play", "/leagues/pairs"):
        policy = client.get(path).headers["content-security-policy"]
        assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
    written = client.get("/leagues/pairs/report.html").headers["content-security-policy"]
    assert "connect-src 'none'" in written and "http" not in written
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 403
