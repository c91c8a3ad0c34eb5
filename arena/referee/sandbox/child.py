"""One running process tree as the referee sees it: three pipes, what it uses, how it ended, and its certain end.

The tiers make these; the referee reads and ends them. It must not know the protocol or whose program it is.
"""

from __future__ import annotations

import os
import select
import signal
import time
from typing import TYPE_CHECKING

from arena.errors import SandboxError
from arena.referee.sandbox import tree

if TYPE_CHECKING:
    from arena.referee.sandbox.spawn import Started

# Generous: a killed tree is gone in milliseconds, but a machine may be swapping.
_END_S = 20.0
_ASK_AGAIN_S = 0.2
_SIGNALS = frozenset(signal.Signals)


class Child:
    """A process tree under its keeper, which ends after all the others and tells the program's status.

    `pid` is the keeper's. `stdin`, `stdout` and `stderr` are raw non-blocking descriptors, closed by `close`.
    """

    def __init__(self, started: Started) -> None:
        self.pid = started.pid
        self.stdin = started.stdin
        self.stdout = started.stdout
        self.stderr = started.stderr
        self._pidfd = os.pidfd_open(self.pid)
        self._code: int | None = None
        self._cpu_s = 0.0
        self._killed = False
        self._began = True
        self._closed = False

    def _root(self) -> int | None:
        """The process below which the program's own processes are, and no others; None before there is one."""
        return self.pid

    def _has_begun(self) -> bool:
        """False when what ended is not the program but an attempt to start it."""
        return True

    @property
    def ended_descriptor(self) -> int:
        """Becomes readable when the program and its whole tree have ended; not to be read or closed."""
        return self._pidfd

    def memory_bytes(self) -> int:
        """Resident size of the whole tree now; 0 when it is gone."""
        root = self._root() if self._code is None else None
        return 0 if root is None else sum(used.memory_bytes for _, used in tree.descendants(root))

    def cpu_s(self) -> float:
        """CPU seconds of the tree so far, children that it waited for included.

        Exact once it has ended by itself; of processes that had to be killed, what they had used just before.
        """
        root = self._root() if self._code is None else None
        if root is None:
            return self._cpu_s
        own = tree.usage(root)
        spent = own.reaped_cpu_s if own is not None else 0.0
        return spent + sum(used.cpu_s + used.reaped_cpu_s for _, used in tree.descendants(root))

    def exit_reason(self) -> str | None:
        """How the program ended, in words; None while it runs.

        A status of 128+n is told as signal n, as every shell does. Raises SandboxError when it was not the
        bot that ended but the sandbox that failed to start it.
        """
        if self._code is None:
            self._reap(os.WNOHANG)
        if self._code is None:
            return None
        if not self._began:
            raise SandboxError("the sandbox failed to start a program; its reason is on the program's standard error")
        return _words(self._code)

    def kill(self) -> None:
        """End the whole tree, whatever it does; on return every process of it is gone and reaped.

        Raises SandboxError when the tree outlives a generous time. Descriptors stay open.
        """
        if self._code is not None:
            return
        self._killed = True
        seen_s = self.cpu_s()
        watch = select.poll()
        watch.register(self._pidfd, select.POLLIN)
        deadline = time.monotonic() + _END_S
        ended = False
        while not ended:
            if time.monotonic() > deadline:
                raise SandboxError(
                    f"a bot's processes (under {self.pid}) still live {_END_S:g} s after they were killed"
                )
            # Without a sandbox, a bot could have stopped its keeper.
            for number in (signal.SIGTERM, signal.SIGCONT):
                signal.pidfd_send_signal(self._pidfd, number)
            ended = bool(watch.poll(_ASK_AGAIN_S * 1000))
        self._reap(0)
        # The kernel keeps no account of what dies together with a sandbox's process 1.
        self._cpu_s = max(self._cpu_s, seen_s)

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

    def _reap(self, options: int) -> None:
        pid, status, used = os.wait4(self.pid, options)
        if pid:
            self._code = os.waitstatus_to_exitcode(status)
            self._cpu_s = used.ru_utime + used.ru_stime
            self._began = self._killed or self._has_begun()


def _words(code: int) -> str:
    number = code - 128 if code > 128 else -code
    if number in _SIGNALS:
        return f"killed by signal {number} ({signal.Signals(number).name})"
    return f"exited with status {code}"
