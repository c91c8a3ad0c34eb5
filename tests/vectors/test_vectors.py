"""The golden vectors are what the referee says today, and our own readers agree with them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgpack
import pytest

from arena.errors import WireError
from arena.wire import messages, plain
from arena.wire.framing import MAX_FROM_BOT, MAX_FROM_REFEREE, FrameReader
from tests.vectors import shown
from tests.vectors.make import HERE, files

FRAMES = json.loads((HERE / "frames.json").read_text())
CONVERSATIONS = sorted(HERE.glob("conversations/*.json"))


def names(vectors):
    return [vector["name"] for vector in vectors]


def test_the_files_are_what_is_made_today():
    made = dict(files())
    there = {file.relative_to(HERE).as_posix() for file in HERE.rglob("*.json")}
    assert there == set(made)
    changed = [name for name, text in made.items() if (HERE / name).read_text(encoding="utf-8") != text]
    assert changed == [], "run python -m tests.vectors.make, and look at what has changed"


def test_the_hand_that_the_protocols_page_shows_is_of_the_files():
    page = shown.PAGE.read_text(encoding="utf-8")
    assert shown.written(page) == page, "run python -m tests.vectors.make"
    told = json.loads((HERE / "conversations" / f"{shown.SHOWN}.json").read_text())
    part = page.partition(shown.BEGIN)[2].partition(shown.END)[0]
    frames = re.findall(r"```json\n(.*?)```\n", part, flags=re.DOTALL)
    assert [json.loads(frame) for frame in frames] == [frame["messages"] for frame in told["frames"]]


def read(pieces, limit, decode):
    """What a reader makes of a stream: the verdict, and the messages of each good frame before it."""
    reader, frames = FrameReader(limit), []
    try:
        for piece in pieces:
            for payload in reader.feed(piece):
                try:
                    frames.append(decode(payload))
                except WireError:
                    return "no_message", frames
        reader.feed(b"")
    except WireError:
        return "no_frame", frames
    return ("unfinished" if reader.unfinished() else "good"), frames


def cuts(data):
    yield [data]
    yield [data[at : at + 1] for at in range(len(data))]
    yield [data[at : at + 7] for at in range(0, len(data), 7)]


def understood(payload):
    """A bot's payload as the referee understands it, in plain values and only with the keys that it knows."""
    return msgpack.unpackb(messages.encode(messages.decode(payload))[4:])


def spelt_out(message):
    """A message of a bot with the defaults in it and unknown keys taken out, as the referee understands it."""
    known = {"ready": {"type", "protocol", "name", "version", "tables", "view"}, "move": None}[message["type"]]
    keys = known or {"type", "table", "turn", "action"}
    usual = {"tables": 1, "view": True} if message["type"] == "ready" else {}
    return {**usual, **{key: value for key, value in message.items() if key in keys}}


@pytest.mark.parametrize("vector", FRAMES["from_bot"], ids=names(FRAMES["from_bot"]))
def test_the_referee_reads_what_bots_send(vector):
    frames = [[spelt_out(message) for message in each] for each in vector["frames"]]
    for pieces in cuts(bytes.fromhex(vector["bytes"])):
        assert read(pieces, MAX_FROM_BOT, understood) == (vector["verdict"], frames)


@pytest.mark.parametrize("vector", FRAMES["from_referee"], ids=names(FRAMES["from_referee"]))
def test_the_sdk_reads_what_the_referee_sends(vector):
    for pieces in cuts(bytes.fromhex(vector["bytes"])):
        assert read(pieces, MAX_FROM_REFEREE, plain.unpack) == (vector["verdict"], vector["frames"])


@pytest.mark.parametrize("file", CONVERSATIONS, ids=lambda file: Path(file).stem)
def test_a_conversation_is_whole_and_its_bytes_are_its_messages(file):
    told = json.loads(file.read_text())
    frames = told["frames"]
    assert (frames[0]["from"], frames[0]["messages"][0]["type"]) == ("referee", "hello")
    assert (frames[1]["from"], frames[1]["messages"][0]["type"]) == ("bot", "ready")
    assert "bye" in [message["type"] for message in frames[-1]["messages"]]
    for frame in frames:
        data = bytes.fromhex(frame["bytes"])
        limit = MAX_FROM_BOT if frame["from"] == "bot" else MAX_FROM_REFEREE
        [payload] = FrameReader(limit).feed(data)
        values = json.loads(json.dumps(plain.unpack(payload), default=lambda data: {"binary": data.hex()}))
        assert values == frame["messages"]
        if frame["from"] == "bot":
            assert understood(payload) == [spelt_out(message) for message in frame["messages"]]


@pytest.mark.parametrize("file", CONVERSATIONS, ids=lambda file: Path(file).stem)
def test_each_question_of_a_conversation_is_answered_once_and_after_it_was_asked(file):
    open_questions: dict[tuple[int, int], list[str]] = {}
    told = json.loads(file.read_text())
    for frame in told["frames"]:
        for message in frame["messages"]:
            if message["type"] == "act":
                open_questions[message["table"], message["turn"]] = message["legal"]
            elif message["type"] == "move":
                legal = open_questions.pop((message["table"], message["turn"]))
                assert told["strategy"] is None or message["action"] in legal
    assert open_questions == {}


def test_the_conversations_reach_what_they_are_for():
    heard = {file.stem: json.loads(file.read_text())["frames"] for file in CONVERSATIONS}

    def acts(name):
        return [message for frame in heard[name] for message in frame["messages"] if message["type"] == "act"]

    seats = {json.loads(file.read_text())["seats"] for file in CONVERSATIONS if "trollin" in file.stem}
    assert seats == {2, 3, 4, 5, 6}
    for name in ("troeven-seat-1", "troeven-seat-3"):
        assert {act["view"]["phase"] for act in acts(name)} == {"trump", "play"}
        assert any(act["view"]["leader"] != 0 and act["view"]["trick"] for act in acts(name))
    assert acts("trollin-declare")[0]["view"]["phase"] == "declare"
    assert max(len(frame["messages"]) for frame in heard["trollin-three-tables"]) > 2
    assert not any("view" in act for act in acts("trollin-no-view"))
    hands = [event for act in acts("trollin-game") for event in act["events"] if event[0] == "deal"]
    assert len(hands) > 1
    faults = [
        message for frame in heard["trollin-faults"] for message in frame["messages"] if message["type"] == "fault"
    ]
    assert [fault["kind"] for fault in faults] == ["illegal", "illegal"]
