"""The lines of a real match: one sandboxed process for each seat, one epoll loop over all their descriptors.

Bytes that come are cut into frames, floods are cut off, standard error is drained and its tail kept, and the
memory of each tree is looked at every few milliseconds. What a frame says is the match's business.
"""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from arena.errors import ArenaError, WireError
from arena.records import FaultKind, Limits
from arena.referee.lines import Happening, Trouble, Usage
from arena.referee.sandbox import Child, Program, Sandbox
from arena.wire.framing import MAX_FROM_BOT, FrameReader

READ_BYTES = 65536
LOG_BYTES = 8192
MOST_LOG_BYTES = 64 << 20
MOST_BYTES_UNASKED = MAX_FROM_BOT + 2 * READ_BYTES
MEMORY_EVERY_S = 0.02
EXIT_WAIT_S = 0.25
PIPE_READS = 4
READABLE = select.EPOLLIN | select.EPOLLHUP | select.EPOLLERR


class _Line:
    """One seat's process and what has come from it."""

    __slots__ = ("child", "logged", "pending", "reader", "received", "seat")

    def __init__(self, seat: int, child: Child) -> None:
        self.seat = seat
        self.child = child
        self.reader = FrameReader(MAX_FROM_BOT)
        self.received = 0
        self.logged = 0
        self.pending = b""


