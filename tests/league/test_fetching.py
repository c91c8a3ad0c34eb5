"""Packages that a bot is built with: fetched on request, whole or not at all, and never by a league."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from arena.errors import InputError
from arena.league.bots import obstacle, read_bot
from arena.league.fetching import Fetched, fetch
from arena.league.file import read_league
from arena.league.preflight import leave_out, make_programs
from arena.plugin import load
from arena.records import Limits
from arena.referee.sandbox import choose
from tests.cli.command import arena, output

TOLD = """
name = "built"
version = "1"
language = "Shell"
command = ["sh", "run"]
build = ["cp", "packages/run", "run"]
fetch = ["sh", "get"]
fetched = "packages"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "built"
    folder.mkdir()
    (folder / "bot.toml").write_text(TOLD)
    (folder / "get").write_text("mkdir packages && echo 'exit 0' > packages/run\n")
    return folder


def test_a_folder_says_how_its_packages_are_got_and_what_it_is_written_in(folder):
    bot = read_bot(folder)
    assert (bot.fetch, bot.fetched, bot.language) == (("sh", "get"), "packages", "Shell")


@pytest.mark.parametrize(
    ("taken", "put", "message"),
    [
        ('fetched = "packages"\n', "", "fetched: is missing; fetch and fetched belong together"),
        ('fetch = ["sh", "get"]\n', "", "fetch: is missing; fetch and fetched belong together"),
        ('"packages"', '"../packages"', "fetched: '../packages' must be a path in the bot's folder"),
        ('"packages"', '"/packages"', "fetched: '/packages' must be a path in the bot's folder"),
    ],
)
def test_a_bad_word_about_packages_is_told(folder, taken, put, message):
    (folder / "bot.toml").write_text(TOLD.replace(taken, put))
    with pytest.raises(InputError, match=r"bot\.toml: ") as caught:
        read_bot(folder)
    assert message in str(caught.value)


def test_packages_are_fetched_once_and_again_when_asked_for(folder):
    bot = read_bot(folder)
    assert obstacle(bot) == f"its packages are not there; get them with: arena bot fetch {folder}"
    assert fetch(bot) == (Fetched.DONE, "packages")
    assert (folder / "packages" / "run").read_text() == "exit 0\n"
    assert obstacle(bot) == ""
    assert fetch(bot) == (Fetched.THERE, "packages")
    (folder / "get").write_text("echo new > packages/run\n")
    assert fetch(bot, again=True) == (Fetched.DONE, "packages")
    assert (folder / "packages" / "run").read_text() == "new\n"


def test_half_of_the_packages_are_taken_away_but_not_those_of_before(folder):
    bot = read_bot(folder)
    (folder / "get").write_text("mkdir packages; echo no such package >&2; exit 3\n")
    assert fetch(bot) == (Fetched.FAILED, "sh get ended with status 3\nno such package")
    assert not (folder / "packages").exists()
    (folder / "packages").mkdir()
    (folder / "get").write_text("exit 3\n")
    assert fetch(bot, again=True)[0] is Fetched.FAILED
    assert (folder / "packages").is_dir()


def test_a_command_that_brings_nothing_has_failed(folder):
    bot = replace(read_bot(folder), fetch=("true",))
    assert fetch(bot) == (Fetched.FAILED, "true succeeded, but there is no packages")


def test_a_package_manager_that_is_not_installed_is_named(folder):
    bot = replace(read_bot(folder), fetch=("no-such-manager", "install"))
    how, detail = fetch(bot)
    assert (how, detail.partition(";")[0]) == (
        Fetched.NO_TOOL,
        "no-such-manager, which fetches them, is not installed",
    )


def test_the_command_tells_of_each_bot_and_fails_if_one_failed(folder):
    assert output("bot", "fetch", folder) == "built: its packages have been fetched (packages)\n"
    assert output("bot", "fetch", folder) == "built: its packages are there already (packages)\n"
    assert output("bot", "fetch", "random") == "random: has nothing to fetch\n"
    (folder / "get").write_text("echo broken; exit 3\n")
    run = arena("bot", "fetch", "--again", folder)
    told = "built: its packages could not be fetched: sh get ended with status 3\nbroken\n"
    assert (run.returncode, run.stdout) == (1, told)


LEAGUE = """
[league]
name = "open"
variant = "trollin"
seats = 2
seed = "s"
deals = 1
[[bot]]
name = "random"
[[bot]]
name = "bare"
[[bot]]
path = "built"
optional = true
"""


@pytest.fixture
def file(tmp_path: Path, folder: Path) -> Path:
    file = tmp_path / "league.toml"
    file.write_text(LEAGUE)
    return file


def test_an_optional_bot_without_its_packages_or_its_interpreter_is_skipped_by_name(file, folder):
    [reason] = read_league(file, load()).skipped
    assert reason == f"built is skipped: its packages are not there; get them with: arena bot fetch {folder}"
    (folder / "bot.toml").write_text('name = "built"\ncommand = ["no-such-interpreter", "bot"]\n')
    assert read_league(file, load()).skipped == (
        "built is skipped: no-such-interpreter, which runs it, is not installed; "
        "install it, or name another in bot.toml",
    )


def test_an_optional_bot_whose_build_fails_is_left_out_with_the_reason(file, folder, tmp_path):
    (folder / "bot.toml").write_text('name = "built"\ncommand = ["./b"]\nbuild = ["sh", "build"]\n')
    (folder / "build").write_text("echo no such header >&2\nexit 4\n")
    spec = read_league(file, load())
    tier = choose("auto")
    left = leave_out(spec, tmp_path / "bots", tier)
    assert [entry.name for entry in left.entries] == ["random", "bare"]
    assert left.skipped == ("built is skipped: build: sh build: exited with status 4\n  no such header",)
    (folder / "build").write_text("touch b\n")
    assert leave_out(spec, tmp_path / "bots", tier) == spec


def test_a_league_that_too_few_bots_are_left_in_is_refused_with_the_reasons(file, folder, tmp_path):
    (folder / "bot.toml").write_text('name = "built"\ncommand = ["./b"]\nbuild = ["false"]\n')
    spec = read_league(file, load())
    with pytest.raises(InputError, match="too few are left:\nbuilt is skipped: build: false: exited with status 1"):
        leave_out(replace(spec, entries=spec.entries[1:]), tmp_path / "bots", choose("auto"))


def test_a_bot_that_is_not_optional_must_have_its_packages(folder, tmp_path, file):
    file.write_text(LEAGUE.replace("optional = true\n", ""))
    spec = read_league(file, load())
    with pytest.raises(InputError, match=f"get them with: arena bot fetch {folder}"):
        make_programs(spec.entries, tmp_path / "bots", choose("auto"), Limits())
