"""Running an attack in a tier and reading what it says of itself."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import pytest

from arena.records import Limits
from arena.referee.sandbox import Child, Program
from tests.attacks.stage import Stage, bots_folder
from tests.referee.sandbox.running import await_readable, drain

LIMITS = Limits(memory_mb=256, processes=16, disk_mb=16)


@dataclass(frozen=True, slots=True)
class Report:
    """What an attack achieved, what it was refused (each with why), and how its process ended."""

    achieved: tuple[str, ...]
    refused: tuple[tuple[str, str], ...]
    ending: str | None
    text: str

    @property
    def reasons(self) -> set[str]:
        return {why for _, why in self.refused}


def report(text: str, ending: str | None = None) -> Report:
    """Read the lines that attacks write; other lines are not theirs and only kept as text."""
    achieved = re.findall(r"^achieved: (.*)$", text, re.MULTILINE)
    refused = re.findall(r"^refused: (.*): ([^:\n]*)$", text, re.MULTILINE)
    return Report(tuple(achieved), tuple(refused), ending, text)


def start(stage: Stage, program: str, others: Iterable[str] = (), **targets: Any) -> Child:
    """Start an attack in the stage's tier; it finds its targets in its first argument."""
    folder = bots_folder(stage.place, program, *others)
    command = ("python3", f"{program}.py", json.dumps(stage.targets | targets))
    return stage.sandbox.start(Program(command, folder), LIMITS)


def run(stage: Stage, program: str, **targets: Any) -> Report:
    """Run an attack to its end."""
    with closing(start(stage, program, **targets)) as child:
        return ended(child)


def ended(child: Child) -> Report:
    """Wait for an attack's end and read what it said."""
    await_readable(child.ended_descriptor)
    ending = child.exit_reason()
    child.kill()
    return report(drain(child.stderr), ending)


def end_if_known(hole: dict[str, str], tier: str, achieved: bool) -> None:
    """End the test of an attack that is known to succeed in this tier, or fail it with the news that it does not."""
    if tier in hole:
        assert achieved, "this hole is closed: take it out of the catalogue"
        pytest.xfail(hole[tier])
