"""The tier "landlock": no root, no package and no user namespaces, only what a process may put upon itself.

Chosen by `choice.py` where bubblewrap can't be had. A bot is one process, with threads, in the machine's own file
system: Landlock leaves it some folders to read and none to write, the filter of system calls everything that
Landlock does not guard, limits the rest. All of it is put up between fork and exec in the process that the referee
forks, so no launcher has to start: a second interpreter would cost more than all else together.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from arena.errors import SandboxError
from arena.records import Limits
from arena.referee.sandbox import building, calls, descent, environment, linux, ruleset, tree, view
from arena.referee.sandbox.child import Child, LoneChild
from arena.referee.sandbox.contract import BuildResult, Program
from arena.referee.sandbox.scratch import scratch
from arena.referee.sandbox.spawn import Launch, spawn

# What runtimes read of the machine and of themselves; /proc/self as a whole would show the host's sockets.
_MACHINE = ("cpuinfo", "meminfo", "stat", "version", "sys/vm/overcommit_memory", "sys/vm/max_map_count")
_SELF = ("auxv", "cgroup", "cmdline", "environ", "fd", "limits", "maps", "mountinfo", "smaps", "stat", "status")
_DEVICES = ("zero", "full", "random", "urandom")


@dataclass(frozen=True, slots=True)
class _Walls:
    """What the new process puts around itself, all prepared before there is one."""

    covers: tuple[descent.Cover, ...]
    folder: str
    grants: dict[str, int]
    code: bytes
    alone: bool
    version: int
    network: bool
    descends: bool

    def prepare(self) -> None:
        """Between fork and exec: be the right user in the right place."""
        if self.descends:
            descent.descend_in_place(self.covers)
        os.chdir(self.folder)

    def seal(self) -> None:
        """The last thing before exec: shut this process in."""
        linux.renounce_new_powers()
        ruleset.restrict(self.grants, self.version, network=self.network)
        linux.filter_calls(calls.owned(self.code, os.getpid()) if self.alone else self.code)


class LandlockSandbox:
    """Programs shut in by themselves; `readable` are plugins that lie outside the interpreter's folders."""

    name = "landlock"

    def __init__(self, readable: tuple[Path, ...] = ()) -> None:
        self._version = linux.landlock_version()
        if not self._version:
            raise SandboxError("the kernel offers no Landlock")
        packages = view.packages(readable)
        self._roots = view.interpreter_roots(packages)
        imports = view.linked_imports(packages)
        self._import_folders = () if imports is None else (str(imports),)
        self._roots += () if imports is None else (imports,)
        self._descends = descent.is_needed()
        programs, settings = view.system_places()
        self._grants = {
            **dict.fromkeys(programs, ruleset.RUN),
            **dict.fromkeys(settings, ruleset.READ),
            **dict.fromkeys((f"/proc/{name}" for name in _MACHINE), ruleset.READ),
            **dict.fromkeys((f"/proc/self/{name}" for name in _SELF), ruleset.READ),
            **dict.fromkeys((f"/dev/{name}" for name in _DEVICES), ruleset.READ),
            "/dev/null": ruleset.READ | ruleset.WRITE_FILE,
        }
        self._code = calls.filter_for(calls.Situation(alone=True, exposed=True, writes=False))

    def start(self, program: Program, limits: Limits) -> Child:
        """Start a program in its folder, which it can't write; SandboxError when it can't be shut in."""
        folder = _existing(program.folder)
        walls = self._walls(folder, self._roots, {str(folder): ruleset.RUN}, self._code, alone=True)
        env = environment.minimal(view.interpreter_path(), self._import_folders, str(folder)) | dict(program.env)
        launch = Launch(
            command=environment.command(program),
            env=env,
            folder=Path("/"),
            limits=limits,
            prepare=walls.prepare,
            seal=walls.seal,
            on_orphaned=signal.SIGKILL,
            search=True,
        )
        return LoneChild(spawn(launch))

    def build(self, program: Program, limits: Limits) -> BuildResult:
        """Run a build command with the folder and a passing scratch folder writable, and PATH's compilers at hand."""
        folder = _existing(program.folder)
        network = limits.build_network
        generous = building.limits(limits)
        with _scratch() as scratch, self._lent(folder), self._lent(scratch):
            tools = view.toolchain(str(scratch), network=network)
            readable = [root for root in tools.roots if not self._descends or descent.is_readable(root)]
            roots = view.outermost((*self._roots, *readable))
            path = ":".join((view.interpreter_path(), *tools.path))
            env = environment.minimal(path, self._import_folders, str(scratch)) | dict(tools.env) | dict(program.env)
            grants = {str(folder): ruleset.CHANGE, str(scratch): ruleset.CHANGE}
            if network:
                grants |= dict.fromkeys(view.internet_settings(), ruleset.READ)
            situation = calls.Situation(
                exposed=True,
                builds=True,
                signals=self._version >= ruleset.SIGNALS_SINCE,
                network=network,
            )
            walls = self._walls(
                folder, (*roots, scratch), grants, calls.filter_for(situation), alone=False, network=network
            )

            def start() -> Child:
                launch = Launch(
                    command=environment.command(program),
                    env=env,
                    folder=Path("/"),
                    limits=generous,
                    prepare=walls.prepare,
                    seal=walls.seal,
                    kept=True,
                    search=True,
                    most_tasks=tree.tasks_of(descent.UID if self._descends else os.getuid()) + generous.processes,
                )
                return Child(spawn(launch))

            result = building.run(start, generous)
        building.mark_programs(folder)
        return result

    def _walls(
        self,
        folder: Path,
        roots: Sequence[Path],
        grants: dict[str, int],
        code: bytes,
        *,
        alone: bool,
        network: bool = False,
    ) -> _Walls:
        return _Walls(
            covers=descent.plan_covers((*roots, folder)) if self._descends else (),
            folder=str(folder),
            grants={**self._grants, **dict.fromkeys(map(str, roots), ruleset.RUN), **grants},
            code=code,
            alone=alone,
            version=self._version,
            network=network,
            descends=self._descends,
        )

    def _lent(self, folder: Path) -> AbstractContextManager[None]:
        return building.lent(folder, descent.UID, descent.GID) if self._descends else nullcontext()


def _existing(folder: Path) -> Path:
    folder = folder.absolute()
    if not folder.is_dir():
        raise SandboxError(f"{folder} is not a folder")
    return folder


@contextmanager
def _scratch() -> Iterator[Path]:
    with scratch() as folder:
        folder.chmod(0o755)
        yield folder
