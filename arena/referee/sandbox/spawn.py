"""Starting one process with three pipes: no other descriptor, no inherited environment, bound to the referee's life.

Called by the tiers, which say what has to happen between fork and exec. It must not know what is run.
"""

from __future__ import annotations

import os
import resource
import signal
import subprocess
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from arena.errors import SandboxError
from arena.records import Limits
from arena.referee.sandbox import linux

_MIB = 1 << 20
# The referee's deadlines end a bot long before; this only stops what a dead referee could not.
_CPU_BACKSTOP_S = 86_400
_OPEN_FILES = 1024


@dataclass(frozen=True, slots=True)
class Started:
    """A process just started, and the referee's ends of its pipes (non-blocking)."""

    process: subprocess.Popen[bytes]
    stdin: int
    stdout: int
    stderr: int


def spawn(
    command: Sequence[str],
    *,
    env: Mapping[str, str],
    folder: Path,
    limits: Limits,
    keep: Sequence[int] = (),
    prepare: Callable[[], None] | None = None,
    parting_signal: signal.Signals = signal.SIGKILL,
) -> Started:
    """Start `command` in a session of its own with only descriptors 0, 1, 2 and those of `keep`.

    `prepare` runs in the child before the limits are set. The child is sent `parting_signal` when the calling
    thread ends. Raises SandboxError with the reason when any of that fails.
    """
    linux.load()
    parent = os.getpid()

    def in_child() -> None:
        try:
            if prepare is not None:
                prepare()
            _live_no_longer_than(parent, parting_signal)
            _set_limits(limits)
        except (OSError, ValueError) as error:
            os.write(failure_in, str(error).encode())
            raise

    with ExitStack() as childs_ends, ExitStack() as our_ends:
        stdin_out, stdin = _pipe(reads=childs_ends, writes=our_ends)
        stdout, stdout_in = _pipe(reads=our_ends, writes=childs_ends)
        stderr, stderr_in = _pipe(reads=our_ends, writes=childs_ends)
        failure, failure_in = _pipe(reads=childs_ends, writes=childs_ends)
        os.set_blocking(failure, False)
        try:
            process = subprocess.Popen(
                command,
                stdin=stdin_out,
                stdout=stdout_in,
                stderr=stderr_in,
                cwd=folder,
                env=dict(env),
                pass_fds=keep,
                preexec_fn=in_child,
                start_new_session=True,
            )
        except (OSError, subprocess.SubprocessError) as error:
            raise SandboxError(f"{command[0]} could not be started: {_told(failure) or error}") from error
        our_ends.pop_all()
    for descriptor in (stdin, stdout, stderr):
        os.set_blocking(descriptor, False)
    return Started(process, stdin, stdout, stderr)


def _pipe(*, reads: ExitStack, writes: ExitStack) -> tuple[int, int]:
    read_end, write_end = os.pipe()
    reads.callback(os.close, read_end)
    writes.callback(os.close, write_end)
    return read_end, write_end


def _told(descriptor: int) -> str:
    try:
        return os.read(descriptor, 4096).decode(errors="replace")
    except BlockingIOError:
        return ""


def _live_no_longer_than(parent: int, parting_signal: int) -> None:
    linux.signal_on_parents_death(parting_signal)
    if os.getppid() != parent:
        # The referee died before the line above could take effect, so nobody would ever send the signal.
        os._exit(1)


def _set_limits(limits: Limits) -> None:
    for kind, amount in (
        (resource.RLIMIT_DATA, limits.memory_mb * _MIB),
        (resource.RLIMIT_FSIZE, limits.disk_mb * _MIB),
        (resource.RLIMIT_NOFILE, _OPEN_FILES),
        (resource.RLIMIT_CPU, _CPU_BACKSTOP_S),
        (resource.RLIMIT_CORE, 0),
    ):
        _, highest = resource.getrlimit(kind)
        if highest != resource.RLIM_INFINITY:
            amount = min(amount, highest)
        resource.setrlimit(kind, (amount, amount))
