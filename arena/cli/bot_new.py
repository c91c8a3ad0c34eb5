"""`arena bot new`: the folder of a new bot, which builds, passes the check and plays as it is."""

from __future__ import annotations

import json
from collections.abc import Mapping
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
    from arena.league.beginnings import begin, language_of, languages
    from arena.league.sample_bots import arena_bots

    known = languages(arena_bots())
    if name is None or language is None:
        _list(known, as_json)
        return
    made = begin(known[language_of(language, known)], name, Path(name) if folder is None else folder)
    shown = folder if folder is not None else Path(name)
    place = str(shown) if shown.is_absolute() else f"./{shown}"
    steps = [f"arena bot check {place}", f"arena play trollin {place} random", f"arena bot debug {place}"]
    if made.lacks_packages():
        steps.insert(0, f"arena bot fetch {place}")
    if as_json:
        told = {"name": made.name, "language": made.language, "folder": str(made.path), "next": steps}
        click.echo(json.dumps(told, indent=2))
        return
    click.echo("\n".join((f"made {place}: a bot in {made.language}. Next:", *(f"  {step}" for step in steps))))


def _list(known: Mapping[str, BotFolder], as_json: bool) -> None:
    from arena.league.bots import obstacle

    rows = [
        {"language": language, "short": sample.name.partition("-")[2] or None, "missing": obstacle(sample) or None}
        for language, sample in known.items()
    ]
    if as_json:
        click.echo(json.dumps(rows, indent=2))
        return
    for row in rows:
        also = f" (or {row['short']})" if row["short"] and row["short"] != str(row["language"]).lower() else ""
        click.echo(f"{row['language']}{also}: {row['missing'] or 'its tools are here'}")
    click.echo("make one with: arena bot new NAME --lang LANGUAGE")
