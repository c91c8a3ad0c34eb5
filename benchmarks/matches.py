"""Matches of the real referee, timed from the first question to the last bot's end.

Everything is on: sandbox, clocks, views, records. The start of the bots is left out here and measured by itself, in
`benchmarks.starts`; otherwise a round would have to be long to say anything about decisions.
"""

from __future__ import annotations

import time
from pathlib import Path

from arena.records import Limits, MatchSpec, Mode
from arena.referee.match import play_match
from arena.referee.process import ProcessLines
from arena.referee.sandbox import Program, Sandbox
from arena.variant import Variant
from benchmarks.measuring import Taken

LIMITS = Limits()


def bots_of(variant: Variant) -> tuple[str, ...]:
    """A name for each seat."""
    return tuple(f"bot-{seat}" for seat in range(variant.seats))


def match_spec(variant: Variant, deals: int, block: int = 0) -> MatchSpec:
    """A match of so many deals; those of different blocks are different deals."""
    numbers = tuple(range(block * deals, (block + 1) * deals))
    return MatchSpec(f"m0.r0.b{block}", variant.name, {}, "bench", Mode.DEALS, bots_of(variant), numbers, LIMITS)


class TimedLines(ProcessLines):
    """Lines that note when the first question goes out. From then on they are the real ones and nothing else."""

    def __init__(self, programs: list[Program], variant: str, sandbox: Sandbox) -> None:
        super().__init__(programs, variant, sandbox, LIMITS)
        self._hellos = len(programs)
        self.wall_s = self.cpu_s = 0.0
        self.send = self._until_first_question  # type: ignore[method-assign]

    def _until_first_question(self, seat: int, frame: bytes) -> None:
        self._hellos -= 1
        if self._hellos < 0:
            del self.send
            bots_s = sum(line.child.cpu_s() for line in self._lines.values())
            self.wall_s, self.cpu_s = time.perf_counter(), time.process_time() + bots_s
        super().send(seat, frame)


def match_taken(variant: Variant, program: Program, sandbox: Sandbox, deals: int) -> Taken:
    """The time of a match's decisions."""
    kind = type(variant)
    lines = TimedLines([program] * variant.seats, f"{kind.__module__}:{kind.__qualname__}", sandbox)
    record = play_match(match_spec(variant, deals), variant, lines)
    wall_s, cpu_s = time.perf_counter(), time.process_time() + sum(seat.cpu_s for seat in record.seats)
    assert not record.void and not any(seat.faults for seat in record.seats), record
    decisions = sum(seat.decisions for seat in record.seats)
    return Taken(decisions, wall_s - lines.wall_s, cpu_s - lines.cpu_s)


def clocks_of(pid: int) -> float:
    """The CPU seconds of a process with one thread."""
    return int(Path(f"/proc/{pid}/schedstat").read_text(encoding="ascii").split()[0]) / 1e9
