"""How a bot takes its leave: whether it goes when it is told to, and whether all that it has started goes with it.

Lines for the conformance run. The tiers end whatever a bot leaves behind, and so quickly that nothing could be seen;
`hold` stops those that do it for as long as it takes to look.
"""

from __future__ import annotations

import os
import select
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from arena.records import FaultKind
from arena.referee import census
from arena.referee.lines import Happening, Trouble
from arena.referee.listening import Relay
from arena.referee.process import ProcessLines
from arena.wire import plain
from arena.wire.framing import HEADER_BYTES

ALLOWED_S = 1.0
AFTER_S = 0.5
"""How long what a bot has started may go on after it."""


class Farewell(Relay):
    """Lines to one bot that watch what it does after `bye`.

    told: whether `bye` was sent. gone: whether its program ended within the second. ending: how, if that is known.
    left: processes that outlived it, by the words of their commands; looked for only with `hold`.
    """

    def __init__(self, process: ProcessLines, *, hold: bool) -> None:
        super().__init__(process)
        self.told = False
        self.gone = False
        self.ending = ""
        self.left: tuple[str, ...] = ()
        self._process = process
        self._hold = hold
        self._bye_s = 0.0
        self._main: int | None = None

    def send(self, seat: int, frame: bytes) -> None:
        """Send a frame; before a `bye`, find out whose end is to be watched."""
        top = self._process.pid(0)
        if top is not None and plain.unpack(frame[HEADER_BYTES:])[-1]["type"] == "bye":
            taken = census.take(top, self.sandbox)
            self._main = None if taken.main is None else _opened(taken.main)
            self.told = True
            self._bye_s = self.now()
            if self._hold and self._main is not None:
                with _stopped(taken.wardens):
                    super().send(seat, frame)
                    self._look_for_others(top)
                return
        super().send(seat, frame)

    def wait(self, until: float) -> tuple[float, Sequence[Happening]]:
        """Wait, and note how the bot ended."""
        seen_s, happenings = super().wait(until)
        for _, what in happenings if self.told else ():
            if isinstance(what, Trouble) and what.kind is FaultKind.CRASH:
                self.ending = what.detail
        return seen_s, happenings

    def close(self) -> None:
        """Give the bot what is left of its second, then end everything."""
        if self._main is not None:
            self.gone = self.gone or _ended([self._main], self._bye_s + ALLOWED_S - self.now())
            os.close(self._main)
            self._main = None
        super().close()

    def _look_for_others(self, top: int) -> None:
        """Wait for the program's end, then see who lives on, while nobody ends them."""
        assert self._main is not None
        self.gone = _ended([self._main], ALLOWED_S)
        deadline_s = self.now() + AFTER_S
        while self.gone and (left := _living(top, self.sandbox)):
            descriptors = [opened for pid in left if (opened := _opened(pid)) is not None]
            over = _ended(descriptors, deadline_s - self.now())
            for descriptor in descriptors:
                os.close(descriptor)
            if not over:
                self.left = tuple(map(_words, left))
                return


def _living(top: int, tier: str) -> list[int]:
    taken = census.take(top, tier)
    return [pid for pid in (taken.main, *taken.helpers) if pid is not None]


@contextmanager
def _stopped(pids: Sequence[int]) -> Iterator[None]:
    """Processes held where they are."""
    descriptors = [opened for pid in pids if (opened := _opened(pid)) is not None]
    try:
        for descriptor in descriptors:
            signal.pidfd_send_signal(descriptor, signal.SIGSTOP)
        yield
    finally:
        for descriptor in descriptors:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(descriptor, signal.SIGCONT)
            os.close(descriptor)


def _opened(pid: int) -> int | None:
    try:
        return os.pidfd_open(pid)
    except ProcessLookupError:
        return None


def _ended(descriptors: Sequence[int], within_s: float) -> bool:
    """Whether all these processes end in time; returns at the end of the last one."""
    watch = select.poll()
    for descriptor in descriptors:
        watch.register(descriptor, select.POLLIN)
    waiting = set(descriptors)
    while waiting and (ready := watch.poll(max(0, round(within_s * 1000)))):
        for descriptor, _ in ready:
            watch.unregister(descriptor)
            waiting.discard(descriptor)
    return not waiting


def _words(pid: int) -> str:
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
    except (FileNotFoundError, ProcessLookupError):
        words = ""
    return words or f"process {pid}"
