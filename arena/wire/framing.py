"""Frames on a stream: a 4-byte big-endian length, then that many bytes. Standard library only.

The referee keeps one `FrameReader` for each bot, the Python SDK one for the referee. What is in a frame is
none of its business, but what is there *instead* of a frame is: it says so to the bot's author in words.
"""

from __future__ import annotations

import struct

from arena.errors import WireError
from arena.wire.quoting import hexadecimal, looks_like_text, quoted

MAX_FROM_BOT = 1 << 20
MAX_FROM_REFEREE = 16 << 20

_LENGTH = struct.Struct(">I")
_HEADER = HEADER_BYTES = _LENGTH.size
_read_length = _LENGTH.unpack_from

PRINTS_BELONG_ELSEWHERE = (
    "Standard output carries frames and nothing else; prints belong on standard error: in Python"
    " `print(..., file=sys.stderr)` (the SDK does that for every print after run()),"
    " in C `fprintf(stderr, ...)`"
)


def frame(payload: bytes) -> bytes:
    """One frame: the payload with its length before it."""
    return _LENGTH.pack(len(payload)) + payload


class FrameReader:
    """Cuts a stream of bytes into payloads, whatever the pieces in which it arrives.

    No more is ever held than one frame and one piece, and a frame longer than `limit` bytes is refused as
    soon as its length is there. Once a stream is broken it stays broken.
    """

    __slots__ = ("_held", "_limit", "broken")

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._held = bytearray()
        self.broken: WireError | None = None

    def feed(self, data: bytes) -> list[bytes]:
        """Takes the bytes of one read and returns the payloads that are now complete, in order.

        Raises WireError where the bytes can't be a frame. Frames that came whole before such bytes are still
        returned, so that the way the stream was cut into reads changes no answer: `broken` then holds the
        error, which the next call raises.
        """
        # Nearly every read is one whole frame with nothing left over from before.
        if not self._held and len(data) >= _HEADER:
            length = _read_length(data)[0]
            if length == len(data) - _HEADER and length <= self._limit:
                return [data[_HEADER:]]
        if self.broken is None:
            self._held += data
            payloads = self._take()
            if payloads or self.broken is None:
                return payloads
        raise self.broken

    def unfinished(self) -> str:
        """What there is of a frame that has not come whole ("12 of 300 bytes of a frame"), or nothing."""
        if not self._held or self.broken is not None:
            return ""
        if len(self._held) < _HEADER:
            return f"{len(self._held)} of the {_HEADER} bytes of a frame's length"
        return f"{len(self._held) - _HEADER} of {_read_length(self._held)[0]} bytes of a frame"

    def _take(self) -> list[bytes]:
        held, payloads, at = self._held, [], 0
        while (length := self._announced(at)) is not None and len(held) - at - _HEADER >= length:
            payloads.append(bytes(held[at + _HEADER : at + _HEADER + length]))
            at += _HEADER + length
        del held[:at]
        return payloads

    def _announced(self, at: int) -> int | None:
        """The length of the frame that begins at this byte; None when it is not known, now or ever."""
        held = self._held
        if len(held) - at >= _HEADER:
            length: int = _read_length(held, at)[0]
            if length <= self._limit:
                return length
            self.broken = WireError(_explain(held[at : at + 400], self._limit))
        elif len(held) > at and held[at] > self._limit >> 24 and looks_like_text(held[at:]):
            self.broken = WireError(_explain(held[at : at + 400], self._limit))
        return None


def _explain(start: bytearray, limit: int) -> str:
    """What an author did who began a frame with these bytes."""
    if len(start) >= _HEADER and start[0] and start[2:4] == b"\0\0":
        return (
            f"a frame's length must be big-endian: the 4 bytes {hexadecimal(start[:4])} say"
            f" {_read_length(start)[0]} (little-endian they would say {int.from_bytes(start[:4], 'little')})"
        )
    if looks_like_text(start):
        return f"text was written to standard output: {quoted(start)}. {PRINTS_BELONG_ELSEWHERE}"
    if 0x80 <= start[0] <= 0x9F or 0xDC <= start[0] <= 0xDF:
        return (
            f"a msgpack value was written with no length before it: {hexadecimal(start)}."
            " A frame is 4 bytes of length (big-endian), then the msgpack array of messages"
        )
    return (
        f"a frame of {_read_length(start)[0]} bytes was announced ({hexadecimal(start[:4])});"
        f" the longest allowed is {limit}"
    )
