"""`arena replay` in the terminal: the grid of tricks, moments, views, legal cards, colour; and the page it writes."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import click
import pytest

from arena.cli.hands import hand_text, wrapped
from arena.records import Mode
from arena.reports.viewer.watched import watched_table
from tests.cli.command import CODE, output, refusal
from tests.reports.played import played
from tests.viewer.tables import BOTS, VARIANTS, filled, league, variant


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A league of two tables of hearts in two sittings, played at random."""
    place = tmp_path_factory.mktemp("replay") / "hearts"
    filled(place, league(variant("hearts")), [0, 1]).close()
    return place


def test_the_grid_says_who_led_who_played_what_and_who_won(folder):
    lines = output("replay", folder).splitlines()
    assert lines[0].startswith("table m0.r0.d0: hearts, seed ")
    head = next(number for number, line in enumerate(lines) if line.split()[:1] == ["trick"])
    assert lines[head].split()[1:] == list(BOTS[:4])
    grid = lines[head + 1 : head + 14]
    assert [int(line.split()[0]) for line in grid] == list(range(1, 14))
    starts = [lines[head].index(bot) for bot in BOTS[:4]]
    for before, after in pairwise(grid):
        winner = max(place for place, start in enumerate(starts) if start <= before.index("*"))
        leader = max(place for place, start in enumerate(starts) if start <= after.index(">") + 1)
        assert winner == leader, "who wins a trick leads to the next"


def test_a_seats_view_hides_what_it_was_not_told(folder):
    told = output("replay", folder, "--seat", 1)
    assert len(re.findall(r"^  seat [023]  \S+ +13 cards$", told, re.MULTILINE)) == 3
    passed = re.search(r"pass: (.*?)\n  trick", told, re.DOTALL)
    assert passed
    assert passed[1].count("hidden") == 9
    assert passed[1].count("seat 1 ") == 3
    assert "seat 1 hidden" not in passed[1]


def test_a_moment_shows_what_is_still_held_and_the_trick_on_the_table(folder):
    told = output("replay", folder, "--step", 14, "--legal")
    assert "hand 1, step 14 of 64" in told
    held = [line.split("tricks  ")[1].split() for line in told.splitlines() if " tricks  " in line]
    assert sorted(map(len, held)) == [12, 12, 13, 13], "twelve passes and two plays"
    table = re.search(r"on the table: seat \d (\S+), seat \d (\S+)$", told, re.MULTILINE)
    assert table
    assert not {table[1], table[2]} & {card for cards in held for card in cards}
    assert re.search(r"  to act: seat \d \(\S+\), play; legal: \S+", told)


def test_a_moment_as_a_seat_sees_it(folder):
    told = output("replay", folder, "--step", 30, "--seat", 2)
    assert "as seat 2 (<b>cat</b>) sees it" in told
    assert len(re.findall(r"tricks  \d+ hidden$", told, re.MULTILINE)) == 3


def test_legal_cards_are_told_decision_by_decision(folder):
    told = output("replay", folder, "--legal")
    numbers = [int(found) for found in re.findall(r"^ +(\d+)  seat \d  ", told, re.MULTILINE)]
    assert numbers == list(range(1, 65))
    for card, choice in re.findall(r"play (\S+)  of ((?:\S\S ?)+)$", told, re.MULTILINE):
        assert card in choice.split()


@pytest.mark.parametrize("name", VARIANTS)
def test_every_game_fits_into_eighty_columns(name):
    game = variant(name, max(variant(name).players))
    record = played("m0.r0.b0", [0], league=league(game), bots=[bot * 3 for bot in BOTS[: game.seats]])
    (hand,) = watched_table(game, record.spec, record.tables[0], record.seats)["hands"]
    for legal in (False, True):
        for line in hand_text(hand, record.spec.bots, legal=legal):
            assert len(click.unstyle(line)) <= 80


def test_words_are_wrapped_under_the_first_one():
    lines = list(wrapped("  bid: ", [f"seat 1 {number}" for number in range(20)], ", "))
    assert len(lines) > 1
    assert max(map(len, lines)) <= 80
    assert all(line.startswith("       seat") for line in lines[1:])
    assert "".join(lines).count("seat 1 ") == 20


def in_a_terminal(*arguments: object, **environment: str) -> str:
    """What the command writes to a terminal."""
    ours, theirs = pty.openpty()
    bare = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    command = [sys.executable, "-c", CODE, *map(str, arguments)]
    with subprocess.Popen(command, stdout=theirs, env=bare | environment) as process:
        os.close(theirs)
        told = b""
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:  # Linux says so when the other side has gone.
                break
            if not part:
                break
            told += part
    os.close(ours)
    assert process.returncode == 0
    return told.decode()


def test_suits_are_in_colour_unless_none_is_wanted(folder):
    coloured = in_a_terminal("replay", folder)
    assert re.search(r"\x1b\[31m[2-9TJQKA]♥", coloured)
    assert not re.search(r"\x1b\[31m[2-9TJQKA]♠", coloured)
    assert "\x1b" not in in_a_terminal("replay", folder, NO_COLOR="1")
    assert "\x1b" not in output("replay", folder)


def test_a_page_is_written_and_its_address_told(folder, tmp_path):
    told = output("replay", folder, "--table", "m0.r1.d1", "--step", 5, "--html", cwd=tmp_path)
    file = tmp_path / "m0.r1.d1.html"
    assert told.splitlines()[0] == "m0.r1.d1.html"
    assert told.splitlines()[1] == f"open it in a browser: {file.as_uri()}#table=m0.r1.d1&hand=1&step=5"
    assert file.read_text().startswith("<!doctype html>")
    output("replay", folder, "--html", "other.html", cwd=tmp_path)
    assert (tmp_path / "other.html").exists()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--step", 65), "hand 1 has 64 steps, not 65"),
        (("--seat", 4), "has the seats 0 to 3"),
        (("--seat", 1, "--json"), "leave out --step, --seat and --legal"),
        (("--html", "no/such/folder.html"), "can't be written"),
        (("--hand", 2), "has 1 hands, not 2"),
    ],
)
def test_wrong_wishes_are_told(arguments, told, folder):
    assert told in refusal("replay", folder, *arguments)


def test_the_deal_is_the_whole_deal_where_it_comes_in_parts():
    game = variant("troeven")
    terms = league(game, Mode.GAMES, max_hands=1)
    record = played("m0.r0.b0", [0], league=terms, bots=BOTS[:4])
    (hand,) = watched_table(game, record.spec, record.tables[0], record.seats)["hands"]
    dealt = [line for line in hand_text(hand, BOTS[:4]) if re.match(r"  seat \d  \S+ +\S*[2-9TJQKA]", line)]
    assert [len(re.findall("[♠♥♦♣]", line)) for line in dealt[:4]] == [8, 8, 8, 8]
