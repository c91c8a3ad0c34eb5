"""A table in the browser, by HTTP as its page does it: a whole deal, the reasons, whose it is, its end."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from arena_trollin import Trollin

from arena.human import Asked, Left
from arena.serve.stream import Channel
from arena.serve.tables import BrowserFront
from arena.store import Store
from tests.serve.conftest import Running
from tests.serve.test_leagues import news

TOKEN = re.compile(r'name="token" value="(\w+)"')


class Visitor:
    """Somebody at a table: the form, and then the page's own requests."""

    def __init__(self, client: httpx.Client, variant: str, *players: str, **wishes: str) -> None:
        self.client = client
        form = {f"seat{seat}": player for seat, player in enumerate(players)}
        page = client.get(f"/play/{variant}", params={"seats": len(players)})
        token = TOKEN.search(page.text)
        assert token is not None
        answer = client.post(
            f"/play/{variant}",
            params={"seats": len(players)},
            data={"token": token[1], "seats": str(len(players)), **form, **wishes},
        )
        assert answer.status_code == 303, answer.text
        self.path = answer.headers["location"]
        found = re.search(r'id="game">(.*?)</script>', client.get(self.path).text)
        assert found is not None
        self.game = json.loads(found[1])

    def post(self, what: str, **said: Any) -> int:
        answer = self.client.post(
            f"{self.path}/{what}", content=json.dumps(said), headers={"X-Arena-Token": self.game["token"]}
        )
        return answer.status_code

    def hear(self) -> Iterator[dict[str, Any]]:
        with self.client.stream("GET", f"{self.path}/events") as response:
            yield from news(response)


def test_a_whole_deal_with_a_slip_that_is_answered_with_the_reason(client, running):
    visitor = Visitor(client, "trollin", "bare", "human", "bare")
    assert visitor.game["names"] == ["bare", "You", "bare-2"]
    told: list[dict[str, Any]] = []
    slips = 0
    for one in visitor.hear():
        if not one:
            break
        told.append(one)
        wrong = next((card for card in visitor.game["faces"] if card not in one.get("legal", ())), "")
        if one["kind"] == "asked":
            again = len(told) > 1 and told[-2]["kind"] == "refused"
            slips += not again and one["number"] == 2
            said = wrong if not again and one["number"] == 2 else one["legal"][0]
            assert visitor.post("move", number=one["number"], said=said) == 204
    kinds = [one["kind"] for one in told if one and one["kind"] != "event"]
    assert kinds.count("asked") == 10 and kinds.count("refused") == slips == 1
    assert kinds[-2:] == ["ended", "over"]
    events = [one["event"] for one in told if one["kind"] == "event"]
    assert [event[0] for event in events].count("trick") == 9
    assert {event[0] for event in events} == {"deal", "hand", "play", "trick", "scores"}
    reason = next(one["reason"] for one in told if one["kind"] == "refused")
    assert reason.endswith(("is not in the hand.", "you can follow suit."))
    (over,) = [one for one in told if one["kind"] == "over"]
    with Store.read(running.kept / over["kept"]) as store:
        (name,) = store.names()
        record = store.record(name)
        assert record.spec.bots == ("bare", "human", "bare-2")
        assert record.seats[1].decisions == 9 and not record.seats[1].faults
    assert client.get(f"/tables/{over['kept']}/viewer.html").status_code == 200
    assert f"/tables/{over['kept']}/viewer.html" in client.get("/").text


def test_who_comes_back_is_told_all_of_it_again_and_nobody_else_anything(client, running):
    visitor = Visitor(client, "trollin", "human", "bare")
    first = next(one for one in visitor.hear() if one["kind"] == "asked")
    again = []
    for one in visitor.hear():
        again.append(one["kind"])
        if one["kind"] == "present":
            break
    assert again.count("asked") == 1 and again.index("asked") < again.index("present")
    with httpx.Client(base_url=running.url, headers={"Origin": running.url}) as stranger:
        stranger.get("/play/trollin")
        assert stranger.get(visitor.path).status_code == 404
        assert stranger.get(f"{visitor.path}/events").status_code == 404
        move = {"number": first["number"], "said": first["legal"][0]}
        headers = {"X-Arena-Token": visitor.game["token"]}
        assert stranger.post(f"{visitor.path}/move", json=move, headers=headers).status_code == 404
    assert client.post(f"{visitor.path}/move", json=move).status_code == 403
    headers = {"X-Arena-Token": visitor.game["token"], "Origin": "http://evil.example"}
    assert client.post(f"{visitor.path}/move", json=move, headers=headers).status_code == 403
    assert visitor.post("move", number="1", said="AS") == 400
    assert visitor.post("leave") == 204
    *_, last, end = list(visitor.hear())
    assert last == {"kind": "left"} and end == {}


def test_who_lets_the_clock_run_out_is_told_so_and_the_stand_in_finishes_the_hand(client):
    visitor = Visitor(client, "trollin", "human", "bare", clock="1")
    *told, end = list(visitor.hear())
    assert end == {}
    (asked,) = [one for one in told if one["kind"] == "asked"]
    assert asked["clock_ms"] == 1000
    (fault,) = [one for one in told if one["kind"] == "fault"]
    assert fault["fault"] == "timeout" and "within 1000 ms" in fault["detail"]
    assert [one["kind"] for one in told[-2:]] == ["ended", "over"]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"seat0": "bare"}, "exactly one of them"),
        ({"seat1": "human"}, "exactly one of them"),
        ({"seat1": "../../bin"}, "there is no player called"),
        ({"clock": "-1"}, "the clock must be whole seconds"),
        ({"seats": "9"}, "not for 9"),
    ],
)
def test_a_wish_that_can_not_be_granted_is_answered_with_the_form_and_the_reason(client, changes, reason):
    token = TOKEN.search(client.get("/play/trollin").text)[1]
    form = {"token": token, "seats": "2", "seat0": "human", "seat1": "bare", **changes}
    answer = client.post("/play/trollin?seats=2", data=form)
    assert answer.status_code == 400 and reason in answer.text


def test_a_form_that_was_not_made_for_this_visitor_is_refused(client, running):
    with httpx.Client(base_url=running.url) as other:
        token = TOKEN.search(other.get("/play/trollin").text)[1]
    client.get("/play/trollin")
    form = {"token": token, "seats": "2", "seat0": "human", "seat1": "bare"}
    assert client.post("/play/trollin", data=form).status_code == 403


def test_every_game_can_be_chosen_and_has_its_rules(client):
    games = re.findall(r'href="(/play/[\w-]+)"', client.get("/play").text)
    assert len(games) >= 22
    for game in games:
        page = client.get(game)
        assert page.status_code == 200 and "<h2>Rules</h2>" in page.text


def test_an_endless_answer_is_not_read(client, running: Running):
    assert client.post("/play/trollin", content=b"x" * 20_000).status_code == 413


def test_a_table_that_nobody_looks_at_is_left(monkeypatch):
    monkeypatch.setattr("arena.serve.tables.UNATTENDED_S", 0.0)
    monkeypatch.setattr("arena.serve.tables.WAIT_S", 0.0)
    front = BrowserFront(Channel(), Trollin(2))
    with pytest.raises(Left):
        front.answer(Asked(("AS",), {}, 60_000))


def test_an_answer_to_an_earlier_question_is_passed_over():
    front = BrowserFront(Channel(), Trollin(2))
    front.say(1, "KS")
    assert front.answer(Asked(("KS",), {}, 60_000)) == "KS"
    front.say(1, "KS")
    front.say(2, "AS")
    assert front.answer(Asked(("AS", "KS"), {}, 60_000)) == "AS"
