"""The chain of records: its values can be computed by hand, and nothing stored can change behind its back."""

from __future__ import annotations

import hashlib
import json
import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from arena.errors import StoreError
from arena.store import DATABASE, Chain, Entrant, Store
from tests.store.made_up import ENTRANTS, LEAGUE, match, rich_match


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A league of three matches, the first with all that a match can have."""
    with Store.create(tmp_path, LEAGUE, ENTRANTS) as store:
        store.write(rich_match())
        store.write(match("m0.r1.b0", {0: (1, 2, 3, 4)}))
        store.write(match("m1.r0.b0", {0: (4, 3, 2, 1)}))
    return tmp_path


def tamper(folder: Path, *changes: str) -> None:
    with closing(sqlite3.connect(folder / DATABASE)) as connection, connection:
        for change in changes:
            assert connection.execute(change).rowcount > 0, change


def differences(folder: Path, published: str = "") -> tuple[str, ...]:
    with Store.read(folder) as store:
        return store.check_chain(published).differences


def head(folder: Path) -> str:
    with Store.read(folder) as store:
        return store.chain().head


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def test_an_honest_league_has_nothing_to_tell(folder):
    with Store.read(folder) as store:
        assert store.check_chain().differences == store.check_chain().notes == ()
        assert store.chain() == Chain(store.chain().head, links=8, matches=3, unchained=0, withdrawn=0)
    assert re.fullmatch("[0-9a-f]{64}", head(folder))


def test_a_match_can_be_hashed_by_hand(tmp_path):
    with Store.create(tmp_path, LEAGUE, ENTRANTS[:1]) as store:
        before = store.chain().head
        store.write(match("m0.r0.b0", {7: (1, 2, 3, 4.5)}, bots=("ann", "ann", "ann", "ann")))
        after = store.chain().head
    seat = '"ann",9,0.5,0.25,20.0,0.125,1,0,0,0,""'
    lines = (
        '["match","m0.r0.b0",""]',
        '["match",[1,"m0.r0.b0",0,0,0,7,"7","[\\"ann\\", \\"ann\\", \\"ann\\", \\"ann\\"]",1,1,"bwrap",1.5,0.0]]',
        f'["seat",[0,{seat}],[1,{seat}],[2,{seat}],[3,{seat}]]',
        '["played",[7,"[1,2,3,4.5]","[]","[]"]]',
        '["hand",[7,1,"000102030405060708","[1,2,3,4]","[1,2,3,4]","[1,2,3,4.5]",1]]',
        '["fault"]',
    )
    assert after == sha256(before + sha256("".join(line + "\n" for line in lines)))


def test_the_first_links_are_the_terms_and_the_entrants(tmp_path):
    Store.create(tmp_path, LEAGUE, ENTRANTS[:1]).close()
    with closing(sqlite3.connect(tmp_path / DATABASE)) as connection:
        (terms,) = connection.execute("SELECT value FROM league WHERE key = 'terms'").fetchone()
    first = sha256(f'["league","terms",""]\n["league",["terms",{json.dumps(terms)}],["unchained","0"]]\n')
    ann = sha256('["entrant","ann",""]\n["entrant",[0,"ann","1.0","digest of ann","python"]]\n')
    assert head(tmp_path) == sha256(sha256(first) + ann)


def test_every_link_moves_the_head(tmp_path):
    heads = set()
    with Store.create(tmp_path, LEAGUE, ENTRANTS) as store:
        heads.add(store.chain().head)
        store.enter([Entrant("eve", "2", "digest of eve", "c")])
        heads.add(store.chain().head)
        store.write(match("m0.r0.b0", {0: (1, 2, 3, 4)}))
        heads.add(store.chain().head)
        store.plan(7)
        store.write(replace(match("m0.r1.b0", {}), void="host: slow"))
        assert store.chain().head in heads, "what is planned, and what is void for now, is no record"
        assert store.check_chain().differences == ()
    assert len(heads) == 3


CHANGED = "chain: match m0.r0.b0: changed since it was stored"


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE match SET wall_s = wall_s + 1 WHERE name = 'm0.r0.b0'",
        "UPDATE match SET sandbox = 'none' WHERE name = 'm0.r0.b0'",
        "UPDATE match SET id = 77 WHERE name = 'm0.r0.b0'",
        "UPDATE seat SET think_s = 0 WHERE match = 1 AND seat = 2",
        "UPDATE seat SET log = '' WHERE match = 1 AND seat = 0",
        "DELETE FROM seat WHERE match = 1 AND seat = 3",
        "UPDATE played SET payoffs = '[9,0,0,0]' WHERE match = 1 AND number = 5",
        "UPDATE hand SET actions = X'0001' WHERE match = 1 AND number = 1",
        "UPDATE hand SET complete = 1 WHERE match = 1 AND hand = 2",
        "DELETE FROM hand WHERE match = 1 AND number = 5",
        "DELETE FROM fault WHERE match = 1 AND place = 0",
        "UPDATE fault SET kind = 'timeout' WHERE match = 1 AND place = 2",
        "UPDATE fault SET stderr = '' WHERE match = 1",
        "UPDATE fault SET number = NULL WHERE match = 1 AND place = 1",
        "INSERT INTO fault SELECT match, 99, number, in_hand, kind, seat, bot, detail, table_name, hand, trick, "
        "used_ms, allowed_ms, frames, stderr FROM fault WHERE match = 1 AND place = 1",
        "UPDATE hand SET scores = X'FF' WHERE match = 1 AND number = 0",
    ],
)
def test_any_change_of_a_row_names_its_match(folder, change):
    tamper(folder, change)
    assert CHANGED in differences(folder)
    assert not any("m0.r1.b0" in told or "m1.r0.b0" in told for told in differences(folder))


def test_a_row_that_can_not_even_be_read(folder):
    tamper(folder, "UPDATE seat SET log = CAST(X'FFFE' AS TEXT) WHERE match = 1 AND seat = 0")
    (told,) = differences(folder)
    assert told.startswith("chain: match m0.r0.b0: can't be read any more: ")


def test_the_terms_and_the_entrants_are_records_too(folder):
    tamper(
        folder,
        "UPDATE league SET value = replace(value, 'spring', 'autumn') WHERE key = 'terms'",
        "UPDATE entrant SET digest = 'another' WHERE name = 'bob'",
        "DELETE FROM entrant WHERE name = 'cat'",
        "INSERT INTO entrant VALUES (9, 'eve', '1', 'x', '')",
    )
    assert differences(folder) == (
        "chain: the league's terms: changed since it was stored",
        "chain: entrant bob: changed since it was stored",
        "chain: entrant cat: stored once, and not there any more",
        "chain: entrant eve is stored without a link: it was put in by something else than a run",
    )


def test_a_match_that_was_taken_out(folder):
    tamper(folder, "DELETE FROM match WHERE name = 'm0.r1.b0'")
    told = differences(folder)
    assert told[0] == "chain: match m0.r1.b0: stored once, and not there any more"
    assert "chain: hand has rows of a match (number 2) that is not stored" in told


def test_a_match_that_was_taken_out_with_its_link(folder):
    tamper(
        folder,
        *(f"DELETE FROM {table} WHERE match = 2" for table in ("seat", "played", "hand")),
        "DELETE FROM match WHERE id = 2",
        "DELETE FROM chain WHERE name = 'm0.r1.b0'",
    )
    (told,) = differences(folder)
    assert told.startswith("chain: link 8 (match m1.r0.b0) does not follow from the one before it: ")


def test_links_that_changed_places(folder):
    tamper(
        folder,
        "UPDATE chain SET place = 99 WHERE place = 6",
        "UPDATE chain SET place = 6 WHERE place = 7",
        "UPDATE chain SET place = 7 WHERE place = 99",
    )
    told = differences(folder)
    assert len(told) == 3
    assert told[0].startswith("chain: link 6 (match m0.r1.b0) does not follow from the one before it: ")


def test_a_match_that_was_put_in(folder):
    tamper(
        folder,
        "INSERT INTO match SELECT 50, 'm7.r0.b0', 7, 0, 0, first, numbers, bots, tables, hands, sandbox, wall_s, "
        "late_s FROM match WHERE id = 3",
    )
    assert differences(folder) == (
        "chain: match m7.r0.b0 is stored without a link: it was put in by something else than a run",
    )


def test_two_matches_that_changed_names(folder):
    tamper(
        folder,
        "UPDATE match SET name = 'x' WHERE id = 2",
        "UPDATE match SET name = 'm0.r1.b0' WHERE id = 3",
        "UPDATE match SET name = 'm1.r0.b0' WHERE id = 2",
    )
    assert differences(folder) == (
        "chain: match m0.r1.b0: changed since it was stored",
        "chain: match m1.r0.b0: changed since it was stored",
    )


def test_a_link_of_nothing(folder):
    tamper(folder, "UPDATE chain SET kind = 'gift' WHERE place = 7")
    assert "chain: link 7 is about gift m0.r1.b0, which is nothing that a league stores" in differences(folder)


def test_a_chain_that_was_made_anew_does_not_have_the_published_head(folder, tmp_path):
    published = head(folder)
    assert differences(folder, published) == ()
    assert differences(folder, published[:12].upper()) == ()
    again = tmp_path / "again"
    again.mkdir()
    with Store.create(again, LEAGUE, ENTRANTS) as store:
        store.write(rich_match())
        store.write(match("m0.r1.b0", {0: (4, 4, 4, 4)}))
    assert differences(again) == ()
    assert differences(again, published) == (
        f"chain: the published head {published} is none of its values: records that were stored when it was published "
        "have been taken out or made anew since",
    )


def test_a_head_that_was_published_early_stays_good(folder):
    early = head(folder)
    with Store.append(folder) as store:
        store.write(match("m1.r1.b0", {0: (0, 0, 0, 0)}))
    assert head(folder) != early
    assert differences(folder, early) == ()


def test_a_match_is_withdrawn_in_the_open(folder):
    with Store.append(folder) as store:
        assert store.withdraw("m0.r1.b0", "the machine\nran out of memory") == ["m0.r1.b0"]
        assert store.done() == {"m0.r0.b0", "m1.r0.b0"}
        found = store.check_chain()
        assert found.differences == ()
        assert found.notes == ("chain: match m0.r1.b0 was withdrawn (link 9): the machine ran out of memory",)
        store.write(match("m0.r1.b0", {0: (1, 2, 3, 4)}))
        assert store.check_chain().differences == ()
        assert store.chain().withdrawn == 1
    tamper(folder, "UPDATE chain SET note = 'no reason at all' WHERE place = 9")
    assert "chain: the reason why match m0.r1.b0 was withdrawn has been changed" in differences(folder)


def test_what_was_played_behind_a_withdrawn_part_of_a_block_goes_with_it(folder):
    with Store.append(folder) as store:
        for name, numbers in (("m2.r0.b0-2", (0, 1)), ("m2.r0.b0-4", (2, 3)), ("m2.r0.b0", (4, 5))):
            store.write(match(name, dict.fromkeys(numbers, (1, 1, 1, 1))))
        assert store.withdraw("m2.r0.b0-4", "spoilt") == ["m2.r0.b0-4", "m2.r0.b0"]
        assert "m2.r0.b0-2" in store.done()


def test_a_withdrawal_needs_a_match_and_a_reason(folder):
    with Store.append(folder) as store:
        with pytest.raises(StoreError, match=r"no match 'm9\.r0\.b0' is stored"):
            store.withdraw("m9.r0.b0", "why not")
        with pytest.raises(StoreError, match="withdrawn for a reason; say which"):
            store.withdraw("m0.r1.b0", " \n")
        assert len(store.done()) == 3
