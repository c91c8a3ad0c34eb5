"""One running process tree as the referee sees it: three pipes, what it uses, how it ended, and its certain end.

The tiers make these; the referee reads and ends them. It must not know the protocol or whose program it is.
"""

from __future__ import annotations

import os
import select
import signal
import time
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from arena.errors import SandboxError
from arena.referee.sandbox import tree

if TYPE_CHECKING:
    from arena.referee.sandbox.spawn import Started

# Generous: a killed tree is gone in milliseconds, but a machine may be swapping.
_END_S = 20.0
_SIGNALS = frozenset(signal.Signals)


class Child(ABC):
    """A process tree under one monitor process, which outlives the bot's first process and tells its status.

    `pid` is the monitor's. `stdin`, `stdout` and `stderr` are raw non-blocking descriptors, closed by `close`.
    """

    def __init__(self, started: Started) -> None:
        self.pid = started.process.pid
        self.stdin = started.stdin
        self.stdout = started.stdout
        self.stderr = started.stderr
        self._process = started.process
        self._pidfd = os.pidfd_open(self.pid)
        self._code: int | None = None
        self._cpu_s = 0.0
        self._gone = False
        self._closed = False

    @abstractmethod
    def _root(self) -> int | None:
        """The process below which nothing but the bot's own processes are; None when there is none yet."""

    @abstractmethod
    def _end(self) -> None:
        """Make the whole tree end, the monitor included; the monitor is waited for afterwards."""

    def _reap_rest(self) -> None:
        """Reap what the monitor left behind, after it is gone."""
        return

    @property
    def ended_descriptor(self) -> int:
        """A descriptor that becomes readable when the bot's first process has ended; not to be read or closed."""
        return self._pidfd

    def memory_bytes(self) -> int:
        """Resident size of the whole tree now; 0 when it is gone."""
        root = None if self._gone else self._root()
        return 0 if root is None else sum(used.memory_bytes for _, used in tree.descendants(root))

    def cpu_s(self) -> float:
        """CPU seconds of the tree so far, children that it waited for included.

        Exact once it has ended by itself; of processes that had to be killed, what they had used just before.
        """
        root = None if self._code is not None else self._root()
        if root is None:
            return self._cpu_s
        own = tree.usage(root)
        spent = own.reaped_cpu_s if own is not None else 0.0
        return spent + sum(used.cpu_s + used.reaped_cpu_s for _, used in tree.descendants(root))

    def exit_reason(self) -> str | None:
        """How the bot's first process ended, in words; None while it runs.

        A status of 128+n is told as signal n, as every shell does. Raises SandboxError when it was not the
        bot that ended but the sandbox that failed to start it.
        """
        if self._code is None:
            self._reap_monitor(os.WNOHANG)
        if self._code is None:
            return None
        self._check_begun()
        return _words(self._code)

    def _check_begun(self) -> None:
        """Raise SandboxError when the monitor ended before the bot began."""
        return

    def kill(self) -> None:
        """End the whole tree, whatever it does; on return every process of it is gone and reaped.

        Raises SandboxError when the tree outlives a generous time. Descriptors stay open.
        """
        if self._gone:
            return
        seen_s = self.cpu_s()
        if self._code is None:
            self._end()
            await_end(self._pidfd, self.pid)
            self._reap_monitor(0)
        self._reap_rest()
        # The kernel keeps no account of what dies with process 1 of a sandbox.
        self._cpu_s = max(self._cpu_s, seen_s)
        self._gone = True

    def close(self) -> None:
        """Kill the tree and close the descriptors; a second call does nothing."""
        if self._closed:
            return
        self._closed = True
        try:
            self.kill()
        finally:
            for descriptor in (self.stdin, self.stdout, self.stderr, self._pidfd):
                os.close(descriptor)

    def _reap_monitor(self, options: int) -> None:
        pid, status, used = os.wait4(self.pid, options)
        if pid:
            self._code = os.waitstatus_to_exitcode(status)
            self._process.returncode = self._code
            self._cpu_s += used.ru_utime + used.ru_stime


def await_end(pidfd: int, pid: int) -> None:
    """Wait until a process has ended (not reaped); SandboxError when it does not."""
    watch = select.poll()
    watch.register(pidfd, select.POLLIN)
    deadline = time.monotonic() + _END_S
    while not watch.poll(max(0.0, deadline - time.monotonic()) * 1000):
        if time.monotonic() >= deadline:
            raise SandboxError(f"process {pid} of a bot still lives {_END_S:g} s after it was killed")


def _words(code: int) -> str:
    number = code - 128 if code > 128 else -code
    if number in _SIGNALS:
        return f"killed by signal {number} ({signal.Signals(number).name})"
    return f"exited with status {code}"
