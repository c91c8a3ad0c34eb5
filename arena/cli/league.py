"""`arena league`: run a league, see where it stands, write its reports again."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from arena.cli import options
from arena.cli.withdraw import withdraw

if TYPE_CHECKING:
    from arena.league.runner import Outcome

_UNFINISHED = 1
_INTERRUPTED = 130


@click.group(commands=[withdraw])
def league() -> None:
    """Run a league, see where it stands, write its reports."""


@league.command()
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option(
    "--out",
    "folder",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="The league's folder [default: leagues/NAME].",
)
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="Matches at a time [default: one a core].")
@options.sandbox
@click.pass_context
def run(context: click.Context, file: Path, folder: Path | None, jobs: int | None, sandbox: str) -> None:
    """Run the league that FILE describes, or go on with it.

    Ctrl-C finishes the matches in play and stops; a second Ctrl-C drops them. The same command goes on.
    """
    from arena.cli.progress import progress
    from arena.league.executors import cores
    from arena.league.file import read_league
    from arena.league.season import Means, run_league
    from arena.plugin import load

    plugins: tuple[str, ...] = context.obj
    registry = load(plugins)
    spec = read_league(file, registry)
    variant = registry.variant(spec.variant)(seats=spec.seats, **spec.options)
    folder = folder or Path("leagues") / spec.name
    means = Means(jobs or len(cores()), sandbox, plugins)
    with progress() as told:
        for sentence in spec.skipped:
            told.note(sentence)
        outcome = run_league(spec, variant, folder, means, told)
    _write_reports(folder, plugins)
    context.exit(_status(outcome, folder))


@league.command()
@options.league_folder
@options.as_json
def status(folder: Path, as_json: bool) -> None:
    """Where the league in DIR stands."""
    from arena.store import Store

    with Store.read(folder) as store:
        progress, voids, chain = store.progress(), store.voids(), store.chain()
        bots = [entrant.name for entrant in store.entrants]
        told = {
            "league": store.league.name,
            "variant": store.league.variant,
            "bots": bots,
            "matches": progress.matches,
            "tables": progress.tables,
            "planned": progress.planned,
            "hands": progress.hands,
            "chain": asdict(chain),
            "void": [{"match": void.name, "reason": void.reason, "attempts": void.attempts} for void in voids],
        }
    if as_json:
        click.echo(json.dumps(told, indent=2))
        return
    planned = progress.planned or progress.tables
    share = 100 * progress.tables // max(planned, 1)
    click.echo(f"{told['league']} ({told['variant']}): {', '.join(bots)}")
    click.echo(f"{progress.tables} of {planned} tables ({share} %), {progress.hands} hands")
    loose = f", {chain.unchained} older ones unchained" if chain.unchained else ""
    taken = f", {chain.withdrawn} withdrawn" if chain.withdrawn else ""
    click.echo(f"chain: {chain.matches} matches{loose}{taken}; head {chain.head or '-'}")
    for void in voids:
        click.echo(f"void: {void.name}, tried {void.attempts} times: {void.reason}")


@league.command()
@options.league_folder
@click.pass_obj
def report(plugins: tuple[str, ...], folder: Path) -> None:
    """Write the reports of the league in DIR again."""
    _write_reports(folder, plugins)


def _status(outcome: Outcome, folder: Path) -> int:
    if outcome.stopped:
        click.echo(f"stopped before the end; run the same command again to go on ({folder})", err=True)
        return _INTERRUPTED
    if outcome.void:
        names = ", ".join(record.spec.name for record in outcome.void)
        click.echo(f"void, to be played again by the same command: {names}", err=True)
        return _UNFINISHED
    return 0


def _write_reports(folder: Path, plugins: tuple[str, ...]) -> None:
    """Write the reports, print the standings, and end with where the reports are."""
    from arena.plugin import load
    from arena.reports.league import league_report
    from arena.reports.terminal import terminal_text
    from arena.reports.writers import write_reports
    from arena.store import Store

    registry = load(plugins)
    with Store.read(folder) as store:
        told = league_report(store, registry.variant)
    files = write_reports(told, folder, registry.writers.values())
    click.echo(terminal_text(told, color=sys.stdout.isatty() and not os.environ.get("NO_COLOR")))
    click.echo("reports:")
    for file in files:
        click.echo(f"  {file}")
