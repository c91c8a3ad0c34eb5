"""The tier "bwrap": the system's bubblewrap gives the program a file system, network and process table of its own.

Chosen by `choice.py`, which tries it first. Limits: one process's data by rlimit, the number of processes in
the sandbox's user namespace, tmpfs by size; the tree's memory is watched by the referee.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from contextlib import ExitStack, nullcontext
from functools import partial
from pathlib import Path

from arena.errors import SandboxError
from arena.records import Limits
from arena.referee.sandbox import building, calls, descent, environment, view
from arena.referee.sandbox.child import Child
from arena.referee.sandbox.contract import BuildResult, Program
from arena.referee.sandbox.keeper import kept
from arena.referee.sandbox.spawn import Launch, Started, spawn

_INSIDE = Path("/bot")
_NAMESPACES = (
    *("--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"),
    *("--unshare-cgroup-try", "--disable-userns", "--die-with-parent", "--new-session", "--clearenv"),
    *("--cap-drop", "ALL", "--hostname", "arena", "--uid", "1000", "--gid", "1000"),
)
_SHARED_NETWORK = tuple(word for word in _NAMESPACES if word != "--unshare-net")
_PASSWD = b"bot:x:1000:1000:bot:/tmp:/bin/sh\n"
_GROUP = b"bot:x:1000:\n"
# The limit counts the user's processes in the sandbox only if set inside. dash says -p, bash -u.
_LIMIT_THEN_RUN = 'ulimit -p "$1" 2>/dev/null || ulimit -u "$1" || exit 126; shift; exec "$@"'
_MIB = 1 << 20


class BwrapSandbox:
    """Programs shut in by bubblewrap; `readable` are plugins that lie outside the interpreter's folders."""

    name = "bwrap"

    def __init__(self, bwrap: str, readable: tuple[Path, ...] = ()) -> None:
        self._bwrap = bwrap
        packages = view.packages(readable)
        self._roots = view.interpreter_roots(packages)
        self._import_folders = view.import_folders(packages)
        self._system = view.system_arguments()
        self._code = calls.filter_for(calls.Situation())
        self._descends = descent.is_needed()

    def start(self, program: Program, limits: Limits) -> Child:
        """Start a program with its folder read-only at /bot; SandboxError when it can't be shut in."""
        return self._start(program, limits, self._roots, view.interpreter_path())

    def build(self, program: Program, limits: Limits) -> BuildResult:
        """Run a build command with the folder writable at /bot and the compilers of PATH at hand."""
        network = limits.build_network
        tools = view.toolchain(network=network)
        readable = (root for root in tools.roots if not self._descends or descent.is_readable(root))
        roots = view.outermost((*self._roots, *readable))
        path = ":".join((view.interpreter_path(), *tools.path))
        generous = building.limits(limits)
        building_code = calls.filter_for(calls.Situation(builds=True, network=network))

        def start() -> Child:
            return self._start(program, generous, roots, path, dict(tools.env), building_code)

        owned = building.lent(program.folder, descent.UID, descent.GID) if self._descends else nullcontext()
        with owned:
            return building.run(start, generous)

    def _start(
        self,
        program: Program,
        limits: Limits,
        roots: Sequence[Path],
        path: str,
        extra: dict[str, str] | None = None,
        building_code: bytes | None = None,
    ) -> Child:
        builds = building_code is not None
        folder = program.folder.absolute()
        if not folder.is_dir():
            raise SandboxError(f"{folder} is not a folder")
        staging = descent.plan((*roots, folder)) if self._descends else descent.Staging("", ())
        env = environment.minimal(path, self._import_folders) | (extra or {}) | dict(program.env)
        # Scratch folders come first, so that they do not hide what lies below the host's /tmp.
        network = builds and limits.build_network
        arguments = [*(_NAMESPACES if not network else _SHARED_NETWORK), *self._system]
        arguments += _own_places(limits.disk_mb * _MIB)
        if network:
            for place in view.internet_settings():
                arguments += ["--ro-bind", str(Path(place).resolve()), place]
        for root in roots:
            arguments += ["--ro-bind", staging.reach(root), str(root)]
        arguments += ["--bind" if builds else "--ro-bind", staging.reach(folder), str(_INSIDE), "--chdir", str(_INSIDE)]
        for name, value in env.items():
            arguments += ["--setenv", name, value]
        command = (_LIMIT_THEN_RUN, "sh", str(limits.processes + 1), *environment.command(program))
        prepare = partial(descent.descend, staging) if self._descends else None
        return self._spawn(arguments, command, limits, prepare, building_code or self._code)

    def _spawn(
        self,
        arguments: Sequence[str],
        command: Sequence[str],
        limits: Limits,
        prepare: Callable[[], None] | None,
        code: bytes,
    ) -> Child:
        with ExitStack() as closing:
            status, status_in = os.pipe()
            closing.callback(os.close, status_in)
            files = ("--file", "5", "/etc/passwd", "--file", "6", "/etc/group", "--seccomp", "7")
            # Sealed last: what bubblewrap itself had to write is written.
            listing = b"".join(os.fsencode(text) + b"\0" for text in (*arguments, *files, "--remount-ro", "/"))
            texts = (_in_memory(content, closing) for content in (listing, _PASSWD, _GROUP, code))
            launch = Launch(
                command=kept((self._bwrap, "--json-status-fd", "3", "--args", "4", "--", "/bin/sh", "-c", *command)),
                env={},
                folder=Path("/"),
                limits=limits,
                keep=(status_in, *texts),
                prepare=prepare,
            )
            try:
                started = spawn(launch)
            except BaseException:
                os.close(status)
                raise
        return _WrappedChild(started, status)


def _own_places(size_bytes: int) -> list[str]:
    """Private /proc and /dev, and the only two places where a bot can write."""
    tmpfs = ("--perms", "1777", "--size", str(size_bytes), "--tmpfs")
    return ["--proc", "/proc", "--dev", "/dev", *tmpfs, "/dev/shm", "--remount-ro", "/dev", *tmpfs, "/tmp"]


def _in_memory(content: bytes, closing: ExitStack) -> int:
    descriptor = os.memfd_create("arena")
    closing.callback(os.close, descriptor)
    os.write(descriptor, content)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


class _WrappedChild(Child):
    """Below the keeper is bubblewrap, and below that process 1 of the sandbox, which is not the program's either."""

    def __init__(self, started: Started, status: int) -> None:
        super().__init__(started)
        self._status = status
        self._told = b""
        self._init: int | None = None
        os.set_blocking(status, False)

    def _read_status(self) -> bytes:
        try:
            while data := os.read(self._status, 4096):
                self._told += data
        except BlockingIOError:
            return self._told
        return self._told

    def _root(self) -> int | None:
        if self._init is None and (told := re.search(rb'"child-pid":\s*(\d+)', self._read_status())):
            self._init = int(told[1])
        return self._init

    def _has_begun(self) -> bool:
        return b'"exit-code"' in self._read_status()

    def close(self) -> None:
        """Kill the tree and close the descriptors."""
        if not self._closed:
            try:
                super().close()
            finally:
                os.close(self._status)
