"""`arena bot`: the bots that are known, the packages they are built with, and the making and trying of new ones."""

from __future__ import annotations

import json
from pathlib import Path

import click

from arena.cli.group import LazyGroup
from arena.cli.options import as_json

COMMANDS = {
    "list": ("arena.cli.bot:list_bots", "List every registered bot with its folder."),
    "new": ("arena.cli.bot_new:new", "Make the folder of a new bot, in a language of your choice."),
    "fetch": ("arena.cli.bot:fetch", "Get the packages that bots are built with."),
    "check": ("arena.cli.bot_check:check", "Try a bot, step by step, before it enters a league."),
    "debug": ("arena.cli.bot_debug:debug", "Play one bot with a long clock, for a debugger."),
}


@click.group(cls=LazyGroup, lazy=COMMANDS)
def bot() -> None:
    """The bots that are known, and new ones."""


@click.command("list")
@as_json
@click.pass_obj
def list_bots(plugins: tuple[str, ...], as_json: bool) -> None:
    """List every registered bot with its folder, the newest version of each first."""
    from arena.league.bots import read_bot
    from arena.plugin import load

    registry = load(plugins)
    rows = []
    every = [(name, version, folder) for name, found in registry.versions.items() for version, folder in found.items()]
    for name, version, folder in every:
        about = read_bot(folder)
        rows.append(
            {
                "name": name,
                "version": version,
                "language": about.language or None,
                "variants": list(about.variants) or None,
                "command": list(about.command),
                "build": list(about.build) or None,
                "folder": str(folder),
                "plugin": registry.origins["bot", f"{name}@{version}"],
            }
        )
    if as_json:
        click.echo(json.dumps(rows, indent=2))
        return
    for row in rows:
        plays = ", ".join(row["variants"]) if isinstance(row["variants"], list) else "any variant"
        click.echo(f"{row['name']} {row['version']}: plays {plays}; {row['folder']}")


@click.command()
@click.argument("bots", metavar="[BOT]...", nargs=-1)
@click.option("--again", is_flag=True, help="Also where the packages are there already.")
@click.pass_context
def fetch(context: click.Context, bots: tuple[str, ...], again: bool) -> None:
    """Get the packages that each BOT is built with, or those of every registered bot.

    Runs the `fetch` command of the bot's bot.toml in its folder, unprotected and with the network: builds and
    matches have none. Where the package manager is not installed, that is said and nothing is wrong.
    """
    from arena.league.bots import read_bot
    from arena.league.fetching import Fetched
    from arena.league.fetching import fetch as fetch_packages
    from arena.league.file import find_bot
    from arena.plugin import load

    registry = load(context.obj)
    found = [find_bot(bot, registry, Path()) for bot in bots] or [
        read_bot(path) for versions in registry.versions.values() for path in versions.values()
    ]
    failed = False
    for bot in found:
        if not bot.fetch:
            if bots:
                click.echo(f"{bot.name}: has nothing to fetch")
            continue
        how, detail = fetch_packages(bot, again=again)
        click.echo(f"{bot.name}: {how} ({detail})" if how is not Fetched.FAILED else f"{bot.name}: {how}: {detail}")
        failed |= how is Fetched.FAILED
    context.exit(1 if failed else 0)
