"""`arena league withdraw`: a stored match is taken back and played again; the chain of records keeps why."""

from __future__ import annotations

from pathlib import Path

import click

from arena.cli import options


@click.command()
@options.league_folder
@click.argument("match", metavar="MATCH")
@click.option("--reason", required=True, metavar="TEXT", help="Why; it is kept for everybody to read.")
def withdraw(folder: Path, match: str, reason: str) -> None:
    """Take MATCH (as m3.r0.b0) of the league in DIR back: the next run plays it again.

    For a match that an accident spoiled and that counted all the same, such as a bot that was killed from outside. The
    chain of records keeps that the match was there and the reason; `arena verify` and the reports tell of it.
    """
    from arena.league.lock import locked
    from arena.store import Store, course

    with Store.append(folder) as store, locked(store.path.parent):
        withdrawn = store.withdraw(match, reason)
        for name in withdrawn:
            click.echo(f"withdrawn: {name}; run the league again to play it")
        for pause in course.pauses(store):
            if pause.match in withdrawn or any(name in withdrawn for name in pause.reason.replace(",", " ").split()):
                course.lift(store, pause.bot)
                click.echo(f"{pause.bot} is not paused any more: it was, because {pause.reason}")
