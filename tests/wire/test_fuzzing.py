"""The referee's reader on hostile bytes: nothing but WireError comes of them, and nothing stays.

`FUZZ_FRAMES` says how many pieces are tried; `make fuzz` tries a million. What was found once, or is worth
trying always, lies in corpus/: one stream a file.
"""

from __future__ import annotations

import gc
import os
from pathlib import Path

import pytest

from arena.errors import WireError
from arena.wire.framing import MAX_FROM_BOT, FrameReader
from arena.wire.messages import Move, Ready, decode, readable
from tests.wire.mutation import Mutator

FRAMES = int(os.environ.get("FUZZ_FRAMES", "50000"))
BATCHES = 10
CORPUS = sorted((Path(__file__).parent / "corpus").glob("*.bin"))
PAGE = os.sysconf("SC_PAGE_SIZE")
# What caches and the allocator's arenas may take once; a leak of a byte or two a frame is more in a million.
MOST_GROWTH = 4 << 20


def check_error(error: WireError) -> None:
    """Words for an author, on one line, that a terminal can show."""
    assert 10 < len(str(error)) < 2000
    assert str(error).isprintable(), repr(str(error))


def check_payload(payload: bytes) -> str:
    """Decode and show one payload; says what came of it."""
    shown = readable(payload)
    assert len(shown) <= 1200 and shown.isprintable(), repr(shown)
    try:
        messages = decode(payload)
    except WireError as error:
        check_error(error)
        return "refused"
    for message in messages:
        if type(message) is Move:
            assert type(message.table) is int and type(message.turn) is int and type(message.action) is str
        else:
            assert type(message) is Ready
            assert message.protocol == 1 and message.tables >= 1 and type(message.view) is bool
            assert type(message.name) is str and type(message.version) is str
    return "decoded"


def read(pieces: list[bytes]) -> tuple[list[bytes], str]:
    """What a new reader makes of a stream: its payloads, and the words of the error that broke it."""
    reader, payloads = FrameReader(MAX_FROM_BOT), []
    try:
        for piece in pieces:
            payloads += reader.feed(piece)
    except WireError as error:
        check_error(error)
        return payloads, str(error)
    assert reader.unfinished().isprintable()
    return payloads, str(reader.broken or "")


def resident_bytes() -> int:
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE


def test_no_bytes_raise_anything_but_a_wire_error_and_none_stay() -> None:
    mutate, counted, sizes = Mutator(4), {"refused": 0, "decoded": 0, "broken": 0}, []
    for _ in range(BATCHES):
        for _ in range(FRAMES // BATCHES // 4):
            stream = b"".join(mutate() for _ in range(4))
            payloads, broken = read(mutate.pieces(stream))
            counted["broken"] += bool(broken)
            for payload in payloads:
                counted[check_payload(payload)] += 1
        sizes.append(resident_bytes())
    # The mutations are worth their time only if they reach every way of the reader.
    assert min(counted.values()) > FRAMES // 100, counted
    assert max(sizes[2:]) - sizes[1] < MOST_GROWTH, sizes


def test_the_way_a_stream_is_cut_changes_no_answer() -> None:
    mutate = Mutator(5)
    for _ in range(FRAMES // 40):
        stream = b"".join(mutate() for _ in range(4))
        whole, broken = read([stream])
        in_pieces, broken_in_pieces = read(mutate.pieces(stream))
        assert in_pieces == whole
        assert bool(broken) == bool(broken_in_pieces)


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_a_stream_of_the_corpus_is_read_or_refused_as_its_name_says(path: Path) -> None:
    """The name begins with what must come of it: broken, refused, decoded, or unfinished."""
    stream = path.read_bytes()
    for pieces in ([stream], [stream[at : at + 1] for at in range(len(stream))]):
        payloads, broken = read(pieces)
        came = {check_payload(payload) for payload in payloads} | ({"broken"} if broken else set())
        assert (came or {"unfinished"}) == {path.name.partition("-")[0]}
