"""The export says what was played, in the form that is promised, and the same for the same results."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from arena.errors import StoreError
from arena.reports.export import export
from arena.store import DATABASE, Store
from tests.reports.played import GAMES, PAIRS, fill, find, played
from tests.store.made_up import BOTS, ENTRANTS, LEAGUE

KEYS = [
    "league",
    "table",
    "hand",
    "variant",
    "players",
    "options",
    "bots",
    "dealer",
    "hands",
    "undealt",
    "actions",
    "tricks",
    "scores",
    "totals",
    "payoffs",
    "faults",
]


def lines_of(folder: Path) -> list[str]:
    with Store.read(folder) as store:
        return list(export(store, find))


@pytest.fixture
def deals(tmp_path: Path) -> Path:
    with Store.create(tmp_path, LEAGUE, ENTRANTS) as store:
        fill(store)
    return tmp_path


def test_a_line_has_the_promised_keys_in_order(deals):
    for line in lines_of(deals):
        assert "\n" not in line
        assert list(json.loads(line)) == KEYS


def test_tables_come_in_the_schedules_order(deals):
    tables = [json.loads(line)["table"] for line in lines_of(deals)]
    assert tables == [f"m0.r0.d{n}" for n in (0, 1, 2, 500, 501)] + [f"m0.r1.d{n}" for n in (0, 1, 2)]


def test_a_line_is_the_hand(deals):
    line = json.loads(lines_of(deals)[0])
    assert (line["league"], line["hand"], line["variant"], line["players"]) == ("club", 1, "trollin", 4)
    assert line["options"] == {"target": 23}
    assert line["bots"] == list(BOTS)
    assert [len(hand) for hand in line["hands"]] == [9, 9, 9, 9]
    assert len(line["undealt"]) == 2
    cards = {card for hand in line["hands"] for card in hand} | set(line["undealt"])
    assert len(cards) == 38 and {"BJ", "SJ"} <= cards
    # Every card is played by the seat that held it, and a trick is four actions in a row.
    assert len(line["actions"]) == 36
    for seat, kind, card in line["actions"]:
        assert kind == "play"
        assert card in line["hands"][seat]
    leader = (line["dealer"] + 1) % 4
    for number, (led_by, played_cards, winner) in enumerate(line["tricks"]):
        actions = line["actions"][4 * number : 4 * number + 4]
        assert led_by == leader == actions[0][0]
        assert played_cards == [card for _, _, card in actions]
        assert winner in range(4)
        leader = winner
    won = [sum(winner == seat for _, _, winner in line["tricks"]) for seat in range(4)]
    assert all(score in (0, tricks) for score, tricks in zip(line["scores"], won, strict=True))
    assert line["totals"] == line["payoffs"] == line["scores"]
    assert line["faults"] == []


def test_a_forfeited_hand_tells_what_was_played_and_why_it_ended(deals):
    line = json.loads(lines_of(deals)[1])
    assert line["table"] == "m0.r0.d1"
    assert len(line["actions"]) == 7
    assert [len(cards) for _, cards, _ in line["tricks"]] == [4, 3]
    assert line["tricks"][1][2] is None
    assert line["scores"] == line["payoffs"] == [0, 0, 0, 0]
    assert line["faults"] == [
        {"kind": "illegal", "seat": 1, "bot": "bob", "detail": "played a card it does not hold", "trick": 1}
    ]


def test_numbers_are_whole_where_they_can_be(deals):
    for line in lines_of(deals):
        assert ".0" not in line


def test_troeven_names_the_trump_and_starts_at_seven(tmp_path):
    with Store.create(tmp_path, PAIRS, ENTRANTS) as store:
        fill(store)
    line = json.loads(lines_of(tmp_path)[0])
    seat, kind, token = line["actions"][0]
    assert (seat, kind) == ((line["dealer"] + 1) % 4, "trump")
    assert token in "SHDC"
    assert line["totals"] == [7 + change for change in line["scores"]]


def test_a_game_has_a_line_a_hand_and_totals_that_run(tmp_path):
    with Store.create(tmp_path, GAMES, ENTRANTS) as store:
        fill(store)
    game = [json.loads(line) for line in lines_of(tmp_path) if '"m0.r0.d0"' in line]
    assert [line["hand"] for line in game] == list(range(1, len(game) + 1))
    totals = [0, 0, 0, 0]
    for line in game:
        totals = [total + change for total, change in zip(totals, line["scores"], strict=True)]
        assert line["totals"] == totals
    assert max(totals) >= 23 > max(game[-2]["totals"])
    assert [line["dealer"] for line in game] == [(game[0]["dealer"] + turn) % 4 for turn in range(len(game))]


def test_what_a_run_was_like_does_not_show(tmp_path, deals):
    """Another order of writing, other times, another sandbox and a void attempt: the same bytes."""
    folder = tmp_path / "again"
    folder.mkdir()
    with Store.read(deals) as first, Store.create(folder, LEAGUE, ENTRANTS) as second:
        for record in reversed(list(first.records())):
            second.write(replace(record, tables=(), void="host: slow"))
            seats = tuple(replace(seat, think_s=9.0, log="slow") for seat in record.seats)
            second.write(replace(record, wall_s=77.0, late_s=3.0, sandbox="none", seats=seats))
    assert lines_of(folder) == lines_of(deals)


def test_a_hand_that_the_rules_do_not_allow_ends_the_export(deals):
    with closing(sqlite3.connect(deals / DATABASE)) as connection, connection:
        connection.execute("UPDATE hand SET actions = X'00' WHERE number = 500")
    with pytest.raises(StoreError, match=r"league\.db: table m0\.r0\.d500: hand 1, action 0"):
        lines_of(deals)


def test_hostile_text_stays_inside_its_line(tmp_path):
    record = played("m0.r0.b0", (0,), forfeits=(0,))
    hand = record.tables[0].hands[0]
    fault = replace(hand.faults[0], detail='"}\n{"league": "\u2028\x1b[2J\udcff')
    table = replace(record.tables[0], hands=(replace(hand, faults=(fault,)),))
    with Store.create(tmp_path, LEAGUE, ENTRANTS) as store:
        store.write(replace(record, tables=(table,)))
    (line,) = lines_of(tmp_path)
    assert line.isascii() and line.isprintable()
    assert json.loads(line)["faults"][0]["detail"].startswith('"}\n{"league"')
