"""`arena analyse`: what each decision of a league's bots cost them."""

from __future__ import annotations

import json
import sys
import time
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import click

from arena.cli import options

EVERY_S = 5.0


@click.command()
@options.league_folder
@click.option("--bot", metavar="B", help="Only the decisions of this bot.")
@click.option("--table", metavar="T", help="Only the hands of this table, as m3.r0.d17.")
@click.option(
    "--hands",
    type=click.IntRange(0),
    default=20,
    show_default=True,
    metavar="N",
    help="A sample of so many hands; 0: all.",
)
@click.option(
    "--worlds", type=click.IntRange(2), default=32, show_default=True, metavar="N", help="Worlds drawn a decision."
)
@click.option("--seed", default="0", show_default=True, metavar="TEXT", help="What sample and worlds follow from.")
@click.option("--fresh", is_flag=True, help="Forget what was found before.")
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="Hands at a time [default: one a core].")
@options.as_json
@click.pass_obj
def analyse(
    plugins: tuple[str, ...],
    folder: Path,
    bot: str | None,
    table: str | None,
    hands: int,
    worlds: int,
    seed: str,
    fresh: bool,
    jobs: int | None,
    as_json: bool,
) -> None:
    """What did this card cost? Each decision of a sample of the hands in DIR, held against the best one.

    Once by what the bot knew: in worlds that it could not tell from the real one. And once with all cards seen. What
    is found is kept in DIR (analysis.jsonl, analysis.json); the same command goes on where it was interrupted.
    """
    from arena.analysis import Chosen, Settings, analyse
    from arena.analysis.run import Means
    from arena.analysis.wording import analysis_text
    from arena.league.executors import LocalPool, cores
    from arena.store import Store

    jobs = jobs or len(cores())
    chosen = Chosen(bot, table, 0 if table else hands)
    with Store.read(folder) as store:
        pool = LocalPool(jobs)
        done = False
        try:
            with Told() as told:
                means = Means(pool, jobs, plugins, fresh)
                place = folder.parent if folder.is_file() else folder
                found = analyse(store, place, Settings(worlds=worlds, seed=seed), chosen, means, told)
            done = True
        except KeyboardInterrupt:
            click.echo("stopped; what was judged is kept, and the same command goes on", err=True)
            raise
        finally:
            # What is being judged when Ctrl-C comes is not wanted; what was judged is kept.
            pool.shutdown(wait=done, cancel_futures=True)
    if as_json:
        click.echo(json.dumps(asdict(found), indent=2))
        return
    for line in analysis_text(found, folder):
        click.echo(line)


class Told:
    """How it goes, on standard error: a bar on a terminal, elsewhere a line now and then."""

    def __init__(self) -> None:
        self._bar: Any = None
        self._done = self._hands = 0
        self._told_s = -EVERY_S

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def begin(self, hands: int, of_hands: int, kept: int) -> None:
        """Say how much there is to do, and begin the bar."""
        before = f", {kept} of them judged before" if kept else ""
        click.echo(f"judging {hands} of {of_hands} hands{before}", err=True)
        self._start(hands - kept, "hands")

    def judged(self) -> None:
        """Move on by a hand."""
        self._done += 1
        if self._bar is not None:
            self._bar.update(1)
        elif time.monotonic() - self._told_s >= EVERY_S:
            self._told_s = time.monotonic()
            click.echo(f"{self._done} of {self._hands} hands", err=True)

    def again(self, decisions: int) -> None:
        """The last part has no bar of its own: it takes a moment."""
        self._close()
        if decisions:
            click.echo(f"looking again at {decisions} decisions that seem to have cost most", err=True)

    def _start(self, hands: int, label: str) -> None:
        self._hands = hands
        if hands and sys.stderr.isatty():
            self._bar = click.progressbar(length=hands, label=label, file=sys.stderr)
            self._bar.render_progress()

    def _close(self) -> None:
        if self._bar is not None:
            self._bar.render_finish()
            self._bar = None
