"""A look at the whole machine: which layers and tiers work, which tier bots would get, and what builds and runs them.

Called by `arena doctor`. Everything is tried, nothing is changed, and nothing of it remains.
"""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from arena.records import Limits
from arena.referee.sandbox import building, linux
from arena.referee.sandbox.choice import TIERS, refusal, remedy, tried
from arena.referee.sandbox.contract import Program, Sandbox
from arena.referee.sandbox.layers import Layer, examine
from arena.referee.sandbox.trial import Trial
from arena.referee.toolchains import TOOLS

# A shell's own words only: in some tiers it can have no children.
_LOOK = 'for tool in "$@"; do command -v "$tool" >/dev/null && echo "$tool"; done; exit 0'


@dataclass(frozen=True, slots=True)
class Tier:
    """A tier and its trial. why_not and remedy are empty for a sound one."""

    name: str
    trial: Trial
    why_not: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Tool:
    """A compiler or runtime: where it is on the arena's PATH, and where inside the sandbox it is to be found."""

    language: str
    command: str
    path: str
    for_builds: bool
    for_play: bool


@dataclass(frozen=True, slots=True)
class Examination:
    """All findings. `chosen` is the tier that "auto" means here; None: untrusted bots must not run."""

    chosen: str | None
    tiers: tuple[Tier, ...]
    layers: tuple[Layer, ...]
    tools: tuple[Tool, ...]


def examination() -> Examination:
    """Try everything on this machine."""
    linux.become_subreaper()
    layers = tuple(examine())
    found = {name: tried(name) for name in TIERS}
    tiers = tuple(_tier(name, result) for name, (_, result) in found.items())
    sandbox = next((sandbox for sandbox, result in found.values() if sandbox is not None and result.sound), None)
    return Examination(sandbox.name if sandbox is not None else None, tiers, layers, tuple(_tools(sandbox)))


def _tier(name: str, result: Trial) -> Tier:
    if result.sound:
        return Tier(name, result, "", "")
    return Tier(name, result, result.said or refusal(name, result), remedy(name, result))


def _tools(sandbox: Sandbox | None) -> list[Tool]:
    built = _seen(sandbox, tuple(TOOLS), builds=True)
    played = _seen(sandbox, tuple(TOOLS), builds=False)
    return [
        Tool(tool.language, command, path, command in built, command in played)
        for command, tool in TOOLS.items()
        if (path := shutil.which(command))
    ]


def _seen(sandbox: Sandbox | None, commands: tuple[str, ...], *, builds: bool) -> set[str]:
    """Which commands are on the PATH inside."""
    if sandbox is None:
        return set()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        folder.chmod(0o755)
        program = Program(("/bin/sh", "-c", _LOOK, "sh", *commands), folder)
        limits = Limits()
        if builds:
            return set(sandbox.build(program, limits).output.split())
        return set(building.run(lambda: sandbox.start(program, limits), limits).output.split())
