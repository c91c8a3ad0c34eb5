"""Options that several commands share, so that they are spelt and explained alike."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import click

from arena.errors import InputError

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")

sandbox = click.option(
    "--sandbox",
    type=click.Choice(["auto", "bwrap", "landlock", "none"]),
    default="auto",
    show_default=True,
    help="What holds the bots; none protects nothing, and is recorded.",
)

trace = click.option(
    "--trace",
    "traced",
    multiple=True,
    metavar="SEAT|BOT",
    help="Show the messages to and from this seat as they come. Can be repeated.",
)

log = click.option(
    "--stderr",
    "followed",
    multiple=True,
    metavar="SEAT|BOT",
    help="Show what this seat's bot writes to standard error as it comes. Can be repeated.",
)

league_folder = click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))

variant_options = click.option(
    "--option", "settings", multiple=True, metavar="KEY=VALUE", help="An option of the variant."
)


def setting(text: str) -> tuple[str, Any]:
    """A KEY=VALUE of `--option`, the value read as TOML so that numbers and truth are what they are."""
    key, equals, value = text.partition("=")
    try:
        return key.strip(), tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        if equals:
            return key.strip(), value
    raise InputError(f"--option {text}: must be KEY=VALUE, as target=11")
