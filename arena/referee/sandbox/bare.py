"""The tier "none": the program runs as the user who runs the arena and can do whatever that user can.

Chosen only when asked for in words. What remains is order, not safety: limits on one process, a clean
environment, and the certain end of the whole tree (by `keeper.py`).
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from arena.records import Limits
from arena.referee.sandbox import building, environment, linux, view
from arena.referee.sandbox.child import Child
from arena.referee.sandbox.contract import BuildResult, Program
from arena.referee.sandbox.spawn import spawn

_KEEPER = Path(__file__).with_name("keeper.py")


class BareSandbox:
    """No protection at all."""

    name = "none"

    def __init__(self, readable: tuple[Path, ...] = ()) -> None:
        self._import_folders = view.import_folders(view.packages(readable))

    def start(self, program: Program, limits: Limits) -> Child:
        """Start a program under a keeper process that ends all its descendants."""
        path = os.environ.get("PATH", os.defpath)
        env = environment.minimal(path, self._import_folders) | dict(program.env)
        command = environment.command(program)
        started = spawn(
            (sys.executable, "-I", "-S", str(_KEEPER), *command),
            env=env,
            folder=program.folder,
            limits=limits,
            prepare=linux.become_subreaper,
            parting_signal=signal.SIGTERM,
        )
        return _KeptChild(started)

    def build(self, program: Program, limits: Limits) -> BuildResult:
        """Run a build command in the folder, as the user."""
        return building.run(lambda: self.start(program, building.limits(limits)), limits.build_ms / 1000)


class _KeptChild(Child):
    """The keeper inherits every orphan of the tree, so whatever is below it is the tree."""

    def _root(self) -> int | None:
        return self.pid

    def _end(self) -> None:
        signal.pidfd_send_signal(self._pidfd, signal.SIGTERM)
        # A bot of the same user may have stopped its keeper.
        signal.pidfd_send_signal(self._pidfd, signal.SIGCONT)
