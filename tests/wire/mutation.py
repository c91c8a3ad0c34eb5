"""What a hostile bot might write: valid frames, bent in every way that a seeded generator knows.

Used by the fuzzing of the reader and of the whole match. The same seed gives the same bytes on every machine.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import msgpack

Message = dict[Any, Any]

READY: Message = {"type": "ready", "protocol": 1, "name": "fuzz", "version": "1", "tables": 4, "view": False}
MOVE: Message = {"type": "move", "table": 0, "turn": 3, "action": "TH"}
TEXTS = ("", "ready", "move", "bye", "TH", "\0", "\n", "\x1b[2J", "\u202e", "é" * 40, "A" * 300, "\U0001f600")
ODD: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 127, 128, 255, 65535, 1 << 31, (1 << 63) - 1, 1 << 63, (1 << 64) - 1, -(1 << 63)),
    *(0.0, -0.0, 1.5, float("nan"), float("inf"), b"", b"\xff\xfe", b"TH", [], [[]], {}, {"type": "move"}, [0] * 50),
    *(msgpack.ExtType(5, b"x"), msgpack.Timestamp(0, 0), *TEXTS),
)
BYTES = (0x00, 0x01, 0x20, 0x7F, 0x80, 0x90, 0x91, 0x9F, 0xA0, 0xC0, 0xC1, 0xC4, 0xC7, 0xD9, 0xDB, 0xDD, 0xDF, 0xFF)
LENGTHS = (0, 1, 2, 255, 256, 65535, 1 << 16, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, 1 << 24, (1 << 32) - 1)


def frame(payload: bytes) -> bytes:
    return struct.pack(">I", len(payload)) + payload


class Mutator:
    """A source of bent frames; `base` are the messages that it starts from."""

    def __init__(self, seed: int, base: Sequence[Message] = (READY, MOVE)) -> None:
        self.random = Random(seed)
        self.base = base
        self._last = frame(msgpack.packb([MOVE]))
        self._ways: tuple[Callable[[], bytes], ...] = (
            self.valid,
            self.odd_message,
            self.odd_message,
            self.odd_array,
            self.nested,
            self.flipped,
            self.flipped,
            self.cut,
            self.grown,
            self.spliced,
            self.false_length,
            self.noise,
        )

    def __call__(self) -> bytes:
        """The next piece of a stream: mostly one frame, or what was one."""
        made = self.random.choice(self._ways)()
        if len(made) < 4096:
            self._last = made
        return made

    def pieces(self, data: bytes) -> list[bytes]:
        """The same bytes in pieces, as a pipe might give them."""
        pieces = []
        while data:
            size = self.random.choice((1, 2, 3, 5, 17, 200, len(data)))
            pieces.append(data[:size])
            data = data[size:]
        return pieces

    def valid(self) -> bytes:
        messages = [self.random.choice(self.base) for _ in range(self.random.choice((1, 1, 1, 2, 5)))]
        return frame(msgpack.packb(messages))

    def odd_message(self) -> bytes:
        """A message with a value, a key, or the lack of one that the protocol does not foresee."""
        random, message = self.random, dict(self.random.choice(self.base))
        for _ in range(random.choice((1, 1, 2, 3))):
            key = random.choice([*message, "type", "extra"]) if message else "type"
            match random.randrange(3):
                case 0:
                    message[key] = random.choice(ODD)
                case 1:
                    message.pop(key, None)
                case _:
                    message[random.choice(("extra", "tables", 0, None, b"type", -1, 1.5, True))] = random.choice(ODD)
        return frame(msgpack.packb([message], strict_types=False))

    def odd_array(self) -> bytes:
        """A payload that is not an array of maps."""
        odd = [self.random.choice((*ODD, *self.base)) for _ in range(self.random.randrange(4))]
        return frame(msgpack.packb(self.random.choice((odd, odd[:1], dict(self.base[0]), self.random.choice(ODD)))))

    def nested(self) -> bytes:
        opening = self.random.choice((b"\x91", b"\x81", b"\x81\xa1a", b"\xdc\x00\x01", b"\x92\x80"))
        return frame(opening * self.random.choice((2, 30, 600, 3000)) + self.random.choice((b"", b"\xc0", b"\x80")))

    def flipped(self) -> bytes:
        """Bytes changed, mostly to those that begin something in msgpack."""
        data = bytearray(self.valid() if self.random.random() < 0.5 else self._last)
        for _ in range(self.random.choice((1, 1, 2, 4, 8))):
            if data:
                at = self.random.randrange(len(data))
                data[at] = self.random.choice((self.random.choice(BYTES), self.random.randrange(256)))
        return bytes(data)

    def cut(self) -> bytes:
        data = self.valid()
        at, end = sorted(self.random.randrange(len(data) + 1) for _ in range(2))
        return self.random.choice((data[:at], data[:at] + data[end:], frame(data[4:][:at]), frame(data[4:][at:])))

    def grown(self) -> bytes:
        data = self.valid()
        at = self.random.randrange(len(data) + 1)
        more = self.random.choice((data[at:], self.random.randbytes(self.random.choice((1, 4, 30)))))
        return self.random.choice((data[:at] + more + data[at:], frame(data[4:] + more)))

    def spliced(self) -> bytes:
        one, other = self._last, self.valid()
        return one[: self.random.randrange(len(one) + 1)] + other[self.random.randrange(len(other)) :]

    def false_length(self) -> bytes:
        data = self.valid()
        length = self.random.choice((*LENGTHS, len(data), len(data) - 5, len(data) - 3))
        order = self.random.choice("><")
        return struct.pack(f"{order}I", length & 0xFFFFFFFF) + data[4:]

    def noise(self) -> bytes:
        data = self.random.randbytes(self.random.choice((1, 3, 4, 16, 200)))
        return self.random.choice((data, frame(data), b"my hand: AS KD\n", frame(b'[{"type":"move"}]')))
