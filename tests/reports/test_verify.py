"""The rules have the last word: whatever is changed in a database by hand is found, and named."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from arena.reports.verify import VerifyResult, verify
from arena.store import DATABASE, Store
from tests.reports.played import GAMES, PAIRS, fill, find, played
from tests.store.made_up import BOTS, ENTRANTS, LEAGUE, seat


@pytest.fixture(params=[LEAGUE, GAMES, PAIRS], ids=lambda league: league.name)
def folder(tmp_path: Path, request) -> Path:
    with Store.create(tmp_path, request.param, ENTRANTS) as store:
        fill(store)
    return tmp_path


@pytest.fixture
def deals(tmp_path: Path) -> Path:
    with Store.create(tmp_path, LEAGUE, ENTRANTS) as store:
        fill(store)
    return tmp_path


def check(folder: Path) -> VerifyResult:
    with Store.read(folder) as store:
        return verify(store, find)


def tamper(folder: Path, *changes: str) -> None:
    with closing(sqlite3.connect(folder / DATABASE)) as connection, connection:
        for change in changes:
            assert connection.execute(change).rowcount > 0, change


def the_only(folder: Path) -> str:
    (difference,) = check(folder).differences
    return difference


def test_what_the_rules_gave_is_right(folder):
    result = check(folder)
    assert result.differences == ()
    assert result.ok
    assert (result.matches, result.tables) == (3, 8)
    assert result.hands >= 8


IN_M0 = "match = (SELECT id FROM match WHERE name = 'm0.r0.b0')"


@pytest.mark.parametrize("column", ["scores", "totals", "payoffs"])
def test_a_changed_figure_of_a_hand(folder, column):
    tamper(folder, f"UPDATE hand SET {column} = '[9,9,9,9]' WHERE {IN_M0} AND number = 0 AND hand = 1")
    difference = the_only(folder)
    assert difference.startswith(f"m0.r0.d0: hand 1: {column} are 9 9 9 9 in the database, ")
    assert difference.endswith(" by the rules")


def test_a_figure_for_too_few_seats(deals):
    tamper(deals, f"UPDATE hand SET scores = '[]' WHERE {IN_M0} AND number = 0")
    assert the_only(deals).startswith("m0.r0.d0: hand 1: scores are none in the database, ")


def test_a_changed_result_of_a_table(folder):
    tamper(folder, f"UPDATE played SET payoffs = '[0.5,9,0,0]' WHERE {IN_M0} AND number = 2")
    assert the_only(folder).startswith("m0.r0.d2: payoffs are 0.5 9 0 0 in the database, ")


def test_a_changed_result_of_a_forfeited_table(folder):
    tamper(folder, f"UPDATE played SET payoffs = '[9,9,9,9]' WHERE {IN_M0} AND number = 1")
    assert the_only(folder).startswith("m0.r0.d1: payoffs are 9 9 9 9 in the database, ")


def test_an_action_that_the_rules_do_not_allow(folder):
    tamper(folder, f"UPDATE hand SET actions = X'FE' || substr(actions, 2) WHERE {IN_M0} AND number = 0 AND hand = 1")
    # SQLite's || makes a text of two blobs; what is stored must be bytes again.
    tamper(folder, f"UPDATE hand SET actions = CAST(actions AS BLOB) WHERE {IN_M0} AND number = 0 AND hand = 1")
    difference = the_only(folder)
    assert difference.startswith("m0.r0.d0: hand 1, action 0: number 254 is not legal for seat")


def test_every_other_last_card_is_not_legal(deals):
    with closing(sqlite3.connect(deals / DATABASE)) as connection, connection:
        query = f"SELECT actions FROM hand WHERE {IN_M0} AND number = 0"
        actions = bytearray(connection.execute(query).fetchone()[0])
        actions[-1] = actions[0]
        connection.execute(f"UPDATE hand SET actions = ? WHERE {IN_M0} AND number = 0", (bytes(actions),))
    assert "m0.r0.d0: hand 1, action 35: " in the_only(deals)


def test_another_legal_action_changes_what_follows(deals):
    """Deal 0 is stored with the play of another match: all of it is legal, the results are another's."""
    other = played("m7.r0.b0", (0,)).tables[0].hands[0]
    mine = played("m0.r0.b0", (0, 1, 2), forfeits=(1,)).tables[0].hands[0]
    assert other.scores != mine.scores
    tamper(deals, f"UPDATE hand SET actions = X'{other.actions.hex()}' WHERE {IN_M0} AND number = 0")
    differences = check(deals).differences
    assert any(text.startswith("m0.r0.d0: hand 1: scores are ") for text in differences)
    assert any(text.startswith("m0.r0.d0: payoffs are ") for text in differences)


