"""`arena bot check`: the conformance run of a bot, step by step."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from arena.cli import options
from arena.cli.steps import tell

if TYPE_CHECKING:
    from arena.plugin import Registry
    from arena.variant import Variant

FIRST = ("trollin", "troeven")
"""Of all variants, those that a bot which plays any is tried in first."""


@click.command()
@click.argument("bot")
@click.option("--variant", metavar="NAME", help="Try it in this variant only.")
@options.sandbox
@options.as_json
@click.pass_context
def check(context: click.Context, bot: str, variant: str | None, sandbox: str, as_json: bool) -> None:
    """Try BOT, a folder or a registered bot, in all that a league may ask of it.

    It plays each variant that its bot.toml names, or else all there are, at every number of seats, among players that
    play at random. Exit status 1 if a step fails; advice is no failure.
    """
    from arena.league.file import find_folder
    from arena.plugin import load, plugin_paths
    from arena.referee.sandbox import choose
    from arena.testing import check_bot

    registry = load(context.obj)
    folder = find_folder(bot, registry, Path())
    settings = _settings(folder, variant, registry)
    tier = choose(sandbox, readable=plugin_paths(context.obj))
    if not as_json:
        click.echo(f"{folder.name}: sandbox {tier.name}")
    result = check_bot(folder, settings, tier, tell=None if as_json else tell)
    if as_json:
        click.echo(json.dumps({**asdict(result), "sandbox": tier.name, "ok": result.ok}, indent=2))
    else:
        failed = [step.name for step in result.steps if step.verdict == "fail"]
        click.echo(f"failed: {', '.join(failed)}" if failed else "ready for a league")
    context.exit(0 if result.ok else 1)


def _settings(folder: Path, variant: str | None, registry: Registry) -> list[Variant]:
    """The variants that the bot is tried in, at every number of seats."""
    from arena.errors import InputError
    from arena.league.bots import read_bot
    from arena.league.file import check_plays

    try:
        bot = read_bot(folder)
    except InputError:
        names = [variant or FIRST[0]]  # The first step of the run tells what is wrong with the folder.
    else:
        if variant is not None:
            check_plays(bot, registry.variant(variant).name)
        names = [variant] if variant is not None else list(bot.variants or dict.fromkeys((*FIRST, *registry.variants)))
    kinds = [registry.variant(name) for name in names]
    return [kind(seats=seats) for kind in kinds for seats in kind.players]
