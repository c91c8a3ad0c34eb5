"""One running process tree as the referee sees it: three pipes, what it uses, how it ended, and its certain end.

The tiers make these; the referee reads and ends them. It must not know the protocol or whose program it is.
"""

from __future__ import annotations

import os
import select
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from arena.errors import SandboxError
from arena.referee.sandbox import tree

if TYPE_CHECKING:
    from arena.referee.sandbox.spawn import Started

# Generous: a killed tree is gone in milliseconds, but a machine may be swapping.
_END_S = 20.0
_ASK_AGAIN_S = 0.2
# As every shell tells SIGKILL; bubblewrap that fails by itself ends with 1.
_KILLED = 128 + signal.SIGKILL
# Mappings of this size need 16 MiB of tables at most; only beyond that it is worth asking how much those are.
_WIDE_BYTES = 8 << 30
_SIGNALS = frozenset(signal.Signals)


class Look(NamedTuple):
    """A process tree at one moment: bytes held and spent on maps, tasks (threads), and each process's CPU seconds.

    A process's seconds hold those of its children that it waited for.
    """

    memory_bytes: int
    tasks: int
    clocks_s: dict[int, float]


class KilledFromOutside(SandboxError):
    """Somebody who is no bot killed a process of the sandbox: whatever followed is nobody's fault."""


class Child:
    """A process tree under its keeper, which ends after all the others and tells the program's status.

    `pid` is the keeper's. `stdin`, `stdout` and `stderr` are raw non-blocking descriptors, closed by `close`.
    """

    # Without a sandbox, a bot could have stopped its keeper.
    _ending_signals: tuple[signal.Signals, ...] = (signal.SIGTERM, signal.SIGCONT)

    def __init__(self, started: Started) -> None:
        self.pid = started.pid
        self.stdin = started.stdin
        self.stdout = started.stdout
        self.stderr = started.stderr
        self._pidfd = os.pidfd_open(self.pid)
        self._code: int | None = None
        self._cpu_s = 0.0
        self._peak_bytes = 0
        self._forked_bytes = started.forked_bytes
        self._stopped: set[int] = set()
        self._killed = False
        self._began = True
        self._closed = False

    def _processes(self) -> Iterator[tuple[int, tree.Usage]]:
        """The program's processes, each with what it uses."""
        root = self._root()
        return iter(()) if root is None else tree.descendants(root)

    def _root(self) -> int | None:
        """The process below which the program's own processes are, and no others; None before there is one."""
        return self.pid

    def _has_begun(self) -> bool:
        """False when what ended is not the program but an attempt to start it."""
        return True

    def _interfered(self, code: int) -> bool:
        """Whether the keeper, or what stands between it and the program, was killed: no bot can reach those."""
        return not self._killed and (code < 0 or (code == _KILLED and not self._began))

    @property
    def ended_descriptor(self) -> int:
        """Becomes readable when the program and its whole tree have ended; not to be read or closed."""
        return self._pidfd

    def look(self) -> Look:
        """What the whole tree uses now; nothing when it is gone."""
        if self._code is not None:
            return Look(0, 0, {})
        memory_bytes = tasks = 0
        clocks = {}
        for pid, used in self._processes():
            memory_bytes += used.memory_bytes
            if used.mapped_bytes > _WIDE_BYTES:
                memory_bytes += tree.table_bytes(pid)
            tasks += used.threads
            clocks[pid] = tree.clock_s(pid) + used.reaped_cpu_s
        return Look(memory_bytes, tasks, clocks)

    def memory_bytes(self) -> int:
        """Resident size of the whole tree now; 0 when it is gone."""
        return self.look().memory_bytes

    def peak_bytes(self) -> int:
        """The most that one process of the tree ever had resident, once it has ended; 0 while that is unknown."""
        return self._peak_bytes

    def pause(self) -> None:
        """Stop every process of the tree where it is; none of them can prevent it."""
        stopped: set[int] = set()
        # What was forked while the others were being stopped is found by looking again.
        while fresh := [pid for pid, _ in self._processes() if pid not in stopped]:
            for pid in fresh:
                _send(pid, signal.SIGSTOP)
            stopped.update(fresh)
        self._stopped = stopped

    def resume(self) -> None:
        """Let the tree go on after `pause`."""
        for pid in self._stopped:
            _send(pid, signal.SIGCONT)
        self._stopped = set()

    def cpu_s(self) -> float:
        """CPU seconds of the tree so far, children that it waited for included.

        Exact once it has ended by itself; of processes that had to be killed, what they had used just before.
        """
        if self._code is not None:
            return self._cpu_s
        root = self._root()
        own = tree.usage(root) if root is not None else None
        spent = own.reaped_cpu_s if own is not None else 0.0
        return spent + sum(used.cpu_s + used.reaped_cpu_s for _, used in self._processes())

    def exit_reason(self) -> str | None:
        """How the program ended, in words; None while it runs.

        A status of 128+n is told as signal n, as every shell does. Raises SandboxError when it was not the
        bot that ended but the sandbox that failed to start it, and KilledFromOutside when what holds it was killed.
        """
        if self._code is None:
            self._reap(os.WNOHANG)
        if self._code is None:
            return None
        if self._interfered(self._code):
            raise KilledFromOutside("what keeps a bot's processes was killed by somebody outside the match")
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
            for number in self._ending_signals:
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
            # Nothing of this size was ever the bot's own: a fork of the referee begins with the referee's.
            self._peak_bytes = used.ru_maxrss * 1024 if used.ru_maxrss * 1024 > self._forked_bytes else 0
            self._code = os.waitstatus_to_exitcode(status)
            self._cpu_s = used.ru_utime + used.ru_stime
            self._began = self._killed or self._has_begun()


class LoneChild(Child):
    """A program that can't have children needs no keeper: `pid` is its own."""

    _ending_signals = (signal.SIGKILL,)

    def _interfered(self, code: int) -> bool:
        """Nothing is between the referee and the program."""
        return False

    def _root(self) -> int | None:
        return None

    def _processes(self) -> Iterator[tuple[int, tree.Usage]]:
        used = tree.usage(self.pid)
        return iter(()) if used is None else iter(((self.pid, used),))

    def pause(self) -> None:
        """Stop it where it is."""
        signal.pidfd_send_signal(self._pidfd, signal.SIGSTOP)

    def resume(self) -> None:
        """Let it go on."""
        signal.pidfd_send_signal(self._pidfd, signal.SIGCONT)


def _send(pid: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, number)


def _words(code: int) -> str:
    number = code - 128 if code > 128 else -code
    if number in _SIGNALS:
        return f"killed by signal {number} ({signal.Signals(number).name})"
    return f"exited with status {code}"