def test_too_many_actions(deals):
    tamper(deals, f"UPDATE hand SET actions = CAST(actions || X'00' AS BLOB) WHERE {IN_M0} AND number = 0")
    assert the_only(deals) == "m0.r0.d0: hand 1: 1 actions after its end"


def test_a_deal_that_was_not_finished_but_says_so(deals):
    cut = "UPDATE hand SET actions = CAST(substr(actions, 1, 30) AS BLOB)"
    tamper(deals, f"{cut} WHERE {IN_M0} AND number = 0")
    differences = check(deals).differences
    assert "m0.r0.d0: hand 1: the database says finished, the rules say broken off" in differences
    assert "m0.r0.d0: has 1 hands; by the rules the last one broke off, and nobody forfeited" in differences


def test_a_deleted_hand_of_a_deal(folder):
    tamper(folder, f"DELETE FROM hand WHERE {IN_M0} AND number = 0")
    assert the_only(folder) == "m0.r0.d0: has the hands [], which are not 1, 2, 3 and so on"


def test_a_deleted_last_hand_of_a_game(tmp_path):
    with Store.create(tmp_path, GAMES, ENTRANTS) as store:
        fill(store)
    last = f"(SELECT max(hand) FROM hand WHERE {IN_M0} AND number = 0)"
    tamper(tmp_path, f"DELETE FROM hand WHERE {IN_M0} AND number = 0 AND hand = {last}")
    assert the_only(tmp_path).endswith("by the rules the last one was followed by another, and nobody forfeited")


def test_a_deleted_first_hand_of_a_game(tmp_path):
    with Store.create(tmp_path, GAMES, ENTRANTS) as store:
        fill(store)
    tamper(tmp_path, f"DELETE FROM hand WHERE {IN_M0} AND number = 0 AND hand = 1")
    assert the_only(tmp_path).startswith("m0.r0.d0: has the hands [2, 3")


def test_a_hand_too_many(deals):
    row = "SELECT match, number, 2, actions, scores, totals, payoffs, complete"
    tamper(deals, f"INSERT INTO hand {row} FROM hand WHERE {IN_M0} AND number = 0")
    assert the_only(deals) == "m0.r0.d0: hand 2 is recorded, but the table ended before it"


def test_a_deleted_table(folder):
    tamper(folder, f"DELETE FROM hand WHERE {IN_M0} AND number = 2", f"DELETE FROM played WHERE {IN_M0} AND number = 2")
    assert the_only(folder) == "m0.r0.d2: is missing in match m0.r0.b0"


def test_hands_without_their_table(folder):
    tamper(folder, f"DELETE FROM played WHERE {IN_M0} AND number = 2")
    assert "match m0.r0.b0 is damaged: hands of table 2, but no such table" in the_only(folder)


def test_a_table_that_is_there_twice(deals):
    with Store.append(deals) as store:
        store.write(played("m0.r0.b0-1", (0,)))
    assert the_only(deals).startswith("m0.r0.d0: is there twice, the second time in match m0.r0.b0")


def test_a_forfeit_that_was_none(folder):
    tamper(folder, f"UPDATE played SET forfeited = '[]' WHERE {IN_M0} AND number = 1")
    assert the_only(folder).endswith("by the rules the last one broke off, and nobody forfeited")


def test_a_forfeit_that_was_another_seats(folder):
    tamper(folder, f"UPDATE played SET forfeited = '[0]' WHERE {IN_M0} AND number = 1")
    assert any(text.startswith("m0.r0.d1: payoffs are ") for text in check(folder).differences)


