"""`arena league watch`: follows a league while it is played, as a reader of its store, and does nothing else."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arena.cli import options

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from arena.league.following import Glance, Pace

EVERY_S = 1.0


@click.command()
@options.league_folder
@click.option("--once", is_flag=True, help="Look once, also at a league that is being played.")
@options.as_json
def watch(folder: Path, once: bool, as_json: bool) -> None:
    """Follow the league in DIR while it is played: how far it is, and who leads.

    Ends when all is played, and at once if all is; Ctrl-C ends it earlier and leaves the league alone. Without a
    terminal, a line for each change; with --json each is an object.
    """
    from arena.league.following import Pace

    pace = Pace()
    glances = _glances(folder, pace, once=once)
    with suppress(KeyboardInterrupt):
        if as_json:
            for seen in glances:
                click.echo(json.dumps(_told(seen, pace)))
        elif sys.stdout.isatty() and not once:
            _draw(glances, pace)
        else:
            for seen in glances:
                click.echo("\n".join(_lines(seen, pace)))


def _glances(folder: Path, pace: Pace, *, once: bool) -> Iterator[Glance]:
    """What there is to see now, and again whenever that has changed, until the league is over."""
    from arena.league.following import SHARE_OF_TIME, glance, is_running, stamp
    from arena.store import DATABASE

    while is_running(folder) and not (folder / DATABASE).exists():
        time.sleep(EVERY_S)  # Its bots are being tried; nothing is stored before that.
    before: tuple[Any, ...] = ()
    seen: Glance | None = None
    first = True
    while True:
        begun_s = time.monotonic()
        now = stamp(folder)
        if now != before or seen is None:
            before, last, seen = now, seen, glance(folder)
            pace.see(begun_s, seen.tables)
            if seen != last:
                yield seen
        if once or (seen.over and not seen.running):
            return
        # The first look has loaded what looking needs, and says nothing of the next.
        took_s = 0.0 if first else time.monotonic() - begun_s
        first = False
        time.sleep(max(EVERY_S, took_s / SHARE_OF_TIME))


def _draw(glances: Iterator[Glance], pace: Pace) -> None:
    from rich.console import Console
    from rich.live import Live

    console = Console()
    with Live(console=console, auto_refresh=False) as live:
        for seen in glances:
            live.update(_picture(seen, pace, console), refresh=True)


def _picture(seen: Glance, pace: Pace, console: Console) -> RenderableType:
    from arena.cli.live import picture

    return picture(
        seen.standings,
        console,
        tables=seen.tables,
        planned=seen.planned,
        rate=pace.rate,
        left_s=pace.left_s(seen.planned),
        below=_about(seen),
    )


def _about(seen: Glance) -> Iterator[str]:
    """What else there is to know, a line each."""
    yield f"{seen.name} ({seen.variant}, {seen.seats} seats): {state(seen)}"
    if seen.paused:
        yield f"paused: {', '.join(seen.paused)}"
    if seen.void:
        yield f"{seen.void} void, to be played again"


def state(seen: Glance) -> str:
    """Whether a league is being played, over, or waits, in a word or two."""
    if seen.running:
        return "being played"
    return "all is played" if seen.over else "interrupted: arena league run goes on with it"


def _lines(seen: Glance, pace: Pace) -> Iterator[str]:
    """For a file or a pipe: where it stands, and the first three."""
    from arena.cli.live import pace_text
    from arena.reports.wording import plain

    leaders = [f"{plain(line.bot)} {line.payoff:.3f}" for line in seen.standings[:3] if line.payoff is not None]
    leading = f"; leading: {', '.join(leaders)}" if leaders else ""
    yield f"{pace_text(seen.tables, seen.planned, pace.rate, pace.left_s(seen.planned))}{leading}; {state(seen)}"


def _told(seen: Glance, pace: Pace) -> dict[str, Any]:
    left_s = pace.left_s(seen.planned)
    return {**asdict(seen), "per_second": round(pace.rate, 3), "left_s": None if left_s is None else round(left_s, 1)}
