"""Every sample bot, copied and built once for all tests of this folder, as a league builds it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.league.bots import BotFolder, obstacle, read_bot
from arena.league.file import Entry
from arena.league.preflight import make_programs
from arena.records import Limits
from arena.referee.sandbox import Program, choose
from arena.referee.toolchains import lacking_needs
from tests.sdk.driver import ROOT, BotProcess

FOLDERS = sorted(path.parent for path in (ROOT / "sample_bots").glob("*/bot.toml"))


def lacking(bot: BotFolder) -> str:
    """What this machine lacks for building or running a bot; "" if nothing."""
    # Without a hyphen they need no package of their language.
    needed = lacking_needs(bot.language) if "-" in bot.name else ()
    return obstacle(bot) or "; ".join(map(str, needed))


@pytest.fixture(scope="session")
def program_of(tmp_path_factory) -> Callable[[Path], Program]:
    """The built copy of a bot's folder and its command; the test is skipped where the machine lacks what it needs."""
    copies, tier = tmp_path_factory.mktemp("bots"), choose("auto")
    made: dict[Path, Program] = {}

    def program(folder: Path) -> Program:
        bot = read_bot(folder)
        if reason := lacking(bot):
            pytest.skip(f"{bot.name}: {reason}")
        if folder not in made:
            made.update({folder: make_programs([Entry(bot.name, bot)], copies, tier, Limits())[bot.name]})
        return made[folder]

    return program


@pytest.fixture(scope="session")
def started(program_of) -> Callable[..., BotProcess]:
    """Starts a bot outside the sandbox, over plain pipes, with these further variables in its environment."""

    def start(folder: Path, *arguments: str, **env: str) -> BotProcess:
        program = program_of(folder)
        words = [sys.executable if word == "python3" else word for word in program.command]
        return BotProcess([*words, *arguments], cwd=program.folder, **env)

    return start
