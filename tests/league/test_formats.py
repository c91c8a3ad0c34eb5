"""Formats by their promises: who meets whom how often, whatever the number of bots, and whenever they came."""

from __future__ import annotations

import os
from collections import Counter
from itertools import combinations
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.league.formats.gauntlet import Gauntlet
from arena.league.formats.round_robin import RoundRobin
from arena.league.formats.sample import Sample, balanced
from arena.plugin import Field

SIZES = st.integers(3, 6)
MOST_BOTS = 60 if os.environ.get("TRICKARENA_FORMATS") else 16
"""Set TRICKARENA_FORMATS for large samples, which take longer."""


def field(bots: int, size: int, founders: int | None = None) -> Field:
    return Field(tuple(f"b{n}" for n in range(bots)), size, bots if founders is None else founders)


def seated(lineups):
    return Counter(bot for lineup in lineups for bot in lineup)


def met(lineups, bots):
    counts = Counter(pair for lineup in lineups for pair in combinations(lineup, 2))
    return {pair: counts[pair] for pair in combinations(range(bots), 2)}


@given(bots=st.integers(2, 9), size=st.integers(2, 6))
def test_a_round_robin_is_every_combination_and_newcomers_only_add_to_it(bots, size):
    drawn = list(RoundRobin().draw(field(bots, size), {}, ()))
    assert sorted(drawn) == sorted(combinations(range(bots), size))
    assert len(drawn) == RoundRobin().size(field(bots, size), {})
    assert list(RoundRobin().draw(field(bots + 1, size), {}, ()))[: len(drawn)] == drawn


@settings(max_examples=60, deadline=None)
@given(size=SIZES, more=st.integers(0, MOST_BOTS - 3), lineups=st.integers(1, 60))
def test_in_a_sample_all_sit_equally_often_and_all_pairs_meet_equally_often_to_within_one(size, more, lineups):
    bots = size + more
    drawn = balanced(bots, size, min(lineups, comb(bots - 1, size - 1)))
    assert len(set(drawn)) == len(drawn)
    assert all(list(lineup) == sorted(set(lineup)) and 0 <= lineup[0] <= lineup[-1] < bots for lineup in drawn)
    often = seated(drawn)
    assert set(often) == set(range(bots))
    assert len(set(often.values())) == 1
    assert often[0] >= min(lineups, comb(bots - 1, size - 1))
    meetings = met(drawn, bots).values()
    assert max(meetings) - min(meetings) <= 1


@pytest.mark.parametrize(("bots", "size"), [(13, 4), (16, 4), (21, 5), (31, 6), (40, 4), (200, 4)])
def test_a_sample_is_hardly_larger_than_was_asked_for(bots, size):
    for lineups in (size, 3 * size):
        each = seated(balanced(bots, size, lineups))[0]
        assert lineups <= each <= lineups + 2 * size


def test_where_a_table_meets_no_pair_twice_it_is_a_design():
    """Thirteen bots at tables of four, four times each: every pair exactly once (the projective plane of order 3)."""
    assert set(met(balanced(13, 4, 4), 13).values()) == {1}
    assert set(met(balanced(7, 3, 3), 7).values()) == {1}, "the Fano plane"


@settings(max_examples=40, deadline=None)
@given(size=st.integers(3, 5), founders=st.integers(6, 10), late=st.integers(1, 4), lineups=st.integers(3, 12))
def test_who_joins_a_sample_meets_everybody_equally_often_and_changes_nothing(size, founders, late, lineups):
    given_settings = {"lineups": lineups}
    before = list(Sample().draw(field(founders, size), given_settings, ()))
    drawn = list(Sample().draw(field(founders + late, size, founders), given_settings, ()))
    assert drawn[: len(before)] == before
    assert len(set(drawn)) == len(drawn) == Sample().size(field(founders + late, size, founders), given_settings)
    for bot in range(founders, founders + late):
        own = [lineup for lineup in drawn if lineup[-1] == bot]
        assert len(own) == len(before) * size // founders
        with_others = seated(own)
        counts = [with_others[other] for other in range(bot)]
        assert max(counts) - min(counts) <= 1


@settings(max_examples=60, deadline=None)
@given(
    size=st.integers(2, 5),
    founders=st.integers(8, 14),
    late=st.integers(0, 4),
    challengers=st.integers(1, 3),
    meetings=st.integers(1, 3),
)
def test_in_a_gauntlet_each_challenger_meets_all_of_the_field_and_nobody_else_meets_for_its_own_sake(
    size, founders, late, challengers, meetings
):
    meetings = 1 if size == 2 else meetings
    bots = field(founders + late, size, founders)
    chosen = {"challengers": bots.bots[1 : 1 + challengers], "meetings": meetings}
    assert Gauntlet().obstacle(bots, chosen) == ""
    drawn = list(Gauntlet().draw(bots, chosen, ()))
    assert len(set(drawn)) == len(drawn) == Gauntlet().size(bots, chosen)
    places = set(range(1, 1 + challengers))
    for lineup in drawn:
        assert len(lineup) == size
        assert len(places & set(lineup)) == 1
    for challenger in places:
        own = seated(lineup for lineup in drawn if challenger in lineup)
        others = [own[bot] for bot in range(founders) if bot not in places]
        assert min(own[bot] for bot in range(founders + late) if bot not in places) >= meetings
        if not late:
            assert max(others) <= meetings + 1
    at_first = Gauntlet().draw(field(founders, size), chosen, ())
    assert set(at_first) <= set(drawn), "what was played before the late ones came still stands"


def test_a_gauntlet_of_pairs_is_one_match_with_each():
    drawn = list(Gauntlet().draw(field(5, 2), {"challengers": ("b3",), "meetings": 1}, ()))
    assert drawn == [(0, 3), (1, 3), (2, 3), (3, 4)]


@pytest.mark.parametrize(
    ("form", "before", "now", "reason"),
    [
        (
            Sample(),
            {"lineups": 4},
            {"lineups": 8},
            "lineups: was 4, and can't change: a larger sample does not contain",
        ),
        (
            Gauntlet(),
            {"challengers": ("a", "b"), "meetings": 1},
            {"challengers": ("b", "a"), "meetings": 1},
            "challengers: were a, b, and their matches are there; others can only be added behind them",
        ),
        (
            Gauntlet(),
            {"challengers": ("a",), "meetings": 1},
            {"challengers": ("a",), "meetings": 2},
            "meetings: was 1, and can't change",
        ),
    ],
)
def test_settings_that_would_draw_other_tables_can_not_change(form, before, now, reason):
    assert form.refusal(before, now).startswith(reason)
    assert form.refusal(before, before) == ""


def test_a_gauntlet_may_get_more_challengers():
    assert Gauntlet().refusal({"challengers": ("a",), "meetings": 1}, {"challengers": ("a", "b"), "meetings": 1}) == ""


@pytest.mark.parametrize(
    ("chosen", "size", "reason"),
    [
        ({"challengers": ("b0", "b1", "b2"), "meetings": 1}, 3, "challengers: they leave 1 in the field, and a table"),
        ({"challengers": ("b0",), "meetings": 2}, 2, "meetings: must be a number from 1 to 1 here, not 2"),
        ({"challengers": ("b0",), "meetings": 0}, 3, "meetings: must be a number from 1 to 2 here, not 0"),
    ],
)
def test_a_gauntlet_that_can_not_be_drawn_is_refused(chosen, size, reason):
    assert Gauntlet().obstacle(field(4, size), chosen).startswith(reason)
