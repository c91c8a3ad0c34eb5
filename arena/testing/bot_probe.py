"""Matches of one bot among players in memory: what the steps of its conformance run look at.

Each probe is a match of its own, with a process of its own, and ends at the bot's first fault. It judges nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from math import inf

from arena.errors import ArenaError
from arena.records import Fault, Limits, MatchRecord, MatchSpec, Mode, OnFault, TableRecord
from arena.referee.lines import Lines
from arena.referee.match import play_match
from arena.referee.process import ProcessLines
from arena.referee.sandbox import Program, Sandbox
from arena.testing.bot_lines import LongEnough, Watched
from arena.testing.company import InCompany
from arena.testing.farewell import Farewell
from arena.testing.told_limits import ToldLimits
from arena.variant import Variant
from arena.wire import plain

ATTEMPTS = 3
"""How often a match is played that the host spoils."""


@dataclass(frozen=True, slots=True)
class Probe:
    """What came of a match. ready: what the bot said of itself, after `ready_s` seconds.

    answers: how many it gave, in `played_s` seconds. fault: the first thing that it did wrong. tables: what was
    played, empty where a fault or the length of a game ended the match. noise: what it wrote to standard output that is
    no frame. goodbye: how it left. log: the end of its standard error.
    """

    variant: Variant
    seat: int
    ready: plain.Message | None
    ready_s: float
    answers: int
    played_s: float
    slowest_s: float
    fault: Fault | None
    tables: tuple[TableRecord, ...]
    noise: str
    goodbye: Farewell
    log: str


@dataclass(frozen=True, slots=True)
class Prober:
    """Plays one bot's program, called `name`, in this sandbox.

    told_ms: the clock for a move that the bot is told, so that one which uses all its time is done with soon; what it
    is allowed is in `limits`. Where the two differ, nobody is failed for the difference.
    """

    name: str
    program: Program
    sandbox: Sandbox
    limits: Limits
    told_ms: int

    def deals(
        self,
        variant: Variant,
        count: int,
        *,
        seat: int = 0,
        bend: Callable[[Lines], Lines] | None = None,
        hold: bool = False,
        move_ms: int = 0,
        tables: int = 1,
    ) -> Probe:
        """Play single deals; `bend` lies between the bot and all that watches it, `hold` is the farewell's.

        With `move_ms` that is what the bot is told, and what it is allowed.
        """
        limits = replace(self.limits, tables=tables, move_ms=move_ms or self.limits.move_ms)
        told_ms = move_ms or self.told_ms
        return self._played(variant, range(count), Mode.DEALS, limits, told_ms, seat=seat, bend=bend, hold=hold)

    def game(self, variant: Variant, *, seat: int, long_s: float) -> Probe:
        """Play a whole game, or as much of it as the bot can play in so many seconds."""
        limits = replace(self.limits, tables=1)
        return self._played(variant, (0,), Mode.GAMES, limits, self.told_ms, seat=seat, long_s=long_s)

    def _played(
        self,
        variant: Variant,
        numbers: Sequence[int],
        mode: Mode,
        limits: Limits,
        told_ms: int,
        *,
        seat: int,
        bend: Callable[[Lines], Lines] | None = None,
        hold: bool = False,
        long_s: float = inf,
    ) -> Probe:
        bots = tuple(self.name if chair == seat else "company" for chair in range(variant.seats))
        limits = replace(limits, max_faults=1, on_fault=OnFault.FORFEIT)
        spec = MatchSpec(
            "check.r0.b0", variant.name, asdict(variant.options), "check", mode, bots, tuple(numbers), limits
        )
        kind = type(variant)
        for _ in range(ATTEMPTS):
            process = ProcessLines((self.program,), f"{kind.__module__}:{kind.__qualname__}", self.sandbox, limits)
            goodbye = Farewell(process, hold=hold)
            watched = Watched(goodbye, long_s)
            bent = watched if bend is None else bend(watched)
            lines = ToldLimits(bent, {"move_ms": told_ms}, limits.move_ms)
            try:
                record = play_match(spec, variant, InCompany(lines, seat, variant.seats))
            except LongEnough:
                return _probe(variant, watched, goodbye, None, seat)
            if not record.void:
                return _probe(variant, watched, goodbye, record, seat)
        raise ArenaError(f"the matches of {self.name} can't be played here: {record.void}")


def _probe(variant: Variant, watched: Watched, goodbye: Farewell, record: MatchRecord | None, seat: int) -> Probe:
    tables = record.tables if record is not None else ()
    in_hands = (fault for table in tables for hand in table.hands for fault in hand.faults)
    faults = [*(record.faults if record is not None else ()), *in_hands]
    return Probe(
        variant=variant,
        seat=seat,
        ready=watched.ready,
        ready_s=watched.ready_s,
        answers=watched.answers,
        played_s=watched.played_s,
        slowest_s=record.seats[seat].slowest_s if record is not None else 0.0,
        fault=faults[0] if faults else None,
        tables=() if faults else tables,
        noise=watched.noise,
        goodbye=goodbye,
        log=record.seats[seat].log if record is not None else "",
    )
