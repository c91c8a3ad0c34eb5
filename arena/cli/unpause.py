"""`arena league unpause`: take bots up again that were paused because they failed."""

from __future__ import annotations

from pathlib import Path

import click

from arena.cli import options


@click.command()
@options.league_folder
@click.argument("bots", metavar="BOT...", nargs=-1, required=True)
def unpause(folder: Path, bots: tuple[str, ...]) -> None:
    """Take each BOT of the league in DIR up again: the next run plays what it has missed.

    A bot is paused when it fails its first match, or two in a row. Take it up again when that was the machine's
    doing; what it failed in so far is not held against it any more. A bot that was mended is another program: enter it
    under a name of its own at the end of the league file.
    """
    from arena.errors import InputError
    from arena.league.lock import locked
    from arena.store import Store, course

    with Store.append(folder) as store, locked(store.path.parent):
        paused = [pause.bot for pause in course.pauses(store)]
        for bot in bots:
            if bot not in paused:
                raise InputError(f"{bot} is not paused in {folder}; paused: {', '.join(paused) or 'none'}")
        for bot in bots:
            course.lift(store, bot)
            click.echo(f"{bot} is taken up again; run the league to play what it has missed")
