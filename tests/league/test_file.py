"""League files: what a good one means, and what is said of each bad one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from arena_troeven import Troeven
from arena_trollin import Trollin

from arena.errors import InputError
from arena.league.file import Seating, read_league
from arena.league.formats import arena_formats
from arena.plugin import Registry
from arena.records import Limits, Mode, OnFault

GOOD = """
[league]
name = "open"
variant = "trollin"
seats = 4
seed = "2026"
deals = 100

[[bot]]
name = "random"
[[bot]]
path = "mine"
"""


@pytest.fixture
def registry(tmp_path: Path) -> Registry:
    for place, name, more in (
        ("registered/random", "random", ""),
        ("mine", "greedy", ""),
        ("picky", "picky", 'variants = ["troeven"]'),
    ):
        folder = tmp_path / place
        folder.mkdir(parents=True)
        (folder / "bot.toml").write_text(f'name = "{name}"\nversion = "1"\ncommand = ["./bot"]\n{more}\n')
    variants = {"trollin": Trollin, "troeven": Troeven}
    formats = {form.name: form for form in arena_formats()}
    return Registry(variants, {"random": tmp_path / "registered/random"}, {}, {}, formats=formats)


def write(folder: Path, text: str) -> Path:
    file = folder / "league.toml"
    file.write_text(text)
    return file


def test_a_short_file_gets_the_usual_settings(tmp_path, registry):
    spec = read_league(write(tmp_path, GOOD), registry)
    assert (spec.name, spec.variant, spec.seats, spec.seed) == ("open", "trollin", 4, "2026")
    assert (spec.mode, spec.count, spec.seating) == (Mode.DEALS, 100, Seating.DUPLICATE)
    assert (spec.options, spec.limits) == ({"target": 23, "declare": False}, Limits())
    assert [entry.name for entry in spec.entries] == ["random", "greedy"]
    assert spec.entries[1].bot.path == tmp_path / "mine"


def test_a_full_file(tmp_path, registry):
    text = """
    [league]
    name = "games"
    variant = "trollin"
    seats = 2
    seed = "x"
    format = "round-robin"
    games = 7
    seating = "single"
    [league.options]
    target = 11
    declare = true
    [limits]
    move_ms = 50
    start_ms = 2000
    memory_mb = 64
    max_faults = 1
    on_fault = "forfeit"
    [[bot]]
    name = "random"
    [[bot]]
    name = "random"
    [[bot]]
    path = "mine"
    name = "my-own"
    """
    spec = read_league(write(tmp_path, text), registry)
    assert (spec.mode, spec.count, spec.seating) == (Mode.GAMES, 7, Seating.SINGLE)
    assert spec.options == {"target": 11, "declare": True}
    limits = Limits(move_ms=50, start_ms=2000, memory_mb=64, max_faults=1, on_fault=OnFault.FORFEIT)
    assert spec.limits == limits
    assert [entry.name for entry in spec.entries] == ["random", "random-2", "my-own"]


def test_the_seats_need_not_be_said_where_there_is_no_choice(tmp_path, registry):
    text = GOOD.replace('"trollin"', '"troeven"').replace("seats = 4\n", "")
    assert read_league(write(tmp_path, text), registry).seats == 4


def test_an_optional_bot_that_can_not_be_built_here_is_skipped_by_name(tmp_path, registry):
    for tool, bots in (("sh", ["random", "greedy", "built"]), ("no-such-tool", ["random", "greedy"])):
        (tmp_path / "built").mkdir(exist_ok=True)
        (tmp_path / "built" / "bot.toml").write_text(f'name = "built"\ncommand = ["./b"]\nbuild = ["{tool}"]\n')
        text = GOOD + '[[bot]]\npath = "built"\noptional = true\n'
        spec = read_league(write(tmp_path, text), registry)
        assert [entry.name for entry in spec.entries] == bots
    assert spec.skipped[0].startswith("built is skipped: no-such-tool, which builds it, is not installed")
    kept = read_league(write(tmp_path, text.replace("optional = true", "")), registry)
    assert len(kept.entries) == 3


BAD = [
    ("", "league: is missing; add it"),
    ("league = 3", "league: must be a table, as [league] and its keys below, not 3"),
    ("[leage]", "leage: unknown key; did you mean league?"),
    ("[league", "is not valid TOML: "),
    (("deals", "dels"), "[league] dels: unknown key; did you mean deals?"),
    (("seed", "zzz"), "[league] zzz: unknown key; known here: name, variant, seats, seed, format,"),
    (('"open"', '"a/b"'), "[league] name: 'a/b' must be letters, digits and . _ - only, at most 64 of them"),
    (('name = "open"', ""), "[league] name: is missing; add it"),
    (('"2026"', "2026"), "[league] seed: must be a text in quotes, not 2026"),
    (('"trollin"', '"trolin"'), "[league] variant: there is no variant named 'trolin'; did you mean trollin or"),
    (("seats = 4", "seats = 7"), "[league] seats: trollin is played by 2, 3, 4, 5, 6, not by 7"),
    (("seats = 4", 'seats = "4"'), "[league] seats: must be a whole number from 1 to 1000, not '4'"),
    (("seats = 4\n", ""), "[league] seats: is missing; add it"),
    (("deals = 100\n", ""), "[league] deals: is missing; add it, or games"),
    (("deals = 100", "deals = 1\ngames = 1"), "[league] deals and games: both are given; take one away"),
    (("100", "0"), "[league] deals: must be a whole number from 1 to 10000000, not 0"),
    (("100", "true"), "[league] deals: must be a whole number from 1 to 10000000, not True"),
    (("100", "1\nformat = 'swis'"), "[league] format: there is no format named 'swis'; did you mean swiss?"),
    (("100", "1\nformat = 3"), "[league] format: must be a list of texts"),
    (("100", "1\nformat = ['swiss', 'swiss']"), "[league] format: 'swiss' is there twice"),
    (("100", "1\nformat = 'swiss'"), "[league.swiss] rounds: must be a number from 1 to 1 with 2 bots, not 0"),
    (("100", "1\n[league.swiss]\nrounds = 2"), "[league] swiss: has settings, but the league is not played so; add"),
    (
        ("100", "1\nformat = 'swiss'\n[league.swiss]\nround = 2"),
        "[league.swiss] round: unknown key; did you mean rounds?",
    ),
    (("100", "1\nformat = 'gauntlet'"), '[league.gauntlet] challengers: is missing; name one bot or more, as ["mine"]'),
    (
        ("100", "1\nformat = 'gauntlet'\n[league.gauntlet]\nchallengers = ['x']"),
        "[league.gauntlet] challengers: 'x' is no bot of this league; its bots are random, greedy",
    ),
    (
        ("100", "1\nformat = 'sample'\n[league.sample]\nlineups = 3"),
        "lineups: a sample is for tables of three and more",
    ),
    (("100", "1\nseating = 'double'"), '[league] seating: must be "duplicate" or "single", not \'double\''),
    (("[[bot]]", "[league.options]\ntargt = 9\n[[bot]]"), "[league] options: trollin has no option 'targt'. Did"),
    (("[[bot]]", "[league.options]\ntarget = 'a'\n[[bot]]"), "[league] options: trollin: option 'target' must be a"),
    (("[[bot]]", "[limits]\nmove = 9\n[[bot]]"), "[limits] move: unknown key; did you mean move_ms?"),
    (("[[bot]]", "[limits]\nmove_ms = 0\n[[bot]]"), "[limits] move_ms: must be a whole number from 1 to 3600000"),
    (("[[bot]]", "[limits]\nmove_ms = 1.5\n[[bot]]"), "[limits] move_ms: must be a whole number from 1 to 3600000"),
    (("[[bot]]", "[limits]\non_fault = 1\n[[bot]]"), '[limits] on_fault: must be "stand_in" or "forfeit", not 1'),
    (('[[bot]]\nname = "random"\n', ""), "[[bot]]: a league needs two bots or more, and has 1; add [[bot]] tables"),
    (('name = "random"', 'nam = "random"'), "[[bot]] 1 nam: unknown key; did you mean name?"),
    (('name = "random"', ""), "[[bot]] 1 path: is missing; add it, or the name of a registered bot"),
    (('name = "random"', 'name = "randon"'), "[[bot]] 1 name: there is no bot named 'randon'; did you mean random?"),
    (('path = "mine"', 'path = "nine"'), "/nine: there is no such folder; a bot is a folder with a bot.toml"),
    (('path = "mine"', 'path = "registered"'), "/registered/bot.toml: there is no such file"),
    (('path = "mine"', 'path = "mine"\nname = "random"'), "[[bot]] 1 name: two bots are named 'random'; give one"),
    (('path = "mine"', 'path = "mine"\nname = "a b"'), "[[bot]] 2 name: 'a b' must be letters, digits and . _ + -"),
    (('path = "mine"', 'path = "mine"\noptional = 1'), "[[bot]] 2 optional: must be true or false, not 1"),
    (('path = "mine"', 'path = "picky"'), "[[bot]] 2 path: picky does not play trollin, only troeven (says "),
]


@pytest.mark.parametrize(("change", "message"), BAD, ids=[message[:40] for _, message in BAD])
def test_a_bad_file_is_told_with_file_key_and_what_to_do(tmp_path, registry, change, message):
    text = change if isinstance(change, str) else GOOD.replace(*change, 1)
    assert text != GOOD
    file = write(tmp_path, text)
    with pytest.raises(InputError) as caught:
        read_league(file, registry)
    assert str(caught.value).startswith(f"{file}: ")
    assert message in str(caught.value)


def test_a_file_that_is_not_there_or_not_text(tmp_path, registry):
    with pytest.raises(InputError, match=r"no\.toml: there is no such file; give the path of a league file"):
        read_league(tmp_path / "no.toml", registry)
    with pytest.raises(InputError, match="is a folder; give the path of a league file"):
        read_league(tmp_path, registry)
    (tmp_path / "raw.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="is not UTF-8 text"):
        read_league(tmp_path / "raw.toml", registry)


def test_the_same_folder_under_two_names_is_two_entrants(tmp_path, registry):
    text = GOOD + '[[bot]]\npath = "mine"\nname = "mine-again"\n[[bot]]\npath = "mine"\n'
    entries = read_league(write(tmp_path, text), registry).entries
    assert [entry.name for entry in entries] == ["random", "greedy", "mine-again", "greedy-2"]
    assert entries[1].bot == entries[2].bot == entries[3].bot


def test_a_registered_bot_can_be_named_with_its_version(tmp_path, registry):
    old, new = tmp_path / "registered/old", tmp_path / "registered/random"
    old.mkdir()
    (old / "bot.toml").write_text('name = "random"\nversion = "0.9"\ncommand = ["./bot"]\n')
    registry = replace(registry, versions={"random": {"1": new, "0.9": old}})
    text = GOOD.replace('path = "mine"', 'name = "random@0.9"')
    entries = read_league(write(tmp_path, text), registry).entries
    assert [(entry.name, entry.bot.version) for entry in entries] == [("random", "1"), ("random-2", "0.9")]
    with pytest.raises(
        InputError, match=r"\[\[bot\]\] 2 name: there is no version '2' of the bot 'random'; known: 1, 0\.9"
    ):
        read_league(write(tmp_path, text.replace("@0.9", "@2")), registry)
