"""docs/protocol.md names every key, every token of the founding games, and every language that a bot can begin in."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest
from arena_troeven import Troeven
from arena_trollin import Trollin

from arena.league.beginnings import languages
from arena.league.sample_bots import arena_bots
from arena.retelling import KINDS
from arena.wire import messages
from arena.wire.framing import MAX_FROM_BOT, MAX_FROM_REFEREE

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
MESSAGES = [messages.Hello, messages.Start, messages.Act, messages.Tell, messages.End, messages.FaultNotice]
MESSAGES += [messages.Ready, messages.Move]
CONVERSATIONS = sorted((ROOT / "tests" / "vectors" / "conversations").glob("*.json"))


def section(title: str) -> str:
    """The text below a heading, up to the next one of the same rank or a higher one."""
    rank = title.split()[0]
    found = re.search(rf"^{re.escape(title)}\n(.*?)(?=^#{{1,{len(rank)}}} |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found is not None, title
    return found[1]


def rows(text: str) -> list[list[str]]:
    """The cells of each row of all tables in a text, their heads left out."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    heads = {at - 1 for at, line in enumerate(lines) if set(line) <= set("|- ")}
    return [
        [cell.strip() for cell in line.strip("|").split("|")]
        for at, line in enumerate(lines)
        if at not in heads and at - 1 not in heads
    ]


@pytest.mark.parametrize("kind", MESSAGES)
def test_each_message_has_a_table_of_its_very_keys(kind: type[msgspec.Struct]) -> None:
    tag = kind.__struct_config__.tag
    told = [cells[0].strip("`") for cells in rows(section(f"### {tag}"))]
    assert told[0] == "type"
    assert sorted(told[1:]) == sorted(field.name for field in msgspec.structs.fields(kind))
    optional = {field.name for field in msgspec.structs.fields(kind) if not field.required} - {"protocol"}
    said = {
        cells[0].strip("`")
        for cells in rows(section(f"### {tag}"))
        if re.search("left out|missing if", " ".join(cells))
    }
    assert said == optional


def test_the_longest_frames() -> None:
    for most in (MAX_FROM_BOT, MAX_FROM_REFEREE):
        assert f"{most:,}".replace(",", " ") in section("## Frames")


def test_every_token_of_the_founding_games() -> None:
    games, phases, tokens = zip(*rows(section("## Tokens")), strict=True)
    assert games == ("`trollin`", "`trollin`, option `declare`", "`troeven`", "`troeven`")
    assert phases == ("`play`", "`declare`", "`trump`", "`play`")
    assert tokens[1:3] == ("`pass` `declare`", "`S` `H` `D` `C`")
    ranks = {int(seats): told.split() for seats, told in re.findall(r"(\d): `(.*?)`", tokens[0])}
    assert {seats: {"BJ", "SJ"} | cards(told) for seats, told in ranks.items()} == {
        seats: set(Trollin(seats).deck.tokens) for seats in Trollin.players
    }
    [told] = re.findall("`(.*?)`", tokens[3])
    assert set(Troeven(4).deck.tokens) == cards(told.split())


def cards(ranks: list[str]) -> set[str]:
    return {rank + suit for suit in "SHDC" for rank in ranks}


def test_every_event_and_every_key_of_a_view_that_the_founding_games_have() -> None:
    told = [json.loads(file.read_text()) for file in CONVERSATIONS if file.stem != "trollin-odd"]
    every = [message for each in told for frame in each["frames"] for message in frame["messages"]]
    events = {event[0] for message in every for event in message.get("events", [])}
    assert {kind for kind in events if f'["{kind}"' not in section("## Events")} == set()
    keys = {key for message in every if message["type"] == "act" for key in message.get("view", {})}
    assert keys - {cells[0].strip("`") for cells in rows(section("## The view"))} == set()


def test_the_kinds_of_events_that_the_game_layer_knows_are_those_of_the_page() -> None:
    told = {kind for cells in rows(section("## Events")) for kind in re.findall(r'\["(\w+)"', cells[0])}
    assert told == KINDS


def test_every_language_has_its_way_to_keep_prints_out_of_the_frames() -> None:
    assert [cells[0] for cells in rows(section("## Prints"))] == list(languages(arena_bots()))


def test_the_links_lead_somewhere() -> None:
    places = {
        re.sub(r"[^\w\- ]", "", title).lower().replace(" ", "-") for title in re.findall(r"^#+ (.*)$", PAGE, re.M)
    }
    for link in re.findall(r"\]\(([^)]+)\)", PAGE):
        file, _, place = link.partition("#")
        if link.startswith("https:"):
            continue
        assert (ROOT / "docs" / file).exists(), link
        assert file or place in places, link
