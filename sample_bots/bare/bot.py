"""A whole bot against the bare protocol, with nothing but msgpack: it plays at random."""

import random
import struct
import sys

import msgpack


def read_frame():
    header = sys.stdin.buffer.read(4)
    if len(header) < 4:
        sys.exit()
    return msgpack.unpackb(sys.stdin.buffer.read(struct.unpack(">I", header)[0]))


def write_frame(*messages):
    payload = msgpack.packb(messages)
    sys.stdout.buffer.write(struct.pack(">I", len(payload)) + payload)
    sys.stdout.buffer.flush()


while True:
    for message in read_frame():
        match message["type"]:
            case "hello":
                write_frame({"type": "ready", "protocol": 1, "name": "bare", "version": "1.0"})
            case "start":
                rng = random.Random(message["seed"])
            case "act":
                action = rng.choice(message["legal"])
                answer = {"table": message["table"], "turn": message["turn"], "action": action}
                write_frame({"type": "move", **answer})
            case "bye":
                sys.exit()
