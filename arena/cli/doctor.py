"""`arena doctor`: whether programs by strangers may run on this machine, tried, and what to do where they may not."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from arena.cli.options import as_json

if TYPE_CHECKING:
    from arena.referee.sandbox.doctor import Examination, Tier

_UNSAFE = 1


@click.command()
@as_json
@click.pass_context
def doctor(context: click.Context, as_json: bool) -> None:
    """Try every layer of protection here, and tell what bots would get.

    Exit status 0: untrusted bots may run; 1: they must not.
    """
    from arena.referee.sandbox.doctor import examination

    found = examination()
    if as_json:
        click.echo(json.dumps(_as_data(found), indent=2))
    else:
        _tell(found)
    context.exit(0 if found.chosen else _UNSAFE)


def _as_data(found: Examination) -> dict[str, object]:
    return {
        "safe": found.chosen is not None,
        "tier": found.chosen,
        "tiers": [
            {
                "name": tier.name,
                "works": tier.trial.sound,
                "attempts": {name: not done for name, done in tier.trial.attempts.items()},
                "why_not": tier.why_not or None,
                "remedy": tier.remedy or None,
            }
            for tier in found.tiers
        ],
        "layers": [asdict(layer) for layer in found.layers],
        "tools": [asdict(tool) for tool in found.tools],
        "missing_tools": _missing_tools(),
    }


def _tell(found: Examination) -> None:
    click.echo("layers, each tried in a child that must fail at something:")
    for layer in found.layers:
        state = "works" if layer.works else f"does not work: {layer.said}"
        click.echo(f"  {layer.name:<16} {state:<8} ({layer.act})")
    for tier in found.tiers:
        _tell_tier(tier)
    click.echo("compilers and runtimes, and where bots find them:")
    for tool in found.tools:
        where = [name for name, there in (("builds", tool.for_builds), ("play", tool.for_play)) if there]
        click.echo(
            f"  {tool.language:<11} {tool.command:<8} {tool.path}  ({', '.join(where) or 'not inside the sandbox'})"
        )
    for missing in _missing_tools():
        click.echo(f"  {missing['language']:<11} {missing['command']:<8} not installed; get it with: {missing['get']}")
    click.echo("  what a bot in each language needs besides, and whether it is here: arena bot new")
    if found.chosen is None:
        click.echo("untrusted bots must not run here: no tier works")
        return
    click.echo(f"bots get the tier {found.chosen}; untrusted bots may run")
    for tier in found.tiers:
        if tier.name == found.chosen:
            break
        click.echo(f"a better one, {tier.name}, is to be had: {tier.remedy}")


def _missing_tools() -> list[dict[str, str]]:
    """What bots in some languages are built with or run by, and this machine has not."""
    from arena.referee.toolchains import TOOLS, absent

    return [
        {"language": tool.language, "command": command, "get": tool.get}
        for command, tool in TOOLS.items()
        if tool.get and absent(command)
    ]


def _tell_tier(tier: Tier) -> None:
    click.echo(f"tier {tier.name}: " + ("works" if tier.trial.sound else "does not work"))
    for attempt, succeeded in tier.trial.attempts.items():
        click.echo(f"  {'SUCCEEDED' if succeeded else 'refused'}: {attempt}")
    if tier.why_not:
        click.echo(f"  why: {tier.why_not}")
        click.echo(f"  remedy: {tier.remedy}")
