"""`arena league`: run a league, see where it stands, write its reports again."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from arena.cli import options
from arena.cli.status import status
from arena.cli.unpause import unpause
from arena.cli.watch import watch
from arena.cli.withdraw import withdraw

if TYPE_CHECKING:
    from arena.league.runner import Outcome

_UNFINISHED = 1
_INTERRUPTED = 130


@click.group(commands=[status, watch, withdraw, unpause])
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

    More bots at the end, more deals and more formats are played beside what is there; other changes are refused.
    Exit status 1: matches are void, or a bot is paused. Ctrl-C finishes the matches in play and stops; a second Ctrl-C
    drops them. The same command goes on.
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
    with progress(folder) as told:
        for sentence in spec.skipped:
            told.note(sentence)
        outcome = run_league(spec, variant, folder, means, told)
    _write_reports(folder, plugins)
    context.exit(_status(outcome, folder))


@league.command()
@options.league_folder
@click.option(
    "--hands",
    type=click.IntRange(0),
    metavar="N",
    help="How many hands are written for the viewer, beside those that the report links to [default: 20000].",
)
@click.pass_obj
def report(plugins: tuple[str, ...], folder: Path, hands: int | None) -> None:
    """Write the reports of the league in DIR again, and the viewer of its hands."""
    _write_reports(folder, plugins, hands)


def _status(outcome: Outcome, folder: Path) -> int:
    if outcome.stopped:
        click.echo(f"stopped before the end; run the same command again to go on ({folder})", err=True)
        return _INTERRUPTED
    if outcome.void:
        names = ", ".join(record.spec.name for record in outcome.void)
        click.echo(f"void, to be played again by the same command: {names}", err=True)
    for bot in outcome.paused:
        click.echo(f"{bot} is paused; to go on with it: arena league unpause {folder} {bot}", err=True)
    return _UNFINISHED if outcome.void or outcome.paused else 0


def _write_reports(folder: Path, plugins: tuple[str, ...], hands: int | None = None) -> None:
    """Write the reports and the viewer, print the standings, and end with where the reports are."""
    from arena.plugin import load
    from arena.reports import notable
    from arena.reports.league import league_report
    from arena.reports.terminal import terminal_text
    from arena.reports.viewer import MOST_HANDS, write_viewer
    from arena.reports.writers import write_reports
    from arena.store import Store

    registry = load(plugins)
    with Store.read(folder) as store:
        told = league_report(store, registry.variant)
        files = write_reports(told, folder, registry.writers.values())
        most = MOST_HANDS if hands is None else hands
        wanted = notable.tables(told)
        files.append(write_viewer(store, registry.variant, folder, most_hands=most, wanted=wanted))
    click.echo(terminal_text(told, color=sys.stdout.isatty() and not os.environ.get("NO_COLOR")))
    click.echo("reports:")
    for file in files:
        click.echo(f"  {file}")