class ProcessLines:
    """`arena.referee.lines.Lines` over processes. `programs` by seat; `variant` is "module:class" for SDK bots.

    `logged`, if given, is called with a seat and what its bot has just written to standard error.
    """

    def __init__(
        self,
        programs: Sequence[Program],
        variant: str,
        sandbox: Sandbox,
        limits: Limits,
        logged: Callable[[int, bytes], None] | None = None,
    ) -> None:
        self.sandbox = sandbox.name
        self.late_s = 0.0
        self.worst_late_s = 0.0
        self._tier = sandbox
        self._limits = limits
        self._programs = [replace(p, env={**p.env, "ARENA_VARIANT": variant}) for p in programs]
        self._epoll = select.epoll()
        self._lines: dict[int, _Line] = {}
        self._outputs: dict[int, _Line] = {}
        self._logs: dict[int, _Line] = {}
        self._inputs: dict[int, _Line] = {}
        self._tails = [bytearray() for _ in programs]
        self._usage = [Usage() for _ in programs]
        self._next_look_s = 0.0
        self._logged = logged

    now = staticmethod(time.monotonic)

    def open(self, seat: int) -> None:
        """Start the seat's bot; a failure to do so that is the bot's own comes as its Trouble."""
        self.shut(seat)
        child = self._tier.start(self._programs[seat], self._limits)
        line = self._lines[seat] = _Line(seat, child)
        self._outputs[child.stdout] = self._logs[child.stderr] = line
        self._epoll.register(child.stdout, select.EPOLLIN)
        self._epoll.register(child.stderr, select.EPOLLIN)

    def send(self, seat: int, frame: bytes) -> None:
        """Write at once what the pipe takes; the rest follows when the bot reads."""
        line = self._lines.get(seat)
        if line is None:
            return
        line.received = 0
        if line.pending:
            line.pending += frame
            return
        try:
            written = os.write(line.child.stdin, frame)
        except BlockingIOError:
            written = 0
        except BrokenPipeError:
            return  # The end of its output will tell.
        if written < len(frame):
            line.pending = frame[written:]
            self._inputs[line.child.stdin] = line
            self._epoll.register(line.child.stdin, select.EPOLLOUT)

    def wait(self, until: float) -> tuple[float, Sequence[Happening]]:
        """Wait on all descriptors at once. The time returned is that of the last look at them."""
        happenings: list[Happening] = []
        while True:
            seen_s = time.monotonic()
            if seen_s >= self._next_look_s:
                self._look_at_memory(happenings, seen_s)
            left_s = 0.0 if happenings else max(0.0, min(until, self._next_look_s) - seen_s)
            ready = self._epoll.poll(left_s)
            if ready:
                for descriptor, _ in ready:
                    self._serve(descriptor, happenings)
                if happenings:
                    self.late_s = 0.0
                    return seen_s, happenings
            elif left_s:
                self.late_s = max(0.0, time.monotonic() - seen_s - left_s - 0.001)
                self.worst_late_s = max(self.worst_late_s, self.late_s)
                continue
            if happenings or seen_s >= until:
                return seen_s, happenings

    def _serve(self, descriptor: int, happenings: list[Happening]) -> None:
        if line := self._outputs.get(descriptor):
            self._hear(line, happenings)
        elif line := self._logs.get(descriptor):
            self._read_log(line, happenings)
        elif line := self._inputs.get(descriptor):
            self._write_on(line)

    def _hear(self, line: _Line, happenings: list[Happening]) -> None:
        try:
            data = os.read(line.child.stdout, READ_BYTES)
        except BlockingIOError:
            return
        seat = line.seat
        if not data:
            self._drain_log(line)
            happenings.append((seat, Trouble(FaultKind.CRASH, self._ending(line))))
            self._retire(line)
            return
        line.received += len(data)
        try:
            payloads = line.reader.feed(data)
        except WireError as error:
            self._fail(line, FaultKind.PROTOCOL, str(error), happenings)
            return
        happenings.extend([(seat, payload) for payload in payloads])
        if line.received > MOST_BYTES_UNASKED:
            detail = f"wrote {line.received} bytes to standard output since it was last sent anything"
            self._fail(line, FaultKind.OUTPUT_FLOOD, detail, happenings)
        elif line.reader.broken is not None:
            self._fail(line, FaultKind.PROTOCOL, str(line.reader.broken), happenings)

    def _fail(self, line: _Line, kind: FaultKind, detail: str, happenings: list[Happening]) -> None:
        self._drain_log(line)
        happenings.append((line.seat, Trouble(kind, detail)))
        self._retire(line)

    def _ending(self, line: _Line) -> str:
        """Why a bot's output ended: its exit, waited for a moment, or that it closed the pipe and lives on."""
        unfinished = line.reader.unfinished()
        cut_off = f" after {unfinished}" if unfinished else ""
        deadline_s = time.monotonic() + EXIT_WAIT_S
        reason = line.child.exit_reason()
        while reason is None and (left_s := deadline_s - time.monotonic()) > 0:
            self._await_exit(line.child.pid, left_s)
            reason = line.child.exit_reason()
        return (reason or "closed its standard output but did not exit") + cut_off

    @staticmethod
    def _await_exit(pid: int, most_s: float) -> None:
        try:
            descriptor = os.pidfd_open(pid)
        except ProcessLookupError:
            return
        try:
            select.select([descriptor], [], [], most_s)
        finally:
            os.close(descriptor)

    def _read_log(self, line: _Line, happenings: list[Happening]) -> None:
        if not self._take_log(line):
            self._forget(self._logs, line.child.stderr)
        elif line.logged > MOST_LOG_BYTES:
            detail = f"wrote {line.logged} bytes to standard error"
            self._fail(line, FaultKind.OUTPUT_FLOOD, detail, happenings)

    def _take_log(self, line: _Line) -> bool:
        """Read once from a bot's standard error; False at its end."""
        try:
            data = os.read(line.child.stderr, READ_BYTES)
        except BlockingIOError:
            return True
        line.logged += len(data)
        if self._logged is not None and data:
            self._logged(line.seat, data)
        tail = self._tails[line.seat]
        tail += data
        del tail[:-LOG_BYTES]
        return bool(data)

    def _drain_log(self, line: _Line) -> None:
        """Take what is already in the pipe of standard error: it tells most about a crash."""
        for _ in range(PIPE_READS):
            before = line.logged
            if line.child.stderr not in self._logs or not self._take_log(line) or line.logged == before:
                return

    def _write_on(self, line: _Line) -> None:
        try:
            line.pending = line.pending[os.write(line.child.stdin, line.pending) :]
        except BlockingIOError:
            return
        except BrokenPipeError:
            line.pending = b""
        if not line.pending:
            self._forget(self._inputs, line.child.stdin)

    def _look_at_memory(self, happenings: list[Happening], now_s: float) -> None:
        self._next_look_s = now_s + MEMORY_EVERY_S
        limit = self._limits.memory_mb << 20
        for seat, line in list(self._lines.items()):
            used = line.child.memory_bytes()
            usage = self._usage[seat]
            self._usage[seat] = replace(usage, peak_memory_mb=max(usage.peak_memory_mb, used / (1 << 20)))
            if used > limit and line.child.stdout in self._outputs:
                detail = f"used {used >> 20} MiB of memory; the limit is {self._limits.memory_mb} MiB"
                self._fail(line, FaultKind.MEMORY, detail, happenings)

    def _retire(self, line: _Line) -> None:
        """Hear no more from a line; its processes stay until it is shut."""
        child = line.child
        self._forget(self._outputs, child.stdout)
        self._forget(self._logs, child.stderr)
        self._forget(self._inputs, child.stdin)

    def _forget(self, table: dict[int, _Line], descriptor: int) -> None:
        if table.pop(descriptor, None) is not None:
            self._epoll.unregister(descriptor)

    def shut(self, seat: int) -> None:
        """Kill the seat's tree and keep the account of what it used."""
        line = self._lines.pop(seat, None)
        if line is None:
            return
        self._retire(line)
        line.child.kill()
        usage = self._usage[seat]
        self._usage[seat] = replace(usage, cpu_s=usage.cpu_s + line.child.cpu_s())
        line.child.close()

    def close(self) -> None:
        """Kill every tree."""
        errors = []
        for seat in list(self._lines):
            try:
                self.shut(seat)
            except ArenaError as error:
                errors.append(error)
        self._epoll.close()
        if errors:
            raise errors[0]

    def unfinished(self, seat: int) -> str:
        """What the seat's bot has sent of a frame."""
        line = self._lines.get(seat)
        return line.reader.unfinished() if line else ""

    def log(self, seat: int) -> str:
        """The tail of its standard error, in every start of this match."""
        line = self._lines.get(seat)
        if line is not None:
            self._drain_log(line)
        return self._tails[seat].decode(errors="replace")

    def usage(self, seat: int) -> Usage:
        """CPU and memory; the CPU of processes that have been shut."""
        return self._usage[seat]

    def pid(self, seat: int) -> int | None:
        """The process at the top of the seat's tree; None while there is none. See `arena.referee.census`."""
        line = self._lines.get(seat)
        return None if line is None else line.child.pid


def lines_for(
    bots: Sequence[str], programs: Mapping[str, Program], variant: type, sandbox: Sandbox, limits: Limits
) -> ProcessLines:
    """The lines of a match in which these bots, by seat, run these programs."""
    name = f"{variant.__module__}:{variant.__qualname__}"
    return ProcessLines([programs[bot] for bot in bots], name, sandbox, limits)
