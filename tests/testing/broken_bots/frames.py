"""The bare protocol for the broken bots: a sound bot in a few lines, for each of them to break in one place."""

import random
import struct
import sys
from collections.abc import Callable, Iterator
from typing import Any

import msgpack

Message = dict[str, Any]
READY = {"type": "ready", "protocol": 1, "name": "specimen", "version": "1"}


def read() -> list[Message] | None:
    header = sys.stdin.buffer.read(4)
    return msgpack.unpackb(sys.stdin.buffer.read(struct.unpack(">I", header)[0])) if header else None


def write(*messages: Message) -> None:
    payload = msgpack.packb(messages)
    sys.stdout.buffer.write(struct.pack(">I", len(payload)) + payload)
    sys.stdout.buffer.flush()


def messages() -> Iterator[Message]:
    while (frame := read()) is not None:
        yield from frame


def move(act: Message, action: str) -> Message:
    return {"type": "move", "table": act["table"], "turn": act["turn"], "action": action}


def play(choose: Callable[[Message], str] | None = None, **ready: Any) -> None:
    """Be sound until `bye`; `choose` takes an act, which it may look at with the table's `seed` and `rng` in it."""
    rngs: dict[int, random.Random] = {}
    for message in messages():
        match message["type"]:
            case "hello":
                write({**READY, **ready})
            case "start":
                rngs[message["table"]] = random.Random(message["seed"])
            case "act":
                rng = rngs[message["table"]]
                action = choose({**message, "rng": rng}) if choose else rng.choice(message["legal"])
                write(move(message, action))
            case "bye":
                return
