"""The messages of protocol version 1 as typed values, and their bytes: the referee's side of the wire.

The referee encodes what it sends and decodes what bots answer; nobody else needs these types (the Python SDK
speaks plain maps, `arena.wire.plain`). Nothing here knows a game: tokens, events and views are plain data.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Struct, UnsetType

from arena.errors import WireError
from arena.wire import PROTOCOL
from arena.wire.diagnosis import diagnose, payload_text
from arena.wire.quoting import cut


# `gc=False`: messages never hold each other, so the collector need not look at them.
class Hello(Struct, tag_field="type", tag="hello", gc=False):
    """The first message: which game this is, and which chair. `limits` has start_ms, move_ms, memory_mb."""

    variant: str
    options: dict[str, Any]
    seats: int
    seat: int
    tables: int
    limits: dict[str, int]
    protocol: int = PROTOCOL


class Start(Struct, tag_field="type", tag="start", gc=False):
    """A table opens: one game, or one deal. `seed` (63 bits) is for the bot's own random choices."""

    table: int
    dealer: int
    totals: Sequence[int]
    seed: int


class Act(Struct, tag_field="type", tag="act", gc=False):
    """A question: choose one of `legal` within `ms`. `view` is left out for a bot that refused it."""

    table: int
    turn: int
    legal: Sequence[str]
    ms: int
    events: Sequence[Sequence[Any]]
    view: dict[str, Any] | UnsetType = UNSET


class Tell(Struct, tag_field="type", tag="tell", gc=False):
    """News of a table with no question."""

    table: int
    events: Sequence[Sequence[Any]]


class End(Struct, tag_field="type", tag="end", gc=False):
    """A table is over. `scores` are the game's totals, `payoffs` the same with higher always better."""

    table: int
    scores: Sequence[int]
    payoffs: Sequence[float]
    events: Sequence[Sequence[Any]]


class FaultNotice(Struct, tag_field="type", tag="fault", gc=False):
    """What this bot did wrong; sent before the consequence. `table` is None for a fault outside any table."""

    table: int | None
    kind: str
    detail: str


class Bye(Struct, tag_field="type", tag="bye", gc=False):
    """No more tables: the bot should exit within a second."""


class Ready(Struct, tag_field="type", tag="ready", gc=False):
    """A bot's answer to `hello`: its name, how many tables it plays at once, and whether it wants views."""

    name: str
    version: str
    protocol: Literal[1]
    tables: Annotated[int, msgspec.Meta(ge=1)] = 1
    view: bool = True


class Move(Struct, tag_field="type", tag="move", gc=False):
    """A bot's answer to the `act` with this table and turn."""

    table: int
    turn: int
    action: str


FromReferee: TypeAlias = Hello | Start | Act | Tell | End | FaultNotice | Bye
FromBot: TypeAlias = Ready | Move

# Both are pure functions of their input; a bound method spares the lookup on each decision.
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(list[FromBot]).decode
_length = struct.Struct(">I").pack


def encode(messages: Sequence[FromReferee | FromBot]) -> bytes:
    """One whole frame, length included, with these messages in this order."""
    payload = _encode(messages)
    return _length(len(payload)) + payload


def decode(payload: bytes) -> list[FromBot]:
    """The messages of one frame from a bot.

    Raises WireError, in words for the bot's author, when the payload is not an array of messages as the
    protocol has them. Keys that the protocol does not know are ignored.
    """
    try:
        return _decode(payload)
    except (msgspec.DecodeError, RecursionError) as error:
        raise WireError(diagnose(payload) or f"not a message of the protocol: {error}") from error


def readable(message: FromReferee | FromBot | bytes, most: int = 1200, table: int | None = None) -> str:
    """One line of text that shows a message, or the payload of a frame, in at most `most` characters.

    With a table, a frame's messages of other tables are only counted.
    For traces and evidence: JSON where it can be, the bytes themselves where they are no msgpack. Slow, so
    keep payloads as bytes and call this when somebody is going to read.
    """
    if isinstance(message, bytes):
        return cut(payload_text(message, most, table), most)
    return cut(msgspec.json.encode(message).decode(), most)
