"""Frozen values that every layer passes on: what was asked (specs) and what happened (records).

Written by the schedule and the referee, kept by the store, read by statistics and reports. They hold plain
data only (text, numbers, bytes, tuples), so that they can be pickled, stored and compared; no game state,
no process, no file. Times are in seconds unless the name says otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from math import log2
from typing import Any


class FaultKind(StrEnum):
    """Everything that a bot can do wrong. The list is closed: the protocol names it."""

    START_TIMEOUT = "start_timeout"
    CRASH = "crash"
    TIMEOUT = "timeout"
    ILLEGAL = "illegal"
    PROTOCOL = "protocol"
    MEMORY = "memory"
    OUTPUT_FLOOD = "output_flood"
    BUILD = "build"


class OnFault(StrEnum):
    """What follows a fault: a stand-in finishes the hand, or the table ends at once."""

    STAND_IN = "stand_in"
    FORFEIT = "forfeit"


class Mode(StrEnum):
    """What a table is: one independent deal scored by payoff, or a game to the variant's end."""

    DEALS = "deals"
    GAMES = "games"


@dataclass(frozen=True, slots=True)
class Limits:
    """What a bot may use. The league file's `[limits]`.

    `memory_mb` is the most that any bot may have, whatever it asks for. `processes` counts threads as well;
    `cpu_s` is for each process of one start, `open_files` likewise. `pause_between_turns` stops a bot that
    thinks while it is not asked. `build_network` lets builds reach the internet.
    """

    move_ms: int = 1000
    start_ms: int = 10_000
    memory_mb: int = 512
    processes: int = 64
    disk_mb: int = 64
    cpu_s: int = 86_400
    open_files: int = 256
    pause_between_turns: bool = True
    build_network: bool = False
    build_ms: int = 300_000
    max_faults: int = 3
    on_fault: OnFault = OnFault.STAND_IN
    tables: int = 64


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that one bot did wrong, with the evidence.

    `table` names the table ("m3.r0.d17"), empty for a fault outside any table; `hand` counts from 1, `trick`
    from 0 (tricks completed before it). `used_ms` of `allowed_ms` is the clock of the question that was open.
    `frames` are the last messages exchanged with this bot (oldest first, each "> ..." to the bot or "< ..."
    from it, readable text); `stderr` the last lines of its log in this match.
    """

    kind: FaultKind
    seat: int
    bot: str
    detail: str
    table: str = ""
    hand: int = 0
    trick: int = 0
    used_ms: int = 0
    allowed_ms: int = 0
    frames: tuple[str, ...] = ()
    stderr: str = ""


@dataclass(frozen=True, slots=True)
class HandRecord:
    """One hand as it was played; with the match's spec it is enough to play it again card by card.

    `number` is the table's number in the schedule (the deal, or the game), `hand` counts from 1 within the
    table. `actions` holds one byte for each decision: the index of the token in its phase's alphabet.
    `scores` (this hand's change by the game's rules), `totals` (the running score after it) and `payoffs`
    (higher is better) are by seat. `complete` is False when the table was forfeited in this hand.
    """

    number: int
    hand: int
    actions: bytes
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    payoffs: tuple[float, ...]
    complete: bool = True
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class TableRecord:
    """One table from its start to its end: a deal, or a whole game.

    `payoffs` is the table's result by seat, higher is better. `stood_in` names the seats for which a
    stand-in answered at least one question.
    """

    number: int
    hands: tuple[HandRecord, ...]
    payoffs: tuple[float, ...]
    stood_in: tuple[int, ...] = ()
    forfeited: tuple[int, ...] = ()


SLOTS_AN_OCTAVE = 4
TIME_SLOTS = 128
_SLOTS_TO_A_SECOND = 80
_FIRST_SLOT_S = 2.0 ** (-_SLOTS_TO_A_SECOND / SLOTS_AN_OCTAVE)


def time_slot(used_s: float) -> int:
    """The slot of a time in seconds: slot n begins at 2^(n/4 - 20) seconds, so that it is 19 % wide.

    Slot 0 has what took less than its end (a microsecond), the last one all that took longer than an hour.
    """
    if used_s < _FIRST_SLOT_S:
        return 0
    # Called for every decision.
    slot = int(SLOTS_AN_OCTAVE * log2(used_s) + _SLOTS_TO_A_SECOND)
    return slot if slot < TIME_SLOTS else TIME_SLOTS - 1


def slot_start_s(slot: float) -> float:
    """Where a slot begins, in seconds; between two whole numbers, the time as far between on the logarithmic scale."""
    return float(2.0 ** ((slot - _SLOTS_TO_A_SECOND) / SLOTS_AN_OCTAVE))


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """One seat over a whole match: who sat there and what it used. Times are the referee's, in seconds.

    late: answers that came after their question was given up. out: it had used up its faults and ranks last. times:
    how many decisions took how long, as pairs of a `time_slot` and a number, ascending, without noughts.
    """

    bot: str
    decisions: int
    think_s: float
    slowest_s: float
    peak_memory_mb: float
    cpu_s: float
    starts: int
    faults: int
    late: int
    out: bool
    log: str = ""
    times: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class MatchSpec:
    """One piece of work: these bots in these seats play these tables, in processes that see nothing else.

    `bots` are entrants' names by seat. `numbers` are the tables to play: deals, or games, numbered from 0
    through the whole league. The name says what it is: "m3.r0.b2" is line-up 3, sitting 0, block 2; the
    table of deal 17 in it is "m3.r0.d17".
    """

    name: str
    variant: str
    options: Mapping[str, Any]
    seed: str
    mode: Mode
    bots: tuple[str, ...]
    numbers: tuple[int, ...]
    limits: Limits = field(default_factory=Limits)

    @property
    def seats(self) -> int:
        """How many seats the table has."""
        return len(self.bots)

    def table(self, number: int) -> str:
        """The name of the table with this number."""
        return f"{self.name.rpartition('.')[0]}.d{number}"


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """What came of one match. `faults` are those outside any hand; `sandbox` is the tier that held the bots.

    A match that the variant's or the host's failure spoiled is void: `void` says whose and why, and there
    are no tables. It is nobody's loss and is played again under the same name.
    """

    spec: MatchSpec
    tables: tuple[TableRecord, ...]
    seats: tuple[SeatRecord, ...]
    sandbox: str
    wall_s: float
    late_s: float = 0.0
    faults: tuple[Fault, ...] = ()
    void: str = ""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """What statistics need to know of a match, without its hands.

    By seat: `bots`, and `out` (the bot had used up its faults). By table, then by seat: `payoffs`, `stood_in`
    and `forfeited` as in TableRecord; `numbers` are the tables' numbers. `name` is the match's.
    """

    bots: tuple[str, ...]
    out: tuple[bool, ...]
    numbers: tuple[int, ...]
    payoffs: tuple[tuple[float, ...], ...]
    stood_in: tuple[tuple[int, ...], ...]
    forfeited: tuple[tuple[int, ...], ...]
    name: str = ""
