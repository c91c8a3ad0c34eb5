"""The published schema describes every report, and leaves out nothing that a report has."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import jsonschema
import pytest

from arena.records import FaultKind
from arena.reports.league import VERSION, league_report
from arena.store import Store
from tests.reports.played import GAMES, PAIRS, fill, find
from tests.store.made_up import ENTRANTS, LEAGUE

SCHEMA = json.loads(files("arena.reports").joinpath("report.schema.json").read_text(encoding="utf-8"))


def closed(schema: Any) -> Any:
    """The same schema, refusing every key that it does not name."""
    if isinstance(schema, list):
        return [closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {key: closed(value) for key, value in schema.items()}
    return {**inner, "additionalProperties": False} if isinstance(inner.get("properties"), dict) else inner


CHECK = jsonschema.Draft202012Validator(closed(SCHEMA))


def complaints(report: dict[str, Any]) -> list[str]:
    told = json.loads(json.dumps(report))
    return [f"{'/'.join(map(str, error.path))}: {error.message[:200]}" for error in CHECK.iter_errors(told)]


def test_it_is_a_schema_of_this_version():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["properties"]["report"]["const"] == VERSION
    assert SCHEMA["$defs"]["kind"]["enum"] == [str(kind) for kind in FaultKind]


@pytest.mark.parametrize("name", ["report", "drawn"])
def test_made_up_reports_keep_to_it(request, name):
    assert complaints(request.getfixturevalue(name)) == []


@pytest.mark.parametrize("league", [LEAGUE, GAMES, PAIRS], ids=lambda league: league.name)
def test_reports_of_played_leagues_keep_to_it(tmp_path, league):
    with Store.create(tmp_path, league, ENTRANTS) as store:
        assert complaints(league_report(store, find)) == []
        fill(store)
        told = league_report(store, find)
    assert complaints(told) == []
    assert told["notable"]["swings"] and told["statistics"]["ratings"]


def test_what_it_does_not_know_is_told(report):
    report["standings"][0]["mood"] = "good"
    del report["chain"]
    assert len(complaints(report)) == 2


def test_a_reader_of_today_takes_keys_of_tomorrow(report):
    jsonschema.Draft202012Validator(SCHEMA).validate(json.loads(json.dumps({**report, "mood": "good"})))
