"""What the server shows of leagues: the list, each as it stands, its pages; live, and never anything else."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from math import inf
from urllib.parse import quote

import httpx
import pytest

from arena.league.following import glance
from arena.plugin import load
from arena.serve.shelf import Shelf
from arena.store import Store
from tests.reports.played import played
from tests.serve.conftest import league
from tests.store.made_up import BOTS

ODD = quote("odd name & <b>", safe="")


def news(response: httpx.Response) -> Iterator[dict[str, object]]:
    """What comes by server-sent events."""
    for line in response.iter_lines():
        if line.startswith("data: "):
            yield json.loads(line.removeprefix("data: "))


def test_the_list_has_every_league_and_nothing_else(client):
    listed = client.get("/leagues.json").json()
    assert [each["folder"] for each in listed] == ["odd name & <b>", "pairs"]
    assert (listed[1]["variant"], listed[1]["tables"], listed[1]["planned"]) == ("troeven", 8, 11)
    page = client.get("/").text
    assert f'href="/leagues/{ODD}"' in page
    assert "8 of 11" in page and "<b>" not in page and "notes" not in page


@pytest.mark.parametrize("name", ["pairs", ODD])
def test_a_league_as_it_stands(client, name):
    page = client.get(f"/leagues/{name}")
    assert page.status_code == 200
    assert "8 of 11 tables" in page.text and "interrupted" in page.text
    assert all(re.search(rf'<th scope="row" class="name">{bot}</th><td>[−\d.]+', page.text) for bot in BOTS)


@pytest.mark.parametrize("form", ["html", "md", "csv", "json", "txt"])
def test_its_reports_are_made_on_demand(client, running, form):
    answer = client.get(f"/leagues/pairs/report.{form}")
    assert answer.status_code == 200
    assert "pairs" in answer.text
    assert not list((running.root / "pairs").glob("report*"))


def test_the_viewer_and_the_hands_that_it_loads(client):
    page = client.get("/leagues/pairs/viewer.html")
    assert page.status_code == 200 and "script-src 'sha256-" in page.text
    assert client.get("/leagues/pairs/hands/000.js").text.startswith("arenaHands(0,")
    assert client.get("/leagues/pairs/hands/001.js").status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "/leagues/notes",
        "/leagues/notes/secret.txt",
        "/leagues/pairs/league.db",
        "/leagues/pairs/..%2fnotes%2fsecret.txt",
        "/leagues/pairs/hands/..%2f..%2f..%2fnotes/secret.txt",
        "/leagues/..%2f..%2fetc/passwd",
        "/leagues/%2e%2e/notes/secret.txt",
        "/leagues/pairs/report.html%00",
        "/leagues/pairs/report-x.py",
        "/static/..%2fapp.py",
        "/tables/nothing",
        "/elsewhere/pairs",
        "/docs",
    ],
)
def test_there_is_no_way_to_any_other_file(running, path):
    # Asked for as it is, since clients tidy up such paths.
    with httpx.Client(base_url=running.url) as client:
        request = client.build_request("GET", "/")
        request.url = request.url.copy_with(raw_path=path.encode())
        answer = client.send(request)
    assert answer.status_code == 404
    assert "told to nobody" not in answer.text and "root:" not in answer.text


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
@pytest.mark.parametrize("path", ["/", "/leagues.json", "/leagues/pairs", "/leagues/pairs/report.html"])
def test_leagues_can_only_be_read(client, method, path):
    assert client.request(method, path).status_code == 405


def test_reading_leaves_a_league_as_it_was(client, running):
    file = running.root / "pairs" / "league.db"
    before = file.read_bytes()
    for page in ("", "/report.html", "/viewer.html"):
        assert client.get(f"/leagues/pairs{page}").status_code == 200
    assert file.read_bytes() == before
    assert {path.name for path in file.parent.iterdir()} <= {"league.db", "league.db-wal", "league.db-shm"}


def test_a_page_that_stays_open_is_told_what_is_new(client, running):
    folder = league(running.root / "growing")
    with client.stream("GET", "/leagues/growing/events") as response:
        told = news(response)
        assert next(told)["seen"]["tables"] == 8
        with Store.append(folder) as store:
            store.write(played("m0.r1.b1", (500, 501, 502), league=store.league, bots=(BOTS[3], *BOTS[:3])))
        assert next(told)["seen"]["tables"] == 11
    with client.stream("GET", "/leagues/events") as response:
        assert "growing" in [each["folder"] for each in next(news(response))["seen"]]


def test_a_page_is_made_again_when_something_new_is_stored_and_not_before(tmp_path, monkeypatch):
    monkeypatch.setattr("arena.serve.shelf.SHARE_OF_TIME", inf)
    folder = league(tmp_path / "here" / "one")
    shelf = Shelf(tmp_path / "here", load(), tmp_path / "cache")
    first = shelf.page("one", "report.json")
    made_ns = first.stat().st_mtime_ns
    assert json.loads(first.read_text())["progress"]["tables"] == 8
    assert shelf.page("one", "report.json").stat().st_mtime_ns == made_ns
    with Store.append(folder) as store:
        store.write(played("m0.r1.b1", (500, 501, 502), league=store.league, bots=(BOTS[3], *BOTS[:3])))
    assert json.loads(shelf.page("one", "report.json").read_text())["progress"]["tables"] == 11


def test_a_league_that_grows_is_not_read_all_the_time(tmp_path, monkeypatch):
    monkeypatch.setattr("arena.serve.shelf.SHARE_OF_TIME", 1e-9)
    folder = league(tmp_path / "one")
    shelf = Shelf(folder, load(), tmp_path / "cache")
    assert shelf.look("one", ranked=True).tables == 8
    with Store.append(folder) as store:
        store.write(played("m0.r1.b1", (500,), league=store.league, bots=(BOTS[3], *BOTS[:3])))
    assert shelf.look("one", ranked=True).tables == 8
    assert glance(folder).tables == 9
