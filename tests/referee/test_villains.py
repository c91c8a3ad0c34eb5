"""Real programs that misbehave, in the real sandbox: verdict, evidence, time, nothing left, nobody else hurt.

Every villain plays the lowest legal token until it misbehaves, as honest bots and stand-ins do; so whatever it
does, the cards that fall must be those of an honest match.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from arena_trollin import Trollin

from arena.errors import SandboxError
from arena.records import Fault, FaultKind, Limits, MatchRecord, MatchSpec, Mode
from arena.referee.match import play_match
from arena.referee.process import lines_for
from arena.referee.sandbox import Program, Sandbox, choose

VILLAINS = Path(__file__).parent / "villains"
MARK = f"of-process-{os.getpid()}"
LIMITS = Limits(move_ms=400, start_ms=5000, memory_mb=128)
TIERS = ("bwrap", "landlock", "none")


@dataclass(frozen=True)
class Verdict:
    """What must come of a villain: the fault, words of its detail and of the evidence, and how often it starts."""

    kind: FaultKind | None
    words: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()
    faults: int = 2
    starts: int = 2
    out: bool = False


# Two deals are played: a fault in each, at the same turn, and a new start for what can't go on.
EXPECTED = {
    "exits_at_once": Verdict(
        FaultKind.CRASH, ("exited with status 1",), ("no such file: weights.bin",), faults=3, starts=3, out=True
    ),
    "exits_mid_hand": Verdict(FaultKind.CRASH, ("exited with status 3",), ("KeyError: 'trump'",)),
    "dies_by_signal": Verdict(FaultKind.CRASH, ("SIGABRT",), ('"turn":4',)),
    "silent": Verdict(FaultKind.TIMEOUT, ("within 400 ms", "Legal were"), ('"type":"act"',), starts=1),
    "never_ready": Verdict(FaultKind.START_TIMEOUT, ("within 2000 ms",), ("hello",), faults=3, starts=3, out=True),
    "chatty": Verdict(FaultKind.TIMEOUT, ("within 400 ms", "bytes of a frame"), starts=1),
    "illegal": Verdict(FaultKind.ILLEGAL, ("a card of the suit led must be played", "Legal:"), starts=1),
    "not_held": Verdict(FaultKind.ILLEGAL, ("is not in the hand", "Legal:"), starts=1),
    "prints": Verdict(FaultKind.PROTOCOL, ("my hand:", "standard error"), ('"turn":4',)),
    "half_frame": Verdict(FaultKind.TIMEOUT, ("bytes of a frame",), starts=1),
    "four_gigabytes": Verdict(FaultKind.PROTOCOL, ("4294967295",), ('"turn":4',)),
    "floods_stdout": Verdict(FaultKind.OUTPUT_FLOOD, ("bytes to standard output",)),
    "floods_stderr": Verdict(FaultKind.OUTPUT_FLOOD, ("bytes to standard error",), ("thinking...",)),
    "never_reads": Verdict(FaultKind.TIMEOUT, ("no answer to turn 0",), starts=1),
    "late": Verdict(FaultKind.TIMEOUT, ("no answer to turn 4",), starts=1),
    "answers_twice": Verdict(None, starts=1, faults=0),
    "ignores_sigterm": Verdict(None, starts=1, faults=0),
    "daemon": Verdict(FaultKind.CRASH, ("exited with status 0",), ("the child holds the pipe now",)),
    "memory_hog": Verdict(FaultKind.MEMORY, ("128 MiB",), ('"turn":4',)),
}


# What ends otherwise in a tier that gives a bot a single process.
ALONE = {"daemon": Verdict(FaultKind.CRASH, ("exited with status 1",), ("PermissionError",))}


def sandbox(tier: str) -> Sandbox:
    try:
        return choose(tier)
    except SandboxError as error:
        pytest.skip(str(error))


HOST_TRIES = 4


def play(tier: Sandbox, villain: str) -> MatchRecord:
    bots = ("honest", villain)
    # The one that uses its whole time to start is not given much of it.
    limits = replace(LIMITS, start_ms=2000) if villain == "never_ready" else LIMITS
    programs = {bot: Program(("python3", f"{bot}.py", MARK), VILLAINS) for bot in bots}
    spec = MatchSpec("m0.r0.b0", "trollin", {}, "villains", Mode.DEALS, bots, (0, 1), limits)
    for _ in range(HOST_TRIES):
        record = play_match(spec, Trollin(2), lines_for(bots, programs, Trollin, tier, limits))
        # On a busy machine the host may be late itself, and a league plays such a match again, too.
        if not record.void.startswith("host: it woke"):
            break
    return record


def faults_of(record: MatchRecord) -> list[Fault]:
    return [*record.faults, *(f for table in record.tables for hand in table.hands for f in hand.faults)]


def running(script: str) -> list[str]:
    """The command lines of processes that run this script for these tests, wherever they are."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes().decode(errors="replace")
        except (FileNotFoundError, ProcessLookupError):
            continue
        if script in command and MARK in command:
            found.append(command)
    return found


@pytest.fixture(scope="module")
def honest() -> MatchRecord:
    return play(choose("none"), "honest")


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("villain", EXPECTED)
def test_a_villain_is_judged_and_hurts_nobody(villain: str, tier: str, honest: MatchRecord) -> None:
    expected = ALONE.get(villain, EXPECTED[villain]) if tier == "landlock" else EXPECTED[villain]
    record = play(sandbox(tier), villain)
    faults = faults_of(record)

    assert not record.void and record.sandbox == tier
    assert len(faults) == expected.faults == record.seats[1].faults and record.seats[0].faults == 0
    for fault in faults:
        assert (fault.kind, fault.seat, fault.bot) == (expected.kind, 1, villain)
        for words in expected.words:
            assert words in fault.detail, fault.detail
        for words in expected.evidence:
            assert words in fault.stderr + "\n".join(fault.frames), fault
        assert fault.used_ms <= fault.allowed_ms + 300
    assert (record.seats[1].starts, record.seats[1].out) == (expected.starts, expected.out)

    assert [hand.actions for table in record.tables for hand in table.hands] == [
        hand.actions for table in honest.tables for hand in table.hands
    ]
    assert [table.payoffs for table in record.tables] == [table.payoffs for table in honest.tables]
    assert record.seats[0].decisions == 18
    assert running(f"{villain}.py") == []


def test_a_byte_every_20_ms_does_not_extend_the_time() -> None:
    (first, _) = faults_of(play(sandbox("none"), "chatty"))
    assert 400 <= first.used_ms < 600
