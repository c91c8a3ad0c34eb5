"""`arena bot`: the bots that are known."""

from __future__ import annotations

import json

import click

from arena.cli.options import as_json


@click.group()
def bot() -> None:
    """The bots that are known."""


@bot.command("list")
@as_json
@click.pass_obj
def list_bots(plugins: tuple[str, ...], as_json: bool) -> None:
    """List every registered bot with its folder."""
    from arena.league.bots import read_bot
    from arena.plugin import load

    registry = load(plugins)
    rows = []
    for name, folder in registry.bots.items():
        about = read_bot(folder)
        rows.append(
            {
                "name": name,
                "version": about.version,
                "variants": list(about.variants) or None,
                "command": list(about.command),
                "build": list(about.build) or None,
                "folder": str(folder),
                "plugin": registry.origins["bot", name],
            }
        )
    if as_json:
        click.echo(json.dumps(rows, indent=2))
        return
    for row in rows:
        plays = ", ".join(row["variants"]) if isinstance(row["variants"], list) else "any variant"
        click.echo(f"{row['name']} {row['version']}: plays {plays}; {row['folder']}")
