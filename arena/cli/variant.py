"""`arena variant`: the variants that are known, and their rules."""

from __future__ import annotations

import json

import click

from arena.cli.options import as_json
from arena.plugin import load


@click.group()
def variant() -> None:
    """The variants that are known, and their rules."""


@variant.command("list")
@as_json
@click.pass_obj
def list_variants(plugins: tuple[str, ...], as_json: bool) -> None:
    """List every variant with its seats and options."""
    registry = load(plugins)
    rows = [
        {
            "name": name,
            "summary": kind.summary,
            "players": list(kind.players),
            "options": kind.describe_options(),
            "plugin": registry.origins["variant", name],
        }
        for name, kind in registry.variants.items()
    ]
    if as_json:
        click.echo(json.dumps(rows, indent=2))
        return
    for name, kind in registry.variants.items():
        click.echo(f"{name}: {kind.summary}")
        click.echo(f"    players: {', '.join(map(str, kind.players))}")
        for option in kind.describe_options():
            click.echo(f"    option {option['name']} = {option['default']!r}: {option['meaning']}")


@variant.command()
@click.argument("name")
@click.pass_obj
def rules(plugins: tuple[str, ...], name: str) -> None:
    """Print a variant's rules, its options, and how it reads what the rules leave open."""
    click.echo(load(plugins).variant(name).rules_text())
