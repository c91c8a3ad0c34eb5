"""Records turned into rows, and rows into records.

Used by the reading and the writing half of the store. Lists by seat repeat over and over (a hand has few possible
scores), so their texts are remembered instead of made anew. Knows the columns, but no SQL and no connection.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from arena.errors import StoreError
from arena.records import Fault, FaultKind, HandRecord, MatchRecord, SeatRecord, TableRecord
from arena.store.names import match_place, numbers_text

Row = tuple[Any, ...]


@lru_cache(maxsize=1 << 14)
def _whole_text(values: tuple[int, ...]) -> str:
    return "[" + ",".join(map(str, map(int, values))) + "]"


@lru_cache(maxsize=1 << 14)
def _real_text(values: tuple[float, ...]) -> str:
    return "[" + ",".join(map(_number_text, values)) + "]"


def _number_text(value: float) -> str:
    """The shortest text of a number; 2 for 2.0, and 0 for -0.0, which equals it but would read differently."""
    if not math.isfinite(value):
        raise StoreError(f"{value} can't be kept as a payoff: it must be a finite number")
    return str(int(value)) if value == int(value) else repr(float(value))


@lru_cache(maxsize=1 << 14)
def whole_from(text: str) -> tuple[int, ...]:
    """A list of whole numbers by seat. Raises ValueError for a text that is none."""
    values = json.loads(text)
    if not isinstance(values, list) or any(type(value) is not int for value in values):
        raise ValueError(f"{text!r} is no list of whole numbers")
    return tuple(values)


@lru_cache(maxsize=1 << 14)
def real_from(text: str) -> tuple[float, ...]:
    """A list of numbers by seat. Raises ValueError for a text that is none."""
    values = json.loads(text)
    if not isinstance(values, list) or any(type(value) not in (int, float) for value in values):
        raise ValueError(f"{text!r} is no list of numbers")
    return tuple(map(float, values))


def text_of(text: str) -> str:
    """A text as the database can hold it: lone surrogates, which are no text in UTF-8, are spelt out."""
    return text.encode("utf-8", "backslashreplace").decode()


def texts_from(text: str) -> tuple[str, ...]:
    """A list of texts. Raises ValueError for a text that is none."""
    values = json.loads(text)
    if not isinstance(values, list) or any(type(value) is not str for value in values):
        raise ValueError(f"{text!r} is no list of texts")
    return tuple(values)


def match_row(record: MatchRecord) -> Row:
    """A match's own row, without its id."""
    spec = record.spec
    return (
        spec.name,
        *match_place(spec.name),
        min(spec.numbers, default=0),
        numbers_text(spec.numbers),
        json.dumps(spec.bots),
        len(record.tables),
        sum(len(table.hands) for table in record.tables),
        record.sandbox,
        record.wall_s,
        record.late_s,
    )


def seat_rows(match: int, seats: Iterable[SeatRecord]) -> Iterator[Row]:
    """The rows of a match's seats."""
    for number, seat in enumerate(seats):
        yield (
            match,
            number,
            seat.bot,
            seat.decisions,
            seat.think_s,
            seat.slowest_s,
            seat.peak_memory_mb,
            seat.cpu_s,
            seat.starts,
            seat.faults,
            seat.late,
            seat.out,
            text_of(seat.log),
            _times_text(seat.times),
        )


def seat_from(row: Row) -> SeatRecord:
    """A seat out of its columns from `bot` on."""
    *used, out, log, times = row
    values = (*used, bool(out), log, tuple(times_from(times).items()))
    return SeatRecord(*values)


def _times_text(times: Iterable[tuple[int, int]]) -> str:
    counted = dict(times)
    return json.dumps(counted, separators=(",", ":")) if counted else ""


def times_from(text: str) -> dict[int, int]:
    """How many decisions took how long, by slot; none for an empty text. Raises ValueError for any other."""
    values = json.loads(text) if text else {}
    if not isinstance(values, dict) or any(type(count) is not int for count in values.values()):
        raise ValueError(f"{text!r} is no map of times")
    return {int(slot): count for slot, count in values.items()}


def table_rows(match: int, tables: Iterable[TableRecord]) -> Iterator[Row]:
    """The rows of a match's tables."""
    for table in tables:
        yield (
            match,
            table.number,
            _real_text(table.payoffs),
            _whole_text(table.stood_in),
            _whole_text(table.forfeited),
        )


def hand_rows(match: int, tables: Iterable[TableRecord]) -> Iterator[Row]:
    """The rows of a match's hands."""
    for table in tables:
        for hand in table.hands:
            yield (
                match,
                hand.number,
                hand.hand,
                hand.actions,
                _whole_text(hand.scores),
                _whole_text(hand.totals),
                _real_text(hand.payoffs),
                hand.complete,
            )


def hand_from(row: Row, faults: tuple[Fault, ...]) -> HandRecord:
    """A hand out of its columns from `number` on. Raises ValueError for columns that no hand can have."""
    number, hand, actions, scores, totals, payoffs, complete = row
    if type(actions) is not bytes:
        raise ValueError("actions are no bytes")
    return HandRecord(
        number, hand, actions, whole_from(scores), whole_from(totals), real_from(payoffs), bool(complete), faults
    )


def fault_rows(match: int, record: MatchRecord) -> Iterator[Row]:
    """The rows of all faults of a match, those outside any hand first."""
    places: list[tuple[int | None, int | None, Fault]] = [(None, None, fault) for fault in record.faults]
    places += [
        (table.number, hand.hand, fault) for table in record.tables for hand in table.hands for fault in hand.faults
    ]
    for place, (number, in_hand, fault) in enumerate(places):
        yield (
            match,
            place,
            number,
            in_hand,
            str(fault.kind),
            fault.seat,
            fault.bot,
            text_of(fault.detail),
            fault.table,
            fault.hand,
            fault.trick,
            fault.used_ms,
            fault.allowed_ms,
            json.dumps(fault.frames),
            text_of(fault.stderr),
        )


def fault_from(row: Row) -> Fault:
    """A fault out of its columns from `kind` on. Raises ValueError for a kind that does not exist."""
    kind, *where, frames, stderr = row
    values = (FaultKind(kind), *where, texts_from(frames), stderr)
    return Fault(*values)
