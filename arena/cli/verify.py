"""`arena verify`: every hand of a league played again with the rules, and compared."""

from __future__ import annotations

import json
from pathlib import Path

import click

from arena.cli import options


@click.command()
@options.league_folder
@options.as_json
@click.pass_context
def verify(context: click.Context, folder: Path, as_json: bool) -> None:
    """Replay every hand of the league in DIR, and compare with what the database says.

    Exit status 1 if anything differs.
    """
    from arena.league.lineups import Lineups
    from arena.plugin import load
    from arena.reports.export import variant_of
    from arena.reports.verify import verify as check
    from arena.store import Store

    registry = load(context.obj)
    with Store.read(folder) as store:
        bots = tuple(entrant.name for entrant in store.entrants)
        lineups = Lineups(bots, variant_of(store.league, registry.variant).teams)
        result = check(store, registry.variant, seating=lineups.seats_of)
    counts = {"matches": result.matches, "tables": result.tables, "hands": result.hands}
    if as_json:
        click.echo(json.dumps({**counts, "ok": result.ok, "differences": result.differences}, indent=2))
    else:
        for difference in result.differences:
            click.echo(difference)
        told = ", ".join(f"{number} {what}" for what, number in counts.items())
        click.echo(f"{told}: {'all as the rules have it' if result.ok else f'{len(result.differences)} differences'}")
    context.exit(0 if result.ok else 1)
