"""The reference codec: messages as plain maps, packed by msgpack, over blocking file descriptors.

The Python SDK and the tests speak through it. It imports msgpack and the standard library only, so that a
bot is ready soon after its process has started.
"""

from __future__ import annotations

import os

import msgpack

from arena.errors import WireError
from arena.wire.framing import MAX_FROM_REFEREE, FrameReader, frame

TYPE_CHECKING = False
if TYPE_CHECKING:  # `typing` would be half of a small bot's start-up
    from typing import Any, TypeAlias

    Message: TypeAlias = dict[str, Any]

_pack = msgpack.Packer().pack
_unpack = msgpack.unpackb
_READ_BYTES = 1 << 16


def pack(messages: list[Message]) -> bytes:
    """One frame with these messages."""
    return frame(_pack(messages))


def unpack(payload: bytes) -> list[Message]:
    """The messages of one frame's payload. Raises WireError when it is not a msgpack array."""
    try:
        messages = _unpack(payload)
    except ValueError as error:
        raise WireError(f"a frame that is not msgpack: {error}") from error
    if not isinstance(messages, list):
        raise WireError("a frame that does not hold an array of messages")
    return messages


class Pipe:
    """Two file descriptors, one to read frames from and one to write them to; both block."""

    __slots__ = ("_reader", "_ready", "_source", "_target")

    def __init__(self, source: int, target: int, limit: int = MAX_FROM_REFEREE) -> None:
        self._source = source
        self._target = target
        self._reader = FrameReader(limit)
        self._ready: list[bytes] = []

    def receive(self) -> list[Message] | None:
        """The next frame's messages; None when the other side has closed the pipe.

        Raises WireError when what came is not the protocol.
        """
        while not self._ready:
            data = os.read(self._source, _READ_BYTES)
            if not data:
                return None
            self._ready = self._reader.feed(data)
        return unpack(self._ready.pop(0))

    def send(self, messages: list[Message]) -> None:
        """Writes one frame, wholly. Raises BrokenPipeError when the other side is gone."""
        data = pack(messages)
        written = os.write(self._target, data)
        while written < len(data):
            written += os.write(self._target, data[written:])
