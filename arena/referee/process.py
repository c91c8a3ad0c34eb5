"""The lines of a real match: one sandboxed process for each seat, one epoll loop over all their descriptors.

Bytes that come are cut into frames, floods are cut off, standard error is drained and its tail kept, and each tree
is looked at every few milliseconds: how much memory it holds, how many threads, and whether it thinks while it
should rest. What a frame says is the match's business.
"""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from arena.errors import ArenaError, WireError
from arena.records import FaultKind, Limits
from arena.referee.endings import judge
from arena.referee.lines import Happening, HostFailed, Trouble, Usage
from arena.referee.sandbox import Child, KilledFromOutside, Program, Sandbox
from arena.wire.framing import MAX_FROM_BOT, FrameReader

READ_BYTES = 65536
LOG_BYTES = 8192
MOST_LOG_BYTES = 64 << 20
MOST_BYTES_UNASKED = MAX_FROM_BOT + 2 * READ_BYTES
LOOK_EVERY_S = 0.02
# A bot may use as much CPU time in a rest as it needs to come back to reading, and no part of a move worth having.
REST_S = 0.001
REST_OF_MOVE = 0.02
EXIT_WAIT_S = 0.25
PIPE_READS = 4
MIB = 1 << 20
READABLE = select.EPOLLIN | select.EPOLLHUP | select.EPOLLERR


class _Line:
    """One seat's process and what has come from it.

    resting: it has nothing to answer. clocks_s: its CPU time when it was first looked at in this rest. restless: it
    was once seen to think in a rest, and is stopped in every one from then on. paused: it is stopped now.
    """

    __slots__ = (
        "child",
        "clocks_s",
        "logged",
        "paused",
        "pending",
        "reader",
        "received",
        "resting",
        "restless",
        "seat",
    )

    def __init__(self, seat: int, child: Child) -> None:
        self.seat = seat
        self.child = child
        self.reader = FrameReader(MAX_FROM_BOT)
        self.received = 0
        self.logged = 0
        self.pending = b""
        self.resting = False
        self.restless = False
        self.paused = False
        self.clocks_s: dict[int, float] | None = None


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
        self._allowed = [
            replace(limits, memory_mb=min(limits.memory_mb, p.memory_mb or limits.memory_mb)) for p in programs
        ]
        self._rest_s = min(REST_S, REST_OF_MOVE * limits.move_ms / 1000)
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
        child = self._tier.start(self._programs[seat], self._allowed[seat])
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
        if line.resting:
            self._wake(line)
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
                self._look(happenings, seen_s)
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
            happenings.append((seat, self._ending(line)))
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

    def _ending(self, line: _Line) -> Trouble:
        """Why a bot's output ended: its exit, waited for a moment, or that it closed the pipe and lives on."""
        deadline_s = time.monotonic() + EXIT_WAIT_S
        try:
            reason = line.child.exit_reason()
            while reason is None and (left_s := deadline_s - time.monotonic()) > 0:
                self._await_exit(line.child.pid, left_s)
                reason = line.child.exit_reason()
        except KilledFromOutside as error:
            raise HostFailed(f"{error} (seat {line.seat})") from error
        cut_off = line.reader.unfinished()
        if reason is None:
            lives_on = "closed its standard output but did not exit"
            return Trouble(FaultKind.CRASH, f"{lives_on} after {cut_off}" if cut_off else lives_on)
        return judge(
            reason,
            peak_bytes=max(line.child.peak_bytes(), int(self._usage[line.seat].peak_memory_mb * MIB)),
            limits=self._allowed[line.seat],
            last_words=bytes(self._tails[line.seat]),
            cut_off=cut_off,
        )

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

    def _look(self, happenings: list[Happening], now_s: float) -> None:
        self._next_look_s = now_s + LOOK_EVERY_S
        for seat, line in list(self._lines.items()):
            look = line.child.look()
            used_mb = look.memory_bytes / MIB
            usage = self._usage[seat]
            if used_mb > usage.peak_memory_mb:
                self._usage[seat] = replace(usage, peak_memory_mb=used_mb)
            if line.resting and not line.paused:
                self._watch(line, look.clocks_s)
            limits = self._allowed[seat]
            if line.child.stdout not in self._outputs:
                continue
            if used_mb > limits.memory_mb:
                detail = f"used {used_mb:.0f} MiB of memory; the limit is {limits.memory_mb} MiB"
                self._fail(line, FaultKind.MEMORY, detail, happenings)
            elif look.tasks > limits.processes:
                detail = f"ran {look.tasks} processes and threads; the limit is {limits.processes}"
                self._fail(line, FaultKind.CRASH, detail, happenings)

    # Rests. To stop and continue a bot costs more than many a bot needs for its move, and a bot that waits in
    # `read` can't think; so only those are stopped that were seen to use CPU time in a rest.

    def rest(self, seat: int) -> None:
        """Nothing is asked of the seat's bot: whoever has been seen thinking in a rest is stopped."""
        line = self._lines.get(seat)
        if line is None or not self._limits.pause_between_turns:
            return
        line.resting = True
        if line.restless:
            self._pause(line)

    def _watch(self, line: _Line, clocks_s: dict[int, float]) -> None:
        """Compare the CPU time of a resting bot with that at the first look in this rest."""
        if line.clocks_s is None:
            line.clocks_s = clocks_s
            return
        before_s = line.clocks_s
        if sum(now_s - before_s.get(pid, 0.0) for pid, now_s in clocks_s.items()) > self._rest_s:
            line.restless = True
            self._pause(line)

    def _pause(self, line: _Line) -> None:
        line.child.pause()
        line.paused = True

    def _wake(self, line: _Line) -> None:
        """The rest is over; one that was looked at is judged first, for the sake of the next."""
        if line.clocks_s is not None and not line.paused:
            self._watch(line, line.child.look().clocks_s)
        if line.paused:
            line.child.resume()
            line.paused = False
        line.clocks_s = None
        line.resting = False

    def memory_mb(self, seat: int) -> int:
        """What the seat's bot asked for, within the league's limit."""
        return self._allowed[seat].memory_mb

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
