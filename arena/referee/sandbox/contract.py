"""What a sandbox promises: the values that go in and come out, and the face that every tier shows.

Read by the tiers, the referee and the preflight. It must not know how any tier works.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from arena.records import Limits

if TYPE_CHECKING:
    from arena.referee.sandbox.child import Child


@dataclass(frozen=True, slots=True)
class Program:
    """What is to be run.

    `command` is the argument vector; its first word is looked up on the sandbox's own PATH, and "python3" or
    "python" means the interpreter that the arena itself runs on, so that `arena.sdk` can be imported.
    `folder` is the bot's own folder and working directory. `env` is added to a minimal environment; nothing
    of the referee's own environment is handed on. `memory_mb` is what it asks for, within the league's limit;
    None is all of that.
    """

    command: tuple[str, ...]
    folder: Path
    env: Mapping[str, str] = field(default_factory=dict)
    memory_mb: int | None = None


@dataclass(frozen=True, slots=True)
class BuildResult:
    """How a build ended: `detail` in words, `output` the last lines it wrote to either stream."""

    ok: bool
    detail: str
    output: str


class Sandbox(Protocol):
    """One tier of protection, already tried on this machine."""

    @property
    def name(self) -> str:
        """The tier's name as it is stamped into every record: "bwrap", "landlock" or "none"."""
        ...

    def start(self, program: Program, limits: Limits) -> Child:
        """Start a program; SandboxError when the protection itself can't be put up.

        The tree dies with the *thread* that calls this, so call it from one that lives as long as the bot.
        """
        ...

    def build(self, program: Program, limits: Limits) -> BuildResult:
        """Run a build command with the folder writable, for at most `limits.build_ms`; nothing of it remains."""
        ...
