"""How a step of a conformance run is printed: a line with its verdict, what it has found below."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from arena.testing import Step

_COLOURS = {"pass": "green", "fail": "red", "advice": "yellow"}
_INDENT = " " * 9


def tell(step: Step, again: str = "") -> None:
    """Print a step; `again` is the command that its arguments for seeing it again belong to."""
    word = click.style(f"{step.verdict.upper():8}", fg=_COLOURS.get(step.verdict))
    click.echo(f"{word} {step.name:10} {step.meaning}")
    for line in step.evidence:
        click.echo(f"{_INDENT}- {line}" if not line.startswith(" ") else f"{_INDENT}  {line}")
    if step.again:
        click.echo(f"{_INDENT}again: {again} {step.again}")
    if step.remedy:
        click.echo(f"{_INDENT}what to do: {step.remedy}")
