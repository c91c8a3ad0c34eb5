"""`arena export`: every hand of a league as JSON lines."""

from __future__ import annotations

from pathlib import Path

import click

from arena.cli import options


@click.command()
@options.league_folder
@click.pass_obj
def export(plugins: tuple[str, ...], folder: Path) -> None:
    """Print every hand of the league in DIR, one JSON object a line, in the schedule's order."""
    from arena.plugin import load
    from arena.reports.export import export as lines
    from arena.store import Store

    registry = load(plugins)
    with Store.read(folder) as store:
        for line in lines(store, registry.variant):
            print(line)
