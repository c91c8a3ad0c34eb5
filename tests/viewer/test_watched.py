"""What a hand is for the viewer: everything that was told, to whom, and what was legal when."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from arena.game import Game
from arena.phases import ALL
from arena.records import Mode
from arena.reports.viewer.watched import ADDED, watched_table
from arena.views import Views
from tests.reports.played import played
from tests.viewer.tables import BOTS, VARIANTS, entries, league, variant


def watched(
    name: str, seats: int | None = None, *, mode: Mode = Mode.DEALS, forfeit: bool = False, **options: Any
) -> Any:
    """A table played at random, as it goes into a page."""
    game = variant(name, seats, **options)
    record = played(
        "m0.r0.b0", [0], league=league(game, mode, **options), bots=BOTS[: game.seats], forfeits=[0] if forfeit else []
    )
    return json.loads(json.dumps(watched_table(game, record.spec, record.tables[0], record.seats))), record


def games(record: Any, **options: Any) -> Iterator[Game]:
    """The first hand of a stored table again, before each of its decisions and after the last."""
    spec, table = record.spec, record.tables[0]
    game = Game(variant(spec.variant, **options), spec.seed, table.number, single=True)
    for action in table.hands[0].actions:
        yield game
        game.hand.apply(action)
    game.close()
    yield game


@pytest.mark.parametrize("name", VARIANTS)
def test_a_hand_holds_all_that_was_told_and_all_that_was_legal(name):
    table, record = watched(name)
    (hand,) = table["hands"]
    *_, end = games(record)
    log = json.loads(json.dumps([[seat, event] for seat, event in end.log]))
    assert [entry for entry in entries(hand) if entry[1][0] != ADDED] == log
    assert len(hand["steps"]) == len(record.tables[0].hands[0].actions)
    for (asked, kind, token, legal, *_), game in zip(hand["steps"], games(record), strict=False):
        phase = game.hand.phase
        assert phase is not None
        assert (asked, kind) == (phase.turn, phase.kind)
        assert token in game.hand.legal_tokens()
        if legal:
            assert legal == game.hand.legal_tokens()
        else:
            assert phase.legal(game.hand) in game.hand.hands


@pytest.mark.parametrize("name", VARIANTS)
def test_what_a_variant_adds_to_views_is_sent_as_far_as_everybody_knows_it(name):
    table, record = watched(name)
    *_, end = games(record)
    views = Views(end.variant, end.variant.start_totals())
    views.fold([told for told in end.log if told[0] == ALL])
    usual = Views(end.variant, end.variant.start_totals()).view(0, "play").keys() - end.variant.opening_view().keys()
    expected = {key: value for key, value in views.view(0, "play").items() if key in end.variant.opening_view()}
    added: dict[str, Any] = {}
    for audience, event in entries(table["hands"][0]):
        if event[0] == ADDED:
            assert audience == ALL
            added.update(event[1])
    assert {key: added[key] for key in expected} == json.loads(json.dumps(expected))
    assert usual.isdisjoint(added)


def test_a_free_choice_among_the_cards_held_is_not_spelt_out_and_a_narrow_one_is():
    table, _ = watched("trollin", 4)
    legal = [step[3] for step in table["hands"][0]["steps"]]
    assert legal[0] == 0, "the leader may play anything"
    assert any(isinstance(cards, list) and len(cards) < 9 for cards in legal)


def test_what_cards_count_comes_from_the_variant():
    table, _ = watched("trollin", 4)
    assert table["hands"][0]["worth"] == {f"{rank}H": 1 for rank in "6789TJQKA"}
    assert watched("bridge")[0]["hands"][0]["worth"] == {}


def test_the_score_sheet_grows_hand_by_hand():
    table, record = watched("troeven", mode=Mode.GAMES, max_hands=5)
    assert table["start"] == variant("troeven").score_sheet([])
    assert len(table["hands"]) == 5
    for number, hand in enumerate(table["hands"], 1):
        scored = [each.scores for each in record.tables[0].hands[:number]]
        assert hand["sheet"] == variant("troeven").score_sheet(scored)
    assert [hand["before"] for hand in table["hands"][1:]] == [hand["totals"] for hand in table["hands"][:-1]]
    assert table["hands"][0]["before"] == [7, 7, 7, 7]


def test_a_hand_that_was_given_up_ends_where_it_ended_and_names_the_fault():
    table, _ = watched("trollin", 4, forfeit=True)
    (hand,) = table["hands"]
    assert (hand["whole"], len(hand["steps"]), table["forfeited"]) == (False, 7, [1])
    (fault,) = hand["faults"]
    assert (fault["seat"], fault["kind"], fault["trick"]) == (1, "illegal", 1)


def test_times_are_those_of_the_match():
    table, record = watched("trollin", 4)
    used = record.seats[0]
    assert table["time"][0] == [round(1000 * used.think_s / used.decisions, 2), 1000 * used.slowest_s, used.decisions]
