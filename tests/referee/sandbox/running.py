"""Running small programs in a sandbox and reading what they said: shared by the tests of this folder."""

from __future__ import annotations

import os
import select
import textwrap
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from arena.records import Limits
from arena.referee.sandbox import Child, Program, Sandbox

PATIENCE_S = 60


@dataclass(frozen=True, slots=True)
class Outcome:
    output: str
    errors: str
    reason: str | None
    cpu_s: float

    @property
    def lines(self) -> list[str]:
        return self.output.splitlines()


def await_readable(descriptor: int) -> None:
    ready, _, _ = select.select([descriptor], [], [], PATIENCE_S)
    assert ready, "nothing happened for a minute"


def read_line(child: Child) -> str:
    line = b""
    while not line.endswith(b"\n"):
        await_readable(child.stdout)
        data = os.read(child.stdout, 1)
        assert data, f"ended after {line!r}: {child.exit_reason()} {drain(child.stderr)}"
        line += data
    return line.decode().rstrip("\n")


def drain(descriptor: int) -> str:
    """What is there until the end of the stream, or until nothing more is there now."""
    text = b""
    try:
        while data := os.read(descriptor, 1 << 16):
            text += data
    except BlockingIOError:
        return text.decode()
    return text.decode()


def is_at_end(descriptor: int) -> bool:
    """True when no process anywhere holds the other end of this pipe."""
    try:
        while os.read(descriptor, 1 << 16):
            continue
    except BlockingIOError:
        return False
    return True


def run(sandbox: Sandbox, folder: Path, *command: str, limits: Limits | None = None) -> Outcome:
    with closing(sandbox.start(Program(command, folder), limits or Limits())) as child:
        await_readable(child.ended_descriptor)
        reason = child.exit_reason()
        child.kill()
        return Outcome(drain(child.stdout), drain(child.stderr), reason, child.cpu_s())


def write_python(folder: Path, source: str) -> None:
    (folder / "bot.py").write_text(textwrap.dedent(source))


def run_python(sandbox: Sandbox, folder: Path, source: str, *arguments: str, limits: Limits | None = None) -> Outcome:
    write_python(folder, source)
    outcome = run(sandbox, folder, "python3", "bot.py", *arguments, limits=limits)
    assert outcome.reason == "exited with status 0", outcome
    return outcome
