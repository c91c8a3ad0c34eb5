"""An honest bot in a few lines, for the attacks that the referee has to judge: honest until asked for turn 4."""

import json
import os
import struct
import sys
from collections.abc import Callable, Iterator
from typing import Any

import msgpack

Message = dict[str, Any]
AT_TURN = 4
# The referee looks at memory every 20 ms: what is held for so long has been seen.
LOOKED_AT_S = 0.3


def frame(*messages: Message) -> bytes:
    payload = msgpack.packb(messages)
    return struct.pack(">I", len(payload)) + payload


def write(data: bytes) -> None:
    while data:
        data = data[os.write(1, data) :]


def messages() -> Iterator[Message]:
    while header := sys.stdin.buffer.read(4):
        yield from msgpack.unpackb(sys.stdin.buffer.read(struct.unpack(">I", header)[0]))


def move(act: Message) -> bytes:
    return frame({"type": "move", "table": act["table"], "turn": act["turn"], "action": act["legal"][0]})


def setting(name: str) -> int:
    """A number that the test chose: how far a bomb goes where nothing stops it."""
    return int(json.loads(os.environ["ATTACK_TARGETS"])[name])


def play(attack: Callable[[], object]) -> None:
    """Play the lowest legal token always, and attack before the answer to one question."""
    for message in messages():
        if message["type"] == "hello":
            write(frame({"type": "ready", "protocol": 1, "name": "attack", "version": "1"}))
        elif message["type"] == "act":
            if message["turn"] == AT_TURN:
                attack()
            write(move(message))
        elif message["type"] == "bye":
            return
