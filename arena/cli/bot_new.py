"""`arena bot new`: the folder of a new bot, which builds, passes the check and plays as it is."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from arena.cli.options import as_json

if TYPE_CHECKING:
    from arena.league.bots import BotFolder


@click.command()
@click.argument("name", required=False)
@click.option("--lang", "language", metavar="L", help="The language; without it, all of them are listed.")
@click.option("--dir", "folder", type=click.Path(path_type=Path), metavar="PATH", help="The folder [./NAME].")
@as_json
def new(name: str | None, language: str | None, folder: Path | None, as_json: bool) -> None:
    """Make the folder of a new bot called NAME, to be turned into yours: a small strategy in language L.

    Without a language, list the languages and what this machine has of them.
    """
    from arena.errors import InputError
    from arena.league.beginnings import begin, lacking, language_of, languages
    from arena.league.bots import lacking_packages
    from arena.league.sample_bots import arena_bots

    known = languages(arena_bots())
    if language is None:
        _list(known, name, as_json)
        return
    if name is None:
        raise InputError(f"the new bot needs a name: arena bot new NAME --lang {language}")
    made = begin(known[language_of(language, known)], name, Path(name) if folder is None else folder)
    shown = folder if folder is not None else Path(name)
    place = str(shown) if shown.is_absolute() else f"./{shown}"
    steps = [f"arena bot check {place}", f"arena play trollin {place} random", f"arena bot debug {place}"]
    if made.lacks_packages():
        steps.insert(0, f"arena bot fetch {place}")
    lacks = [lack for lack in lacking(made) if lack != lacking_packages(made)]
    if as_json:
        result = {"name": made.name, "language": made.language, "folder": str(made.path)}
        click.echo(json.dumps({**result, "missing": [asdict(lack) for lack in lacks], "next": steps}, indent=2))
        return
    head = f"made {place}: a bot in {made.language}."
    told = [f"{head} This machine lacks:", *(f"  - {lack}" for lack in lacks), "Next:"] if lacks else [f"{head} Next:"]
    click.echo("\n".join((*told, *(f"  {step}" for step in steps), f"what to change in it: {place}/README.md")))


def _list(known: Mapping[str, BotFolder], name: str | None, as_json: bool) -> None:
    from arena.league.beginnings import lacking

    rows = []
    for language, sample in known.items():
        lacks = lacking(sample)
        short = sample.name.partition("-")[2] or None
        missing = [asdict(lack) for lack in lacks]
        rows.append({"language": language, "short": short, "ready": not lacks, "missing": missing})
        if not as_json:
            also = f" (or {short})" if short not in (None, language.lower()) else ""
            click.echo(f"{language}{also}: " + ("not ready" if lacks else "all that it needs is here"))
            for lack in lacks:
                click.echo(f"  - {lack}")
    if as_json:
        click.echo(json.dumps(rows, indent=2))
    else:
        click.echo(f"make one with: arena bot new {name or 'NAME'} --lang LANGUAGE")
