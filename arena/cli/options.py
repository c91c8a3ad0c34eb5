"""Options that several commands share, so that they are spelt and explained alike."""

from __future__ import annotations

from pathlib import Path

import click

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")

sandbox = click.option(
    "--sandbox",
    type=click.Choice(["auto", "bwrap", "none"]),
    default="auto",
    show_default=True,
    help="What holds the bots; none protects nothing, and is recorded.",
)

league_folder = click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
