"""A long row of matches, hostile bots among honest ones: nothing wears out, nothing stays, nobody's result changes.

The suite plays a few; TRICKARENA_SOAK=200 plays as many (some minutes).
"""

from __future__ import annotations

import os
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from arena_trollin import Trollin

from arena.records import Limits, MatchRecord, MatchSpec, Mode
from arena.referee.match import play_match
from arena.referee.process import lines_for
from arena.referee.sandbox import Program
from tests.referee.test_villains import EXPECTED, MARK, VILLAINS, running, sandbox

MATCHES = int(os.environ.get("TRICKARENA_SOAK", "12"))
LIMITS = Limits(move_ms=300, start_ms=3000, memory_mb=128)
HOSTILE = sorted(EXPECTED)


def play(tier: str, bots: tuple[str, str], numbers: tuple[int, ...]) -> MatchRecord:
    """A match of these two; a process of theirs is known by the mark in its command line."""
    programs = {bot: Program(("python3", f"{bot}.py", MARK), VILLAINS) for bot in bots}
    spec = MatchSpec("m0.r0.b0", "trollin", {}, "soak", Mode.DEALS, bots, numbers, LIMITS)
    return play_match(spec, Trollin(2), lines_for(bots, programs, Trollin, sandbox(tier), LIMITS))


def descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def resident_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


@pytest.fixture
def temporary(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for temporary files of this test alone: other runs on the machine make theirs beside it."""
    with tempfile.TemporaryDirectory(prefix="soak-") as name:
        Path(name).chmod(0o755)
        monkeypatch.setattr(tempfile, "tempdir", name)
        yield Path(name)


def test_hostile_bots_among_honest_ones_wear_nothing_out(temporary: Path) -> None:
    rng = random.Random(2026)
    tiers = ("bwrap", "landlock")
    honest = play(tiers[0], ("honest", "honest"), tuple(range(MATCHES)))
    expected = {table.number: (table.payoffs, table.hands[0].actions) for table in honest.tables}
    files, most_mb, before = set(temporary.iterdir()), 0.0, descriptors()
    for number in range(MATCHES):
        opponent = "honest" if number % 3 == 0 else rng.choice(HOSTILE)
        record = play(tiers[number % 2], ("honest", opponent), (number,))
        assert not record.void, record.void
        (table,) = record.tables
        # Stand-ins and villains play as honest bots do, so every pairing's cards are those of honest ones.
        assert (table.payoffs, table.hands[0].actions) == expected[number], opponent
        assert record.seats[0].faults == 0, opponent
        if number == MATCHES // 2:
            most_mb = resident_mb()
    assert resident_mb() < most_mb + 4
    assert descriptors() == before
    assert running(".py") == [] and set(temporary.iterdir()) == files
