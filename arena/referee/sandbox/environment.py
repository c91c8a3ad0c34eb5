"""The program's environment and its command, the same in every tier: minimal, and nothing of the referee's.

Used by the tiers. It must not know how a tier shuts the program in.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from arena.referee.sandbox.contract import Program

_INTERPRETER = frozenset({"python", "python3"})


def minimal(path: str, import_folders: Sequence[str], home: str = "/tmp") -> dict[str, str]:
    """The variables that every program gets; `import_folders` are where Python finds what is not installed."""
    env = {
        "PATH": path,
        "HOME": home,
        "TMPDIR": home,
        "LANG": "C.UTF-8",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    if import_folders:
        env["PYTHONPATH"] = ":".join(import_folders)
    return env


def command(program: Program) -> tuple[str, ...]:
    """The argument vector, with the arena's own interpreter in the place of the word for it."""
    first, *rest = program.command
    return (sys.executable if first in _INTERPRETER else first, *rest)
