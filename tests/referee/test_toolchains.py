"""What languages need: tools that are missing, too old, or lack a library are named with the way to get them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arena.league.bots import read_bot
from arena.referee.toolchains import NEEDS, TOOLS, absent, lacking_command, lacking_needs

ROOT = Path(__file__).parents[2]
SAMPLES = [read_bot(file.parent) for file in sorted((ROOT / "sample_bots").glob("*/bot.toml"))]


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A machine that has only these commands, each a shell script."""

    def have(**commands: str) -> None:
        for name, script in {"sh": 'exec /bin/sh "$@"', **commands}.items():
            (tmp_path / name).write_text(f"#!/bin/sh\n{script}\n")
            (tmp_path / name).chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path))

    return have


def told(language: str) -> list[str]:
    return [str(lack) for lack in lacking_needs(language)]


def test_a_library_whose_header_is_not_there(machine) -> None:
    machine(cc='case "$*" in *msgpack.h*) exit 1;; esac')
    assert told("C") == ["msgpack-c (msgpack.h) is not installed; get it with: apt-get install libmsgpack-dev"]


def test_cargo_without_a_linker(machine) -> None:
    machine(cargo="echo cargo 1.95.0")
    assert told("Rust") == [
        "the linker that Rust calls (cc) is not installed; get it with: apt-get install gcc libc6-dev"
    ]
    machine(cargo="echo cargo 1.95.0", cc="exit 0")
    assert told("Rust") == []


@pytest.mark.parametrize(
    ("language", "command", "said", "old"),
    [
        ("Rust", "cargo", "cargo 1.63.0 (fd9c4297c 2022-07-01)", "1.63"),
        ("Rust", "cargo", "cargo 1.78.0", ""),
        ("Go", "go", "go version go1.19.8 linux/amd64", "1.19"),
        ("Go", "go", "go version go1.26.8 linux/amd64", ""),
        ("Java", "javac", "javac 11", "11"),
        ("Java", "javac", "javac 21", ""),
        ("JavaScript", "node", "v16.14.2", "16.14"),
    ],
)
def test_a_tool_that_is_too_old(language: str, command: str, said: str, old: str, machine) -> None:
    machine(**{command: f"echo '{said}'", "cc": "exit 0"})
    [least] = [need for need in NEEDS if need.language == language and need.least]
    assert told(language) == ([f"{least.what} is needed, and here is {old}; get it with: {least.get}"] if old else [])


def test_a_tool_that_is_there_and_does_not_work(machine) -> None:
    machine(cargo="echo no default toolchain is set >&2; exit 1", cc="exit 0")
    assert told("Rust")[0].startswith("Rust 1.78 or newer is not installed; get it with: rustup")


def test_what_can_not_be_looked_for_is_told_as_such(machine) -> None:
    machine()
    assert absent("ruby") and not absent("sh")
    assert told("Ruby") == [
        "whether the gem msgpack is installed can't be told without ruby; get it with: apt-get install ruby-msgpack"
    ]
    assert told("Go") == []  # Only its age is asked for, and whoever asks has seen that it is not there.


def test_a_command_that_nobody_knows() -> None:
    assert str(lacking_command("ghc", "builds it")) == (
        "ghc, which builds it, is not installed; install it, or name another in bot.toml"
    )


@pytest.mark.parametrize("bot", SAMPLES, ids=lambda bot: bot.name)
def test_every_tool_of_every_sample_bot_is_known(bot) -> None:
    words = {command[0] for command in (bot.fetch, bot.build, bot.command) if command}
    assert [word for word in words if "/" not in word and not TOOLS[word].get] == []


def packages(text: str) -> set[str]:
    """What `apt-get install` is said to install."""
    said = re.findall(r"apt-get install ((?:[a-z0-9][a-z0-9.+-]* ?)+)", text)
    return {package.rstrip(".") for words in said for package in words.split()}


@pytest.mark.parametrize("bot", [bot for bot in SAMPLES if "-" in bot.name], ids=lambda bot: bot.name)
def test_the_readmes_name_the_same_packages(bot) -> None:
    readme = packages(" ".join((bot.path / "README.md").read_text().split()))
    libraries = [need.get for need in NEEDS if need.language == bot.language and need.least is None]
    if readme:
        assert readme >= packages(libraries[-1])


def test_the_set_up_installs_what_small_languages_need() -> None:
    listed = re.search(r"^small=\((.*)\)$", (ROOT / ".ci" / "setup").read_text(), re.MULTILINE)
    assert listed is not None
    needed = set().union(*(packages(need.get) for need in NEEDS if need.least is None))
    assert needed - set(listed[1].split()) <= {"gcc", "libc6-dev"}