def test_a_finished_table_that_is_called_forfeited(folder):
    tamper(folder, f"UPDATE played SET forfeited = '[3]' WHERE {IN_M0} AND number = 0")
    assert any("but its last hand was finished" in text for text in check(folder).differences)


def test_a_forfeit_by_nobody(deals):
    tamper(deals, f"UPDATE played SET forfeited = '[4]' WHERE {IN_M0} AND number = 1")
    assert the_only(deals) == "m0.r0.d1: seat 4 forfeited it, and does not exist"


SWAPPED = '["bob", "ann", "cat", "dan"]'


def test_swapped_seats(folder):
    tamper(folder, f"UPDATE match SET bots = '{SWAPPED}' WHERE name = 'm0.r0.b1'")
    differences = check(folder).differences
    assert differences == (
        "m0.r0.b1: the match seats bob ann cat dan, its seats' own records say ann bob cat dan",
        "m0.r0.b1: seats bob ann cat dan, an earlier block of the sitting ann bob cat dan",
    )


def test_swapped_seats_in_every_place(folder):
    block = "match = (SELECT id FROM match WHERE name = 'm0.r0.b1')"
    tamper(
        folder,
        f"UPDATE match SET bots = '{SWAPPED}' WHERE name = 'm0.r0.b1'",
        f"UPDATE seat SET bot = 'bob' WHERE {block} AND seat = 0",
        f"UPDATE seat SET bot = 'ann' WHERE {block} AND seat = 1",
    )
    assert the_only(folder) == "m0.r0.b1: seats bob ann cat dan, an earlier block of the sitting ann bob cat dan"


def test_a_sitting_that_is_another_once_more(tmp_path):
    with Store.create(tmp_path, LEAGUE, ENTRANTS) as store:
        store.write(played("m0.r0.b0", (0,)))
        store.write(played("m0.r1.b0", (0,)))
    assert the_only(tmp_path) == "m0.r1.b0: seats ann bob cat dan, just as sitting 0 does"


def test_seats_that_the_schedule_does_not_know(deals):
    def seating(lineup: int, sitting: int) -> Sequence[str]:
        return BOTS if (lineup, sitting) == (0, 0) else BOTS[::-1]

    with Store.read(deals) as store:
        (difference,) = verify(store, find, seating=seating).differences
    assert difference == "m0.r1.b0: seats dan ann bob cat, the schedule dan cat bob ann"


def test_a_bot_that_never_entered(deals):
    tamper(deals, "DELETE FROM entrant WHERE name = 'cat'")
    assert "m0.r0.b0: 'cat' plays, but is no entrant of the league" in check(deals).differences


def test_another_seed_is_another_league(folder):
    tamper(folder, "UPDATE league SET value = replace(value, '\"spring\"', '\"autumn\"') WHERE key = 'terms'")
    # The cards are others: every table of the league is wrong.
    assert len({text.partition(":")[0] for text in check(folder).differences}) == 8


def test_one_damaged_match_does_not_hide_the_others(deals):
    tamper(
        deals,
        f"UPDATE hand SET scores = 'no' WHERE {IN_M0} AND number = 0",
        "UPDATE hand SET totals = '[1,1,1,1]' WHERE number = 501",
    )
    first, second = check(deals).differences
    assert "match m0.r0.b0 is damaged" in first
    assert second.startswith("m0.r0.d501: hand 1: totals are 1 1 1 1 in the database")


def test_a_league_without_matches_is_right(tmp_path):
    Store.create(tmp_path, LEAGUE, ENTRANTS).close()
    assert check(tmp_path) == VerifyResult(0, 0, 0, ())


def test_seats_are_counted(tmp_path):
    record = played("m0.r0.b0", (0,))
    with Store.create(tmp_path, LEAGUE, ENTRANTS) as store:
        store.write(replace(record, seats=(*record.seats, seat("eve"))))
    assert "its seats' own records say ann bob cat dan eve" in the_only(tmp_path)
