import os

import msgpack
import pytest

from arena.errors import WireError
from arena.wire import plain
from arena.wire.messages import Move, decode


@pytest.fixture
def ends():
    source, target = os.pipe()
    open_ends = {source, target}

    def close(end: int) -> None:
        open_ends.discard(end)
        os.close(end)

    yield source, target, close
    for end in open_ends:
        os.close(end)


def test_what_is_sent_is_received_frame_by_frame(ends):
    source, target, close = ends
    sender, receiver = plain.Pipe(-1, target), plain.Pipe(source, -1)
    first, second = [{"type": "act", "legal": ["AS"]}, {"type": "bye"}], [{"type": "bye"}]
    sender.send(first)
    sender.send(second)
    assert receiver.receive() == first
    assert receiver.receive() == second
    close(target)
    assert receiver.receive() is None


def test_both_codecs_write_the_same_language():
    assert decode(plain.pack([{"type": "move", "table": 1, "turn": 2, "action": "AS"}])[4:]) == [Move(1, 2, "AS")]


@pytest.mark.parametrize(
    ("bytes_sent", "words"),
    [
        (b"\0\0\0\x01\xc1", "not msgpack"),
        (b"\0\0\0\x02" + msgpack.packb({1: 2})[:1] + b"\x01", "not msgpack"),
        (b"\0\0\0\x01\x07", "array of messages"),
        (b"\xff\xff\xff\xff", "announced"),
    ],
)
def test_what_is_not_the_protocol_is_an_error(ends, bytes_sent, words):
    source, target, _ = ends
    os.write(target, bytes_sent)
    with pytest.raises(WireError, match=words):
        plain.Pipe(source, -1).receive()
