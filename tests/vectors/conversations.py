"""Which conversations are recorded, and the one that says the same in other bytes."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from arena_troeven import Troeven
from arena_trollin import Trollin

from arena.records import Mode
from arena.wire.framing import frame
from tests.vectors.record import Careless, Conversation, First, ManyTables, messages_of, record


def conversations() -> Iterator[Conversation]:
    """Every conversation of the golden vectors, by its file's name."""
    for seats in (2, 3, 4, 5, 6):
        seat = (seats + 1) % seats
        yield record(f"trollin-{seats}", f"One deal of Trollin with {seats} players.", Trollin(seats), seat)
    for seat in (1, 3):
        about = f"Four deals of Troeven from seat {seat}: some begin with the call of trump, on four cards."
        yield record(f"troeven-seat-{seat}", about, Troeven(4), seat, tables=4)
    yield record(
        "trollin-declare",
        "One deal of Trollin with the option `declare`: the first question has the phase `declare`.",
        Trollin(4, declare=True),
        2,
    )
    yield record(
        "trollin-game", "A whole game of Trollin: a table of several hands.", Trollin(2, target=7), 0, mode=Mode.GAMES
    )
    yield record(
        "trollin-three-tables",
        "Five deals, three of them open at once: one frame brings up to three questions, of different tables.",
        Trollin(2),
        1,
        ManyTables,
        tables=5,
    )
    yield record("trollin-no-view", "A bot that refuses views.", Trollin(3), 0, First)
    yield record(
        "trollin-faults",
        "A bot that twice answers illegally: each time it hears `fault`, and a stand-in plays the deal to its end.",
        Trollin(2),
        0,
        Careless,
        tables=4,
    )
    plain = record("trollin-odd", ODD, Trollin(3), 1, tables=2)
    yield replace(plain, frames=[(who, _oddly(data) if who == "referee" else data) for who, data in plain.frames])


ODD = (
    "Two deals, said as no referee says them today, but as one may: with keys, messages and events that no bot knows,"
    " keys in another order, and every value in the longest form that msgpack has for it. The moves are those of a"
    " bot that passes over all that."
)


def _oddly(data: bytes) -> bytes:
    weather = {"type": "weather", "table": 0, "wind": [1.5, -7, None, 2**40, {"deep": True}]}
    messages: list[dict[str, Any]] = []
    for message in messages_of(data):
        if "events" in message:
            message["events"] = [["music", 3.5, "x" * 40], *message["events"], ["applause"]]
        messages.append(
            {"mood": {"a": [None]}, **dict(reversed(message.items())), "legal_hint": "2C", "bin": b"\0\xff"}
        )
        messages.append(weather)
    return frame(longest(messages))


def longest(value: Any) -> bytes:
    """A value as msgpack, every part of it in the longest form for its kind."""
    match value:
        case None | True | False:
            return {None: b"\xc0", False: b"\xc2", True: b"\xc3"}[value]
        case int():
            return b"\xd3" + struct.pack(">q", value)
        case float():
            return b"\xcb" + struct.pack(">d", value)
        case str():
            return b"\xdb" + struct.pack(">I", len(value.encode())) + value.encode()
        case bytes():
            return b"\xc6" + struct.pack(">I", len(value)) + value
        case dict():
            items = b"".join(longest(key) + longest(each) for key, each in value.items())
            return b"\xdf" + struct.pack(">I", len(value)) + items
        case _:
            return b"\xdd" + struct.pack(">I", len(value)) + b"".join(map(longest, value))
