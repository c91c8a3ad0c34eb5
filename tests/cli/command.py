"""The command as a user has it: in a process of its own, with its exit status and both its outputs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

CODE = "from arena.cli import main; main()"


def arena(
    *arguments: object, cwd: Path | None = None, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run `arena` with these arguments to its end."""
    command = [sys.executable, "-c", CODE, *map(str, arguments)]
    environment = {**os.environ, **(env or {})}
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, env=environment, check=False)


def output(*arguments: object, cwd: Path | None = None) -> str:
    """What it prints when all goes well."""
    run = arena(*arguments, cwd=cwd)
    assert run.returncode == 0, run.stderr
    return run.stdout


def refusal(*arguments: object, cwd: Path | None = None) -> str:
    """What it says when it refuses: one message, exit status 2, nothing on standard output."""
    run = arena(*arguments, cwd=cwd)
    assert run.returncode == 2, (run.returncode, run.stdout, run.stderr)
    assert run.stdout == ""
    assert "Traceback" not in run.stderr
    return run.stderr
