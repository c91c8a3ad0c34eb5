"""`arena variant`: the variants that are known, their rules, and the making and checking of new ones."""

from __future__ import annotations

import json

import click

from arena.cli.group import LazyGroup
from arena.cli.options import as_json
from arena.plugin import load

COMMANDS = {
    "list": ("arena.cli.variant:list_variants", "List every variant with its seats and options."),
    "rules": ("arena.cli.variant:rules", "Print a variant's rules, options and readings."),
    "check": ("arena.cli.variant_check:check", "Hold a variant to every law of the conformance kit."),
    "new": ("arena.cli.variant_new:new", "Make an installable plugin with a small game."),
}


@click.group(cls=LazyGroup, lazy=COMMANDS)
def variant() -> None:
    """The variants that are known, their rules, and new ones."""


@click.command("list")
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


@click.command()
@click.argument("name")
@click.pass_obj
def rules(plugins: tuple[str, ...], name: str) -> None:
    """Print a variant's rules, its options, and how it reads what the rules leave open."""
    click.echo(load(plugins).variant(name).rules_text())
