import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import WireError
from arena.wire.framing import MAX_FROM_BOT, MAX_FROM_REFEREE, FrameReader, frame


def words_for(*pieces: bytes, limit: int = MAX_FROM_BOT) -> str:
    reader = FrameReader(limit)
    with pytest.raises(WireError) as raised:
        for piece in pieces:
            reader.feed(piece)
    return str(raised.value)


@given(st.lists(st.binary(max_size=300)), st.data())
def test_any_cutting_gives_back_every_payload_in_order(payloads, data):
    stream = b"".join(map(frame, payloads))
    reader, got, at = FrameReader(MAX_FROM_BOT), [], 0
    while at < len(stream):
        size = data.draw(st.integers(1, len(stream) - at))
        got += reader.feed(stream[at : at + size])
        at += size
    assert got == payloads
    assert reader.unfinished() == ""


def test_a_byte_at_a_time():
    reader = FrameReader(MAX_FROM_BOT)
    got = [payload for byte in frame(b"hello") + frame(b"") for payload in reader.feed(bytes([byte]))]
    assert got == [b"hello", b""]


def test_the_longest_frame_passes_and_one_byte_more_does_not():
    longest = bytes(MAX_FROM_BOT)
    assert FrameReader(MAX_FROM_BOT).feed(frame(longest)) == [longest]
    assert "1048577 bytes was announced" in words_for(struct.pack(">I", MAX_FROM_BOT + 1))
    reader = FrameReader(MAX_FROM_REFEREE)
    assert reader.feed(struct.pack(">I", MAX_FROM_REFEREE)) == []
    assert reader.unfinished() == f"0 of {MAX_FROM_REFEREE} bytes of a frame"


def test_four_gibibytes_are_refused_at_the_fourth_byte():
    reader = FrameReader(MAX_FROM_BOT)
    for _ in range(3):
        assert reader.feed(b"\xff") == []
    with pytest.raises(WireError, match=r"a frame of 4294967295 bytes was announced .* longest allowed is 1048576"):
        reader.feed(b"\xff")


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        (b"Hello, world\nand more\n", '"Hello, world"'),
        (b" indented", '" indented"'),
        (b"\n", r'"\n"'),
        (b"\n\nlate line\nrest", r'"\n\nlate line"'),
        (b"\tcolumn", r'"\tcolumn"'),
        (b"\x1b[31mred\x1b[0m", r'"\x1b[31mred\x1b[0m"'),
        (b'say "hi"', r'"say \"hi\""'),
        ("Zug für Zug".encode(), '"Zug für Zug"'),
        (b"caf\xe9", r'"caf\xe9"'),
        (b"a", '"a"'),
        (b"x" * 5000, '"' + "x" * 80 + '"...'),
        (b"\xff\xfeh\0i\0", r'"\xff\xfeh\x00i\x00"'),
    ],
)
def test_text_is_recognised_quoted_and_answered_with_advice(written, shown):
    said = words_for(written)
    assert shown in said
    assert "standard error" in said
    assert "file=sys.stderr" in said
    assert "SDK" in said


@pytest.mark.parametrize("pieces", [[b"h", b"ello"], [b"\n"], [b"\x1b"]])
def test_text_is_recognised_at_its_first_byte(pieces):
    with pytest.raises(WireError, match="text was written"):
        FrameReader(MAX_FROM_BOT).feed(pieces[0])


def test_a_little_endian_length_is_named():
    said = words_for(struct.pack("<I", 32) + bytes(32))
    assert "big-endian" in said
    assert "20 00 00 00" in said
    assert "32" in said


def test_msgpack_without_a_length_is_named():
    assert "no length before it" in words_for(b"\x91\x84\xa4type\xa4move")


def test_frames_before_text_are_not_lost_whatever_the_cut():
    reader = FrameReader(MAX_FROM_BOT)
    assert reader.feed(frame(b"one") + frame(b"two") + b"debug: 3\n") == [b"one", b"two"]
    assert "debug: 3" in str(reader.broken)
    with pytest.raises(WireError, match="debug: 3"):
        reader.feed(frame(b"three"))
    with pytest.raises(WireError, match="debug: 3"):
        reader.feed(b"")


def test_an_unfinished_frame_tells_how_much_there_is():
    reader = FrameReader(MAX_FROM_BOT)
    assert reader.unfinished() == ""
    reader.feed(b"\0\0")
    assert reader.unfinished() == "2 of the 4 bytes of a frame's length"
    reader.feed(b"\x01\x2c" + bytes(12))
    assert reader.unfinished() == "12 of 300 bytes of a frame"
    assert reader.feed(bytes(288)) == [bytes(300)]
    assert reader.unfinished() == ""
