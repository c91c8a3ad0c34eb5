import json

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import WireError
from arena.wire.messages import (
    Act,
    Bye,
    End,
    FaultNotice,
    Hello,
    Move,
    Ready,
    Start,
    Tell,
    decode,
    encode,
    readable,
)

MOVE = {"type": "move", "table": 3, "turn": 7, "action": "AS"}
READY = {"type": "ready", "protocol": 1, "name": "x", "version": "1.0"}


def words_for(value: object) -> str:
    payload = value if isinstance(value, bytes) else msgpack.packb(value)
    with pytest.raises(WireError) as raised:
        decode(payload)
    return str(raised.value)


def without(message: dict, key: str) -> dict:
    return {name: value for name, value in message.items() if name != key}


def test_a_frame_is_its_length_and_an_array_of_maps():
    assert encode([Bye()]) == b"\x00\x00\x00\x0b" + b"\x91" + b"\x81" + b"\xa4type" + b"\xa3bye"


@pytest.mark.parametrize(
    ("message", "plain"),
    [
        (
            Hello("trollin", {"target": 23}, 4, 2, 64, {"start_ms": 1, "move_ms": 2, "memory_mb": 3}),
            {
                "type": "hello",
                "protocol": 1,
                "variant": "trollin",
                "options": {"target": 23},
                "seats": 4,
                "seat": 2,
                "tables": 64,
                "limits": {"start_ms": 1, "move_ms": 2, "memory_mb": 3},
            },
        ),
        (
            Start(1, 2, [0, 0], 2**63 - 1),
            {"type": "start", "table": 1, "dealer": 2, "totals": [0, 0], "seed": 2**63 - 1},
        ),
        (
            Act(1, 2, ["AS"], 900, [("play", 0, "KS"), ("hand", ["AS"])]),
            {
                "type": "act",
                "table": 1,
                "turn": 2,
                "legal": ["AS"],
                "ms": 900,
                "events": [["play", 0, "KS"], ["hand", ["AS"]]],
            },
        ),
        (
            Act(1, 2, ["AS"], 900, [], {"phase": "play", "trick": [(0, "KS")]}),
            {
                "type": "act",
                "table": 1,
                "turn": 2,
                "legal": ["AS"],
                "ms": 900,
                "events": [],
                "view": {"phase": "play", "trick": [[0, "KS"]]},
            },
        ),
        (Tell(4, [("trick", 1)]), {"type": "tell", "table": 4, "events": [["trick", 1]]}),
        (
            End(4, [1, 2], [1.5, 2.0], []),
            {"type": "end", "table": 4, "scores": [1, 2], "payoffs": [1.5, 2.0], "events": []},
        ),
        (
            FaultNotice(None, "crash", "exited"),
            {"type": "fault", "table": None, "kind": "crash", "detail": "exited"},
        ),
        (Bye(), {"type": "bye"}),
    ],
)
def test_what_the_referee_says_is_plain_maps_on_the_wire(message, plain):
    assert msgpack.unpackb(encode([message, message])[4:]) == [plain, plain]


def test_answers_are_read_and_unknown_keys_are_ignored():
    assert decode(msgpack.packb([READY])) == [Ready("x", "1.0", 1, tables=1, view=True)]
    assert decode(msgpack.packb([{**READY, "tables": 64, "view": False, "mood": ["good", {"very": 1}]}])) == [
        Ready("x", "1.0", 1, tables=64, view=False)
    ]
    assert decode(msgpack.packb([{**MOVE, "why": None}, {**MOVE, "table": 4}])) == [Move(3, 7, "AS"), Move(4, 7, "AS")]
    assert decode(msgpack.packb([])) == []


