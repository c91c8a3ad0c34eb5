"""Getting the packages that a bot's build needs: its own `fetch` command, run in its folder with the network.

Called by `arena bot fetch` and so by `make setup`, never by a league: builds and matches have no network, and a
league plays what lies in the bot's folder. The command is the author's and runs unprotected, as it would from the
author's own shell.
"""

from __future__ import annotations

import shutil
import subprocess
from enum import StrEnum

from arena.league.bots import BotFolder
from arena.referee.toolchains import lacking_command


class Fetched(StrEnum):
    """How it went."""

    THERE = "its packages are there already"
    DONE = "its packages have been fetched"
    NO_TOOL = "its package manager is not installed"
    FAILED = "its packages could not be fetched"


def fetch(bot: BotFolder, *, again: bool = False) -> tuple[Fetched, str]:
    """Get the bot's packages unless they are there; how that went, and the details in words.

    What the command has put into the folder before it failed is taken away, so that half of the packages never
    pass for all of them.
    """
    place = bot.path / bot.fetched
    before = place.exists()
    if before and not again:
        return Fetched.THERE, bot.fetched
    if shutil.which(bot.fetch[0]) is None:
        return Fetched.NO_TOOL, str(lacking_command(bot.fetch[0], "fetches them"))
    try:
        done = subprocess.run(
            bot.fetch, cwd=bot.path, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        if done.returncode == 0 and place.exists():
            before = True
            return Fetched.DONE, bot.fetched
    finally:
        if not before and place.exists():
            shutil.rmtree(place) if place.is_dir() else place.unlink()
    if done.returncode == 0:
        return Fetched.FAILED, f"{' '.join(bot.fetch)} succeeded, but there is no {bot.fetched}"
    output = done.stdout.decode(errors="replace").strip()
    return Fetched.FAILED, f"{' '.join(bot.fetch)} ended with status {done.returncode}\n{output[-2000:]}".rstrip()
