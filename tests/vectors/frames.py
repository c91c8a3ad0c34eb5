"""Bytes on the stream, good and bad, each with what a reader must make of them: written by hand from the protocol."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgpack

from arena.wire.framing import MAX_FROM_BOT, MAX_FROM_REFEREE, frame
from tests.vectors.conversations import longest

READY = {"type": "ready", "protocol": 1, "name": "my bot", "version": "1.0"}
MOVE = {"type": "move", "table": 17, "turn": 3, "action": "7H"}
TELL = {"type": "tell", "table": 17, "events": [["trick", 1]]}
BYE = {"type": "bye"}


@dataclass(frozen=True)
class Bytes:
    """`verdict` is one of good, unfinished, no_frame, no_message; `frames` the messages of each whole frame."""

    name: str
    data: bytes
    verdict: str
    frames: tuple[list[Any], ...] = ()

    def as_data(self) -> dict[str, Any]:
        return {"name": self.name, "bytes": self.data.hex(), "verdict": self.verdict, "frames": list(self.frames)}


def one(*messages: Any) -> bytes:
    """A frame with these messages."""
    return frame(msgpack.packb(list(messages)))


def good(name: str, *frames: list[Any]) -> Bytes:
    return Bytes(name, b"".join(one(*messages) for messages in frames), "good", frames)


def from_bot() -> Iterator[Bytes]:
    """What bots send: the referee is the reader."""
    yield good("ready", [READY])
    yield good("ready for many tables, without views", [{**READY, "tables": 64, "view": False}])
    yield good("move", [MOVE])
    yield good("two moves in a frame", [MOVE, {**MOVE, "table": 18}])
    yield good("two frames at once", [READY], [MOVE])
    yield good("a frame with no message", [])
    yield good("keys that nobody knows", [{**MOVE, "comment": ["why", None, 1.5], "z": {"deep": True}}])
    yield good("a turn and a table of 64 bits", [{**MOVE, "table": 2**40, "turn": 2**63 - 1}])
    for name, longer in (("move", MOVE), ("ready", READY)):
        yield Bytes(f"{name}, every value in its longest form", frame(longest([longer])), "good", ([longer],))
    yield from _unfinished(one(MOVE))
    yield Bytes("a whole frame, then half of the next", one(READY) + one(MOVE)[:9], "unfinished", ([READY],))

    yield Bytes("a frame of 4 GiB", b"\xff\xff\xff\xff", "no_frame")
    yield Bytes("one byte more than the longest frame", (MAX_FROM_BOT + 1).to_bytes(4, "big"), "no_frame")
    yield Bytes("text", b"Hello, I am a bot\n", "no_frame")
    yield Bytes("a good frame, then text", one(MOVE) + b"playing 7H\n", "no_frame", ([MOVE],))
    yield Bytes("JSON lines", b'[{"type": "bye"}]\n', "no_frame")
    yield Bytes("msgpack without a length", msgpack.packb([READY]), "no_frame")
    yield Bytes("a length with its lowest byte first", b"\x23\x00\x00\x00" + msgpack.packb([MOVE]), "no_frame")

    yield from _no_messages()


def _no_messages() -> Iterator[Bytes]:
    def bad(name: str, value: Any) -> Bytes:
        return Bytes(name, frame(msgpack.packb(value)), "no_message")

    yield Bytes("an empty frame", b"\0\0\0\0", "no_message")
    yield Bytes("JSON in a frame", frame(b'[{"type": "move"}]'), "no_message")
    yield Bytes("a byte that msgpack never uses", frame(b"\xc1"), "no_message")
    yield Bytes("an array cut short", frame(msgpack.packb([MOVE])[:-1]), "no_message")
    yield Bytes("two values in a frame", frame(msgpack.packb([MOVE]) * 2), "no_message")
    yield Bytes("an array of 4294967295 with nothing in it", frame(b"\xdd\xff\xff\xff\xff"), "no_message")
    yield bad("a lone message with no array around it", MOVE)
    yield bad("nil", None)
    yield bad("an array of texts", ["move"])
    yield bad("no type", [{"table": 17}])
    yield bad("a type that is no text", [{**MOVE, "type": 3}])
    yield bad("a type that no bot sends", [{"type": "hello"}])
    yield bad("another protocol", [{**READY, "protocol": 2}])
    yield bad("no table at all", [{**READY, "tables": 0}])
    yield bad("ready with a text for a boolean", [{**READY, "view": "no"}])
    yield bad("a move without its turn", [{key: value for key, value in MOVE.items() if key != "turn"}])
    yield bad("a float for an integer", [{**MOVE, "turn": 3.0}])
    yield bad("an action that is no text", [{**MOVE, "action": ["7H"]}])
    yield bad("binary data for a text", [{**MOVE, "action": b"7H"}])
    yield bad("a good message, then a bad one", [MOVE, {"type": "move"}])


def from_referee() -> Iterator[Bytes]:
    """What the referee sends: a bot is the reader. It passes over what it does not know."""
    yield good("bye", [BYE])
    yield good("tell", [TELL])
    yield good("a fault at no table", [{"type": "fault", "table": None, "kind": "protocol", "detail": "é, ♠ and 𝄞"}])
    yield good("a message that nobody knows yet", [{"type": "weather", "wind": [1, [2, {"x": None}]]}, BYE])
    yield good("three frames at once", [TELL], [TELL, TELL], [BYE])
    yield good("a frame with no message", [])
    numbers = [0, 127, 128, 255, 256, 65535, 65536, 2**32 - 1, 2**32, 2**63 - 1]
    numbers += [-1, -32, -33, -128, -129, -32768, -32769, -(2**31), -(2**31) - 1, -(2**63)]
    yield good("integers of every size", [{**TELL, "hint": numbers}])
    yield good("texts around every size of length", [{**TELL, "hint": ["x" * size for size in (0, 31, 32, 255, 256)]}])
    yield good("arrays and maps around sixteen", [{**TELL, "a": [[0] * 15, [0] * 16], "m": _map(15), "n": _map(16)}])
    yield Bytes("every value in its longest form", frame(longest([TELL, BYE])), "good", ([TELL, BYE],))
    short = b"\x91\x84" + msgpack.packb(TELL)[1:] + b"\xa4hint\xca\x3f\xc0\0\0"
    yield Bytes("a float of 32 bits", frame(short), "good", ([{**TELL, "hint": 1.5}],))
    yield from _unfinished(one(TELL, BYE))
    yield Bytes("one byte more than the longest frame", (MAX_FROM_REFEREE + 1).to_bytes(4, "big"), "no_frame")
    yield Bytes("a frame that is not msgpack", frame(b"\xc1"), "no_message")
    yield Bytes("a frame that holds no array", frame(msgpack.packb(BYE)), "no_message")


def _map(size: int) -> dict[str, int]:
    return {str(key): key for key in range(size)}


def _unfinished(whole: bytes) -> Iterator[Bytes]:
    yield Bytes("two bytes of a length", whole[:2], "unfinished")
    yield Bytes("a length and nothing else", whole[:4], "unfinished")
    yield Bytes("all but the last byte", whole[:-1], "unfinished")
