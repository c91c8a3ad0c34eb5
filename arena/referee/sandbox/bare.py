"""The tier "none": the program runs as the user who runs the arena and can do whatever that user can.

Chosen only when asked for in words. What remains is order, not safety: limits on one process, a clean
environment, and the certain end of the whole tree (by its keeper).
"""

from __future__ import annotations

import os
from pathlib import Path

from arena.records import Limits
from arena.referee.sandbox import building, environment, view
from arena.referee.sandbox.child import Child
from arena.referee.sandbox.contract import BuildResult, Program
from arena.referee.sandbox.keeper import kept
from arena.referee.sandbox.spawn import Launch, spawn


class BareSandbox:
    """No protection at all."""

    name = "none"

    def __init__(self, readable: tuple[Path, ...] = ()) -> None:
        self._import_folders = view.import_folders(view.packages(readable))

    def start(self, program: Program, limits: Limits) -> Child:
        """Start a program as the user, in its folder."""
        path = os.environ.get("PATH", os.defpath)
        launch = Launch(
            command=kept(environment.command(program)),
            env=environment.minimal(path, self._import_folders) | dict(program.env),
            folder=program.folder,
            limits=limits,
        )
        return Child(spawn(launch))

    def build(self, program: Program, limits: Limits) -> BuildResult:
        """Run a build command in the folder, as the user."""
        generous = building.limits(limits)
        return building.run(lambda: self.start(program, generous), generous)
