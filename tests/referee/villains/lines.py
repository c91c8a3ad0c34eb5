"""The bare protocol for the villains: an honest bot in a few lines, to be bent by each of them."""

import struct
import sys
from collections.abc import Callable, Iterator
from typing import Any

import msgpack

Message = dict[str, Any]


def frame(*messages: Message) -> bytes:
    payload = msgpack.packb(messages)
    return struct.pack(">I", len(payload)) + payload


def write(data: bytes) -> None:
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def messages() -> Iterator[Message]:
    while header := sys.stdin.buffer.read(4):
        yield from msgpack.unpackb(sys.stdin.buffer.read(struct.unpack(">I", header)[0]))


def ready() -> bytes:
    return frame({"type": "ready", "protocol": 1, "name": "villain", "version": "1"})


def move(act: Message, **changes: Any) -> bytes:
    return frame({"type": "move", "table": act["table"], "turn": act["turn"], "action": act["legal"][0], **changes})


def play(answer: Callable[[Message], bytes | None]) -> None:
    """Be honest but for what `answer` makes of each question; None: the honest answer."""
    for message in messages():
        if message["type"] == "hello":
            write(ready())
        elif message["type"] == "act":
            answered = answer(message)
            write(move(message) if answered is None else answered)
        elif message["type"] == "bye":
            return