@given(st.integers(-(2**63), 2**64 - 1), st.integers(-(2**63), 2**64 - 1), st.text())
def test_any_well_typed_move_survives(table, turn, action):
    payload = msgpack.packb([{"action": action, "turn": turn, "type": "move", "table": table}])
    assert decode(payload) == [Move(table, turn, action)]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (b"", ["empty", "array of messages"]),
        (b"hello there", ["not one msgpack value", '"hello there"']),
        (b'[{"type": "move"}]', ["JSON", "msgpack"]),
        (b"\xc1", ["not msgpack", "c1"]),
        (msgpack.packb([MOVE])[:-1], ["not msgpack", "incomplete"]),
        (msgpack.packb([MOVE]) + b"\xc0\xc0", ["not one msgpack value", "2 bytes after it"]),
        (b"\xdd\xff\xff\xff\xff", ["not msgpack", "dd ff ff ff ff"]),
        (b"\x91" * 100_000, ["nested too deeply"]),
        (MOVE, ["array of messages", "only one", "a map"]),
        ("AS", ["array of messages", 'a string, "AS"']),
        (None, ["array of messages", "nil"]),
        ([7], ["a message is a map", "an integer, 7"]),
        ([[MOVE]], ["a message is a map", "an array"]),
        ([without(MOVE, "type")], ["no key `type`", '"action":"AS"']),
        ([{**MOVE, "type": 5}], ["`type` must be a string", "an integer, 5"]),
        ([{**MOVE, "type": "mov"}], ["unknown message type", '"mov"', "`ready` and `move`"]),
        ([{**MOVE, "type": "act"}], ["unknown message type", '"act"']),
        ([without(MOVE, "action")], ["`move` lacks the key `action`"]),
        ([without(MOVE, "turn")], ["`move` lacks the key `turn`"]),
        ([without(READY, "protocol")], ["`ready` lacks the key `protocol`"]),
        ([{**MOVE, "table": "3"}], ["`table` of `move`", "must be an integer", 'a string, "3"']),
        ([{**MOVE, "table": 3.0}], ["`table` of `move`", "must be an integer", "a float, 3.0"]),
        ([{**MOVE, "turn": True}], ["`turn` of `move`", "must be an integer", "a boolean, true"]),
        ([{**MOVE, "turn": None}], ["`turn` of `move`", "must be an integer", "nil"]),
        ([{**MOVE, "action": b"AS"}], ["`action` of `move`", "must be a string", "binary data"]),
        ([{**MOVE, "action": ["AS"]}], ["`action` of `move`", "must be a string", 'an array, ["AS"]']),
        ([{**READY, "protocol": 2}], ["protocol 2", "protocol 1"]),
        ([{"type": "ready", "protocol": 2}], ["protocol 2", "protocol 1"]),
        ([{**READY, "protocol": True}], ["`protocol` of `ready`", "must be an integer", "a boolean"]),
        ([{**READY, "name": 1}], ["`name` of `ready`", "must be a string"]),
        ([{**READY, "tables": 0}], ["`tables`", "1 or more", "0"]),
        ([{**READY, "tables": 2.5}], ["`tables` of `ready`", "must be an integer"]),
        ([{**READY, "view": 0}], ["`view` of `ready`", "must be a boolean", "an integer, 0"]),
        ([{**MOVE, 3: 4}], ["keys of a message are strings", "an integer, 3"]),
        (b"\x91\x81\x91\x01\x01", ["keys of a message are strings"]),
        (msgpack.packb([MOVE]).replace(b"\xa2AS", b"\xa2A\xff"), ["UTF-8"]),
        ([MOVE, MOVE, {**MOVE, "turn": "x"}], ["message 3 of 3", "`turn` of `move`"]),
        ([{**MOVE, "table": "x" * 5000}], ["`table` of `move`", "(5002 characters)"]),
    ],
)
def test_what_breaks_the_protocol_is_named(value, words):
    said = words_for(value)
    assert [word for word in words if word not in said] == []
    assert "\n" not in said
    assert len(said) < 500


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_named(payload):
    try:
        decode(payload)
    except WireError as error:
        assert str(error)


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.floats() | st.text(max_size=3) | st.binary(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


@given(st.sampled_from([MOVE, READY]), st.sampled_from(["type", "table", "turn", "action", "protocol", "view"]), PLAIN)
def test_a_changed_key_is_read_or_named_by_the_words_of_this_project(message, key, value):
    try:
        decode(msgpack.packb([{**message, key: value}]))
    except WireError as error:
        assert "not a message of the protocol" not in str(error)


def test_readable_is_one_line_of_json():
    act = Act(1, 2, ["AS"], 900, [("play", 0, "KS")])
    assert json.loads(readable(act))["events"] == [["play", 0, "KS"]]
    assert json.loads(readable(encode([act, Bye()])[4:]))[1] == {"type": "bye"}


def test_readable_is_capped_and_never_fails():
    assert len(readable(Act(1, 2, ["AS"] * 500, 900, []), most=100)) == 100
    assert readable(b"plain text\n") == 'not msgpack: "plain text"'
    assert "xff" in readable(msgpack.packb([{"key": b"\xff"}]))
    assert readable(msgpack.packb([{b"key": 2}])) == "[{b'key': 2}]"
    assert readable(b"") == 'not msgpack: ""'


def test_a_frame_that_was_filled_to_the_limit_is_shown_by_its_beginning() -> None:
    shown = readable(b"\xc0" * (1 << 20))
    assert shown.startswith('1048576 bytes: "\\xc0\\xc0') and len(shown) <= 1200


def test_what_could_command_a_terminal_is_escaped() -> None:
    payload = msgpack.packb([{"type": "\x9b2J", "turned": "\u202e"}])
    assert readable(payload) == '[{"type":"\\x9b2J","turned":"\\u202e"}]'
    with pytest.raises(WireError, match=r'unknown message type "\\x9b2J"'):
        decode(payload)
