"""The viewer's files: pages that can reach nothing, hands cut into side files, and which hands are written."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest

from arena.errors import InputError, StoreError
from arena.reports.viewer import address, chunks, table_page, write_viewer
from arena.reports.viewer.chunks import Deal, packed, write_chunks
from arena.reports.viewer.faces import faces, short
from arena.store import Store
from tests.reports.played import find, played
from tests.viewer.tables import BOTS, filled, league, unpacked, variant

FOUR = league(variant("trollin", 4))


def made_up(name: str, size: int = 10) -> dict[str, Any]:
    return {"table": name, "hands": ["x" * size]}


def side_file(folder: Path, number: int) -> list[dict[str, Any]]:
    text = (folder / "hands" / f"{number:03}.js").read_text()
    found = re.fullmatch(r'arenaHands\((\d+),"([A-Za-z0-9+/=]+)"\);\n', text)
    assert found
    assert int(found[1]) == number
    return unpacked(found[2])


# Packing.


def test_packed_tables_come_back():
    tables = [made_up("m0.r0.d0"), made_up("m0.r1.d0")]
    assert unpacked(packed(tables)) == tables
    assert unpacked(packed([])) == []


def test_side_files_end_with_a_deal_and_their_first_deals_are_told(tmp_path, monkeypatch):
    monkeypatch.setattr(chunks, "CHUNK_BYTES", 300)
    names = [f"m{lineup}.r{sitting}.d{number}" for lineup in (0, 1) for number in (3, 10) for sitting in (0, 1)]
    firsts = write_chunks([made_up(name, 100) for name in names], tmp_path)
    assert firsts == [Deal(0, 3), Deal(1, 3)]
    assert [table["table"] for table in side_file(tmp_path, 1)] == names[4:]


def test_side_files_of_a_longer_writing_are_swept_up(tmp_path, monkeypatch):
    monkeypatch.setattr(chunks, "CHUNK_BYTES", 1)
    write_chunks([made_up(f"m0.r0.d{number}") for number in range(3)], tmp_path)
    write_chunks([made_up("m0.r0.d0")], tmp_path)
    assert [file.name for file in (tmp_path / "hands").iterdir()] == ["000.js"]


def test_a_folder_that_cannot_be_written_is_told_with_what_to_do(tmp_path):
    (tmp_path / "hands").write_text("in the way")
    with pytest.raises(InputError, match="arena league report"):
        write_chunks([], tmp_path)


# Pages.


def policy_of(page: str) -> str:
    found = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', page)
    assert found
    return found[1]


def hash_of(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def test_a_page_may_run_its_own_script_and_reach_nothing(tmp_path):
    with filled(tmp_path / "l", FOUR, [0, 1]) as store:
        page = table_page(store, find, "m0.r1.d1")
    policy = policy_of(page)
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    assert "strict-dynamic" not in policy, "a page that stands alone loads nothing"
    (script,) = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    (style,) = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    assert f"script-src '{hash_of(script)}'" in policy
    assert f"style-src '{hash_of(style)}'" in policy
    assert "innerHTML" not in script
    assert not re.search(r"""(?:src|href)=["'](?!data:)""", page)


def test_a_page_of_a_table_holds_the_other_sittings_of_its_deal(tmp_path):
    with filled(tmp_path / "l", FOUR, [0, 1], sittings=3) as store:
        page = table_page(store, find, "m0.r1.d1")
        with pytest.raises(StoreError, match=r"no table 'm0.r1.d7'"):
            table_page(store, find, "m0.r1.d7")
    (text,) = re.findall(r'id="tables">([^<]*)<', page)
    tables = unpacked(text)
    assert [table["table"] for table in tables] == ["m0.r1.d1", "m0.r0.d1", "m0.r2.d1"]
    dealt = [table["hands"][0]["deal"] for table in tables]
    assert dealt[0] == dealt[1] == dealt[2]


def test_names_cannot_get_out_of_the_data(tmp_path):
    hostile = ("</script><script>alert(1)</script>", *BOTS[1:4])
    terms = FOUR
    with filled(tmp_path / "l", terms, [0], bots=hostile) as store:
        page = table_page(store, find, "m0.r0.d0")
    assert "alert(1)" not in page, "bots' names are packed"
    (game,) = re.findall(r'id="game">([^<]*)</script>', page)
    assert json.loads(game)["seats"] == 4


# Which hands are written.


def written(folder: Path) -> list[str]:
    page = (folder / "viewer.html").read_text()
    (game,) = re.findall(r'id="game">([^<]*)</script>', page)
    files = len(json.loads(game)["files"])
    return [table["table"] for number in range(files) for table in side_file(folder, number)]


def test_a_leagues_viewer_has_every_sitting_of_a_deal_together(tmp_path):
    with filled(tmp_path / "l", FOUR, [0, 1, 2]) as store:
        page = write_viewer(store, find, tmp_path / "l")
    assert page == tmp_path / "l" / "viewer.html"
    assert "'strict-dynamic'" in policy_of(page.read_text())
    assert written(tmp_path / "l") == [f"m0.r{sitting}.d{number}" for number in range(3) for sitting in range(2)]


def test_of_many_hands_the_first_deals_of_every_lineup_are_written_and_those_wanted(tmp_path):
    with filled(tmp_path / "l", FOUR, range(10)) as store:
        for sitting in range(2):
            store.write(played(f"m1.r{sitting}.b0", range(10), league=FOUR, bots=BOTS[:4]))
        write_viewer(store, find, tmp_path / "l", most_hands=8, wanted=["m1.r1.d7"])
    deals = [(0, 0), (0, 1), (1, 0), (1, 1), (1, 7)]
    assert written(tmp_path / "l") == [
        f"m{lineup}.r{sitting}.d{number}" for lineup, number in deals for sitting in (0, 1)
    ]


def test_a_league_without_hands_has_a_viewer_that_says_so(tmp_path):
    (tmp_path / "l").mkdir()
    with Store.create(tmp_path / "l", FOUR, []) as store:
        write_viewer(store, find, tmp_path / "l")
    assert written(tmp_path / "l") == []


def test_an_address_names_table_hand_and_step():
    assert address("m3.r0.d17", 1, 5) == "viewer.html#table=m3.r0.d17&hand=1&step=5"


# Faces.


@pytest.mark.parametrize(
    ("game", "token", "corner", "suit", "name"),
    [
        ("trollin", "QS", "Q", "S", "the queen of spades"),
        ("trollin", "TH", "10", "H", "the ten of hearts"),
        ("trollin", "BJ", "BJ", "", "the big joker"),
        ("french-tarot", "T21", "21", "", "trump 21"),
        ("french-tarot", "EX", "EX", "", "the excuse"),
        ("french-tarot", "CC", "C", "C", "the knight of clubs"),
        ("wizard", "JE", "JE", "", "a jester"),
        ("five-hundred", "BJ", "BJ", "", "the joker"),
    ],
)
def test_faces_and_names(game, token, corner, suit, name):
    face = faces(variant(game))[token]
    assert (face.corner, face.suit, face.name) == (corner, suit, name)


@pytest.mark.parametrize("game", ["trollin", "skat", "french-tarot", "pinochle", "doppelkopf"])
def test_every_face_of_a_deck_is_drawn(game):
    deck = variant(game).deck
    assert faces(variant(game)).keys() == set(deck.tokens)


@pytest.mark.parametrize(
    ("token", "shown"), [("TH", "T♥"), ("S", "♠"), ("120H", "120♥"), ("pass", "pass"), ("BJ", "BJ")]
)
def test_tokens_in_a_terminal(token, shown):
    assert short(token) == shown
