"""`arena variant check`: the conformance run of a variant, step by step."""

from __future__ import annotations

import json
from dataclasses import asdict
from functools import partial

import click

from arena.cli import options
from arena.cli.steps import tell


@click.command()
@click.argument("name")
@click.option("--seats", type=int, metavar="N", help="Check at this number of seats only.")
@options.variant_options
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, metavar="S", help="The first seed.")
@click.option("--hands", type=click.IntRange(1), default=8, show_default=True, metavar="N", help="Hands a setting.")
@options.as_json
@click.pass_context
def check(
    context: click.Context,
    name: str,
    seats: int | None,
    settings: tuple[str, ...],
    seed: int,
    hands: int,
    as_json: bool,
) -> None:
    """Hold the variant NAME to every law of the conformance kit, by random play.

    Without --option, every option is tried at its other values too. Exit status 1 if a law fails.
    """
    from arena.plugin import load
    from arena.testing import check_variant, settings_of

    kind = load(context.obj).variant(name)
    number = kind.players[0] if seats is None else seats
    chosen = dict(map(options.setting, settings))
    tried = [kind(seats=number, **chosen)] if chosen else settings_of(kind, seats=seats)
    if not as_json:
        click.echo(f"{name}: {len(tried)} settings, {hands} hands each")
    result = check_variant(
        name, tried, seed=seed, hands=hands, tell=None if as_json else partial(tell, again="arena variant check")
    )
    if as_json:
        click.echo(json.dumps({**asdict(result), "ok": result.ok}, indent=2))
    else:
        failed = [step.name for step in result.steps if step.verdict == "fail"]
        click.echo(f"failed: {', '.join(failed)}" if failed else "every law holds")
    context.exit(0 if result.ok else 1)
