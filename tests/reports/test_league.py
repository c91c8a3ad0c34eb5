"""The report as data: what is in it, and that it is plain."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from arena.records import FaultKind
from arena.reports.league import league_report
from arena.store import Store
from tests.reports.played import GAMES
from tests.store.made_up import BOTS, ENTRANTS, LEAGUE, fault, match, rich_match, seat, table


@pytest.fixture
def store(tmp_path: Path):
    with Store.create(tmp_path, LEAGUE, ENTRANTS, planned=8) as made:
        yield made


def test_an_empty_league_has_a_report(store):
    report = league_report(store)
    assert json.loads(json.dumps(report)) == report
    assert report["progress"] == {"matches": 0, "tables": 0, "hands": 0, "void": 0, "planned": 8}
    assert [line["payoff"] for line in report["standings"]] == [None] * 4
    assert (report["faults"], report["usage"], report["warnings"]) == ([], [], [])


def test_a_report_is_plain_data_and_survives_json(store):
    store.write(rich_match())
    report = league_report(store)
    assert json.loads(json.dumps(report)) == report


def test_standings_and_crosstable_have_the_same_order(store):
    store.write(match("m0.r0.b0", {0: (1, 4, 2, 3), 1: (1, 4, 2, 3), 2: (2, 4, 2, 3)}))
    report = league_report(store)
    order = ["bob", "dan", "cat", "ann"]
    assert [line["bot"] for line in report["standings"]] == order
    assert report["crosstable"]["bots"] == order
    cells = report["crosstable"]["cells"]
    assert cells[0][0] is None
    assert cells[0][1] == {"payoff": 4.0, "lead": 1.0, "tables": 3}
    assert cells[3][0]["lead"] == pytest.approx(4 / 3 - 4)
    first = report["standings"][0]
    assert first["payoff"] == {"mean": 4.0, "half_width": 0.0, "low": 4.0, "high": 4.0, "deals": 3, "tables": 3}
    assert (first["place"], first["behind"], first["separated"]) == (1, None, False)
    assert report["standings"][1]["separated"] is True


def test_forfeits_stand_apart_from_card_play(store):
    record = match("m0.r0.b0", {0: (3, 3, 3, 0), 1: (0, 3, 3, 3)})
    given_up = table(2, (3, 0, 3, 3), forfeited=(1,))
    helped = table(3, (1, 4, 2, 2), stood_in=(0,))
    spec = replace(record.spec, numbers=(0, 1, 2, 3))
    store.write(replace(record, spec=spec, tables=(*record.tables, given_up, helped)))
    lines = {line["bot"]: line for line in league_report(store)["standings"]}
    assert (lines["ann"]["payoff"]["mean"], lines["ann"]["card_play"]["mean"]) == (1.75, 1.5)
    assert (lines["bob"]["payoff"]["mean"], lines["bob"]["card_play"]["mean"]) == (2.5, 10 / 3)
    assert (lines["ann"]["stood_in"], lines["ann"]["forfeited"]) == (1, 0)
    assert (lines["bob"]["stood_in"], lines["bob"]["forfeited"]) == (0, 1)


def test_who_was_put_out_is_paid_the_least(tmp_path):
    with Store.create(tmp_path, replace(LEAGUE, lowest_payoff=-2.0), ENTRANTS) as store:
        store.write(match("m0.r0.b0", {0: (3, 3, 3, 0)}, out=["ann"], league=replace(LEAGUE, lowest_payoff=-2.0)))
        last = league_report(store)["standings"][-1]
    assert (last["bot"], last["payoff"]["mean"], last["card_play"]["mean"], last["out"]) == ("ann", -2.0, 3.0, 1)


def test_faults_are_grouped_with_a_few_examples_and_their_evidence(store):
    record = match("m0.r0.b0", {0: (1, 2, 3, 4)})
    many = tuple(fault("bob", trick=trick, stderr="x" * 9000 + "end") for trick in range(5))
    crash = fault("cat", None, kind=FaultKind.CRASH, frames=())
    store.write(replace(record, faults=(*many, crash)))
    bob, cat = league_report(store)["faults"]
    assert (bob["bot"], bob["kind"], bob["count"]) == ("bob", "illegal", 5)
    assert [example["trick"] for example in bob["examples"]] == [0, 1, 2]
    example = bob["examples"][0]
    assert (example["match"], example["table"], example["hand"]) == ("m0.r0.b0", "m0.r0.d0", 1)
    assert example["frames"] == ["> act", "< move 2S"]
    assert example["stderr"].endswith("xend") and len(example["stderr"]) == 4000
    assert (cat["kind"], cat["examples"][0]["table"]) == ("crash", "")


def test_matches_without_a_sandbox_are_a_warning(store):
    store.write(match("m0.r0.b0", {0: (1, 2, 3, 4)}))
    assert league_report(store)["warnings"] == []
    store.write(match("m1.r0.b0", {0: (1, 2, 3, 4)}, sandbox="none"))
    report = league_report(store)
    first, second = report["warnings"]
    assert first.startswith("1 of 2 matches were played WITHOUT A SANDBOX")
    assert second == "Matches were played under different protections: bwrap (1), none (1)."
    assert report["sandbox"] == [{"tier": "bwrap", "matches": 1}, {"tier": "none", "matches": 1}]


def test_void_matches_are_told(store):
    store.write(replace(match("m0.r0.b0", {}), void="host: slow"))
    report = league_report(store)
    assert report["void"] == [{"match": "m0.r0.b0", "reason": "host: slow", "attempts": 1}]
    assert report["warnings"] == ["1 match is void and not counted; run the league again to play what is missing."]


def test_times_are_by_decision(store):
    record = match("m0.r0.b0", {0: (1, 2, 3, 4)})
    idle = seat("dan", decisions=0)
    store.write(replace(record, seats=(*record.seats[:3], idle)))
    usage = {used["bot"]: used for used in league_report(store)["usage"]}
    assert usage["ann"]["mean_ms"] == pytest.approx(500 / 9)
    assert (usage["ann"]["slowest_ms"], usage["ann"]["cpu_ms"]) == (250.0, pytest.approx(125 / 9))
    assert usage["dan"]["mean_ms"] is None


def test_a_league_of_games_counts_games(tmp_path):
    with Store.create(tmp_path, GAMES, ENTRANTS) as store:
        store.write(match("m0.r0.b0", {0: (0, 0, 1, 0), 1: (0.5, 0, 0, 0.5)}, league=GAMES))
        report = league_report(store)
    assert report["league"]["unit"] == "game"
    lines = {line["bot"]: line["payoff"]["mean"] for line in report["standings"]}
    assert lines == dict(zip(BOTS, (0.25, 0.0, 0.5, 0.25), strict=True))
