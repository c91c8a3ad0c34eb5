"""When two descriptions are of one league, and how it is told that they are not."""

from __future__ import annotations

import json
from dataclasses import replace

from arena.records import Limits, Mode, OnFault
from arena.store.league import league_from, league_values
from tests.store.made_up import LEAGUE


def test_the_same_terms_have_no_differences():
    assert LEAGUE.differences(replace(LEAGUE)) == []


def test_versions_make_no_other_league():
    assert LEAGUE.differences(replace(LEAGUE, versions={"arena": "9"})) == []


def test_each_difference_is_a_clause():
    other = replace(LEAGUE, seed="autumn", options={"target": 30}, limits=Limits(move_ms=5, on_fault=OnFault.FORFEIT))
    assert LEAGUE.differences(other) == [
        "seed is 'spring' there, 'autumn' here",
        "options is {'target': 23} there, {'target': 30} here",
        "limits move_ms is 1000 there, 5 here",
        "limits on_fault is 'stand_in' there, 'forfeit' here",
    ]


def test_a_league_survives_being_plain_data():
    league = replace(LEAGUE, mode=Mode.GAMES, limits=Limits(on_fault=OnFault.FORFEIT), lowest_payoff=-2.0)
    again = league_from(json.loads(json.dumps(league_values(league))))
    assert again == league
    assert isinstance(again.mode, Mode)
    assert isinstance(again.limits.on_fault, OnFault)
