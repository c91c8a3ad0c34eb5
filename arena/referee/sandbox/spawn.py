"""Starting one process with three pipes: no other descriptor, no inherited environment, bound to the referee's life.

Called by the tiers, which say what has to happen between fork and exec. It must not know what is run.
"""

from __future__ import annotations

import fcntl
import os
import resource
import signal
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from arena.errors import SandboxError
from arena.records import Limits
from arena.referee.sandbox import linux, tree
from arena.referee.sandbox.keeper import keep_a_fork

_MIB = 1 << 20
# The referee measures the whole tree and judges at the limit itself; this stops what grows between two looks.
_DATA_PER_MEMORY = 1.25
_MOST_STACK_MIB = 64


@dataclass(frozen=True, slots=True)
class Started:
    """A process just started, and the referee's ends of its pipes (non-blocking).

    `forked_bytes` is what the referee itself had resident: as much the kernel may put down to the process, too.
    """

    pid: int
    stdin: int
    stdout: int
    stderr: int
    forked_bytes: int = 0


@dataclass(frozen=True, slots=True)
class Launch:
    """What is to happen in the new process: the program at `command[0]` (a path) takes its place.

    `keep` are descriptors that it finds as 3, 4, 5 and so on. `prepare` runs before the limits are set, `seal` as
    the last of all. `on_orphaned` is the signal that the process is sent when the thread that started it ends.
    With `kept` the program becomes the child of a keeper, which is this very process and outside the seal. With
    `search` the command is looked up on the PATH of `env`, and one that can't be run is the program's own failure,
    told as a shell tells it. `most_tasks` bounds all processes and threads of the user.
    """

    command: tuple[str, ...]
    env: Mapping[str, str]
    folder: Path
    limits: Limits
    keep: Sequence[int] = ()
    prepare: Callable[[], None] | None = None
    seal: Callable[[], None] | None = None
    on_orphaned: signal.Signals = signal.SIGTERM
    kept: bool = False
    search: bool = False
    most_tasks: int | None = None


def spawn(launch: Launch) -> Started:
    """Start a process in a session of its own; SandboxError with the reason when it can't be."""
    linux.load()
    parent = os.getpid()
    with ExitStack() as childs_ends, ExitStack() as our_ends:
        stdin_out, stdin = _pipe(reads=childs_ends, writes=our_ends)
        stdout, stdout_in = _pipe(reads=our_ends, writes=childs_ends)
        stderr, stderr_in = _pipe(reads=our_ends, writes=childs_ends)
        with ExitStack() as told:
            failure, failure_in = _pipe(reads=childs_ends, writes=told)
            pid = _fork(launch.command[0])
            if pid == 0:
                _become(launch, parent, (stdin_out, stdout_in, stderr_in, *launch.keep, failure_in))
        reason = _read_to_end(failure)
        if reason:
            os.waitpid(pid, 0)
            raise SandboxError(f"{launch.command[0]} could not be started: {reason}")
        our_ends.pop_all()
    for descriptor in (stdin, stdout, stderr):
        os.set_blocking(descriptor, False)
    return Started(pid, stdin, stdout, stderr, tree.resident_bytes())


def _pipe(*, reads: ExitStack, writes: ExitStack) -> tuple[int, int]:
    read_end, write_end = os.pipe()
    reads.callback(os.close, read_end)
    writes.callback(os.close, write_end)
    return read_end, write_end


def _fork(program: str) -> int:
    try:
        return os.fork()
    except OSError as error:
        raise SandboxError(f"{program} could not be started: {error.strerror}") from error


def _read_to_end(descriptor: int) -> str:
    text = b""
    while data := os.read(descriptor, 4096):
        text += data
    return text.decode(errors="replace")


def _become(launch: Launch, parent: int, descriptors: Sequence[int]) -> NoReturn:
    """In the child: turn into the program; what fails is written to the last descriptor."""
    try:
        _number_from_zero(descriptors)
        os.setsid()
        # Python ignores these two, and what is ignored stays so in the program.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        os.chdir(launch.folder)
        if launch.prepare is not None:
            launch.prepare()
        linux.become_subreaper()
        _live_no_longer_than(parent, launch.on_orphaned)
        _set_limits(launch.limits, launch.most_tasks)
        if launch.kept:
            keep_a_fork()
        if launch.seal is not None:
            launch.seal()
        if launch.search:
            _find_and_run(launch)
        os.execve(launch.command[0], launch.command, launch.env)
    except (OSError, ValueError) as error:
        os.write(len(descriptors) - 1, str(error).encode())
    finally:
        os._exit(127)


def _find_and_run(launch: Launch) -> NoReturn:
    try:
        os.execvpe(launch.command[0], launch.command, launch.env)
    except OSError as error:
        os.write(2, f"{launch.command[0]}: {error.strerror}\n".encode())
        os._exit(127 if isinstance(error, FileNotFoundError) else 126)


def _number_from_zero(descriptors: Sequence[int]) -> None:
    """Renumber descriptors to 0, 1, 2 and so on, the last closed by exec, and close all others."""
    above = max(*descriptors, len(descriptors)) + 1
    last = len(descriptors) - 1
    for number, copy in enumerate([fcntl.fcntl(each, fcntl.F_DUPFD_CLOEXEC, above) for each in descriptors]):
        os.dup2(copy, number, inheritable=number != last)
    # Copies and the referee's own; one that is open only while this list is made is gone by then.
    os.closerange(len(descriptors), max(int(name) for name in os.listdir("/proc/self/fd")) + 1)  # noqa: PTH208


def _live_no_longer_than(parent: int, on_orphaned: signal.Signals) -> None:
    linux.signal_on_parents_death(on_orphaned)
    if os.getppid() != parent:
        # The referee died before the line above could take effect, so nobody would ever send the signal.
        os._exit(1)


def _set_limits(limits: Limits, most_tasks: int | None) -> None:
    for kind, amount in (
        (resource.RLIMIT_DATA, int(limits.memory_mb * _DATA_PER_MEMORY) * _MIB),
        (resource.RLIMIT_FSIZE, limits.disk_mb * _MIB),
        (resource.RLIMIT_NOFILE, limits.open_files),
        (resource.RLIMIT_CPU, limits.cpu_s),
        (resource.RLIMIT_CORE, 0),
        # What is put on a stack is no data to the kernel, and a program may raise its limit up to this one.
        (resource.RLIMIT_STACK, _MOST_STACK_MIB * _MIB),
        (resource.RLIMIT_MSGQUEUE, 0),
        (resource.RLIMIT_NPROC, most_tasks),
    ):
        if amount is None:
            continue
        usual, highest = resource.getrlimit(kind)
        if highest != resource.RLIM_INFINITY:
            amount = min(amount, highest)
        # The usual stack stays: every thread is given one of this size.
        keeps = kind == resource.RLIMIT_STACK and 0 <= usual < amount
        resource.setrlimit(kind, (usual if keeps else amount, amount))
