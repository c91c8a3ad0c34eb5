"""The statistics of a report, and the sentences that tell them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arena.baseline import VERSION
from arena.reports.findings import findings
from arena.reports.league import league_report
from arena.store import Store
from tests.reports.played import fill, find
from tests.store.made_up import BOTS, ENTRANTS, LEAGUE


def report(folder, league=LEAGUE, *, rules: bool = True):
    with Store.create(folder, league, ENTRANTS) as store:
        fill(store)
        return league_report(store, find if rules else None)


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    return report(tmp_path_factory.mktemp("told") / "league.db")


def test_every_pair_and_every_rating_is_there(told):
    found = told["statistics"]
    assert len(found["pairs"]) == len(BOTS) * (len(BOTS) - 1) / 2
    assert {line["bot"] for line in found["ratings"]} == set(BOTS)
    assert set(found["ratings"][0]["strength"]) == {"mean", "half_width", "low", "high", "deals", "tables"}
    assert found["ratings"][0]["elo"] is None, "four sides have no scale of two"


def test_seats_and_distances_from_the_dealer_add_up_to_nothing(told):
    for effects in (told["statistics"]["seats"], told["statistics"]["dealer"]):
        assert [effect["place"] for effect in effects] == list(range(LEAGUE.seats))
        assert sum(effect["more"]["mean"] for effect in effects) == pytest.approx(0, abs=1e-9)


def test_without_the_rules_there_is_no_dealer(tmp_path):
    assert report(tmp_path / "league.db", rules=False)["statistics"]["dealer"] == []


def test_a_control_is_told_only_where_it_serves(told, tmp_path):
    assert told["statistics"]["method"]["control"] is None
    single = report(tmp_path / "league.db", replace(LEAGUE, seating="single"))
    assert single["statistics"]["method"]["control"] == VERSION


def test_a_league_of_nothing_has_statistics_of_nothing(tmp_path):
    with Store.create(tmp_path / "league.db", LEAGUE, ENTRANTS) as store:
        found = league_report(store, find)
    assert found["statistics"]["ratings"] is None
    assert found["statistics"]["pairs"] == []
    assert findings(found) == []


def test_a_league_that_is_made_twice_is_told_alike(told, tmp_path):
    assert report(tmp_path / "league.db")["statistics"] == told["statistics"]


def estimate(mean: float, half_width: float = 0.1):
    return {"mean": mean, "half_width": half_width, "low": mean - half_width, "high": mean + half_width}


def pair(**given):
    usual = {"worth": None, "worth_per_table": None, "tables_per_deal": 2.0, "control_gain": None}
    return {"first": "ann", "second": "bob", **usual, **given}


def said(**given) -> list[str]:
    usual = {
        "pairs": [],
        "seats": [],
        "dealer": [],
        "company": {"pairs": 0, "listed": []},
        "method": {"control": "x/1"},
    }
    return findings({"standings": [], "statistics": {**usual, **given}})


def test_what_deals_were_worth_is_told_with_what_they_cost():
    (sentence,) = said(pairs=[pair(worth=10.0, worth_per_table=5.0), pair(worth=6.0, worth_per_table=3.0)])
    assert sentence == (
        "For the lead of one bot on another, a deal played at 2 tables was worth 8.0 tables with deals of their own "
        "(from 6.0 to 10.0 by pairing): 4.00 times what it cost."
    )


def test_the_control_is_told_by_its_version():
    (sentence,) = said(pairs=[pair(control_gain=1.5)])
    assert "the baseline x/1" in sentence and "by 1.50" in sentence


def test_only_certain_effects_are_worth_a_sentence():
    effects = [{"place": 0, "more": estimate(0.05)}, {"place": 1, "more": estimate(-0.25)}]
    assert said(seats=effects) == ["Paid more or less than the mean of all places: seat 1 -0.250 ± 0.100."]
    assert said(dealer=effects) == ["Paid more or less than the mean of all places: 1 after the dealer -0.250 ± 0.100."]


def test_company_that_stands_out_is_told_and_none_is_told_too():
    one = {"bot": "ann", "companion": "bob", "payoff": 1.0, "expected": 0.5, "more": estimate(0.5), "stands_out": True}
    assert said(company={"pairs": 6, "listed": [one]}) == [
        "In the company of bob, ann is paid 1.000 where the strengths say 0.500: +0.500 ± 0.100."
    ]
    usual = {**one, "stands_out": False}
    assert said(company={"pairs": 6, "listed": [usual]}) == [
        "No bot does better or worse in another's company than their strengths explain."
    ]
    assert said(company={"pairs": 20, "listed": [one] * 13})[-1] == "3 more pairs stand out; report.json has them all."
