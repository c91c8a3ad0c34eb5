"""Each limit's breach is a fault of its own, with the figures: from what the kernel and the runtimes tell."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from arena_trollin import Trollin

from arena.records import Fault, FaultKind, Limits, MatchSpec, Mode
from arena.referee.endings import judge
from arena.referee.match import play_match
from arena.referee.process import lines_for
from arena.referee.sandbox import Program
from tests.referee.test_villains import VILLAINS, faults_of, sandbox

LIMITS = Limits(memory_mb=256, cpu_s=1, disk_mb=1, processes=20, max_faults=1)
MIB = 1 << 20
TIERS = ("bwrap", "landlock", "none")


@pytest.mark.parametrize(
    ("reason", "peak_mb", "words", "kind", "detail"),
    [
        ("exited with status 1", 20, "KeyError: 'trump'", FaultKind.CRASH, "exited with status 1"),
        ("exited with status 1", 20, "MemoryError", FaultKind.MEMORY, "use 20 MiB; the limit is 256 MiB"),
        ("killed by signal 6 (SIGABRT)", 20, "std::bad_alloc", FaultKind.MEMORY, "SIGABRT"),
        ("exited with status 2", 20, "fatal error: out of memory", FaultKind.MEMORY, "refused more memory"),
        ("exited with status 3", 20, "java.lang.OutOfMemoryError: Java heap space", FaultKind.MEMORY, "refused"),
        ("killed by signal 9 (SIGKILL)", 240, "", FaultKind.MEMORY, "use 240 MiB; the limit is 256 MiB"),
        ("killed by signal 11 (SIGSEGV)", 200, "", FaultKind.CRASH, "killed by signal 11 (SIGSEGV)"),
        ("exited with status 0", 250, "MemoryError", FaultKind.CRASH, "exited with status 0"),
        ("killed by signal 24 (SIGXCPU)", 250, "", FaultKind.CRASH, "its 1 s of CPU time"),
        ("killed by signal 25 (SIGXFSZ)", 250, "", FaultKind.CRASH, "a file may hold 1 MiB"),
    ],
)
def test_the_fault_of_an_ending(reason: str, peak_mb: int, words: str, kind: FaultKind, detail: str) -> None:
    trouble = judge(reason, peak_bytes=peak_mb * MIB, limits=LIMITS, last_words=words.encode())
    assert trouble.kind is kind
    assert detail in trouble.detail


def first_fault(tier: str, villain: str, limits: Limits = LIMITS) -> Fault:
    bots = ("honest", villain)
    programs = {bot: Program(("python3", f"{bot}.py"), VILLAINS) for bot in bots}
    spec = MatchSpec("m0.r0.b0", "trollin", {}, "endings", Mode.DEALS, bots, (0,), limits)
    record = play_match(spec, Trollin(2), lines_for(bots, programs, Trollin, sandbox(tier), limits))
    (fault,) = faults_of(record)
    assert fault.bot == villain
    return fault


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("villain", ["wants_much_at_once", "takes_memory_fast"])
def test_a_memory_bomb_is_judged_as_one_however_it_ends(tier: str, villain: str) -> None:
    fault = first_fault(tier, villain)
    assert fault.kind is FaultKind.MEMORY
    assert "the limit is 256 MiB" in fault.detail


@pytest.mark.parametrize("tier", TIERS)
def test_processor_time_beyond_the_limit_is_told(tier: str) -> None:
    fault = first_fault(tier, "burns", replace(LIMITS, move_ms=60_000))
    assert fault.kind is FaultKind.CRASH
    assert "it had used its 1 s of CPU time" in fault.detail or "SIGKILL" in fault.detail


@pytest.mark.parametrize("tier", ["bwrap", "none"])
def test_a_file_beyond_the_limit_is_told(tier: str, tmp_path: Path) -> None:
    fault = first_fault(tier, "writes_a_long_file", replace(LIMITS, move_ms=60_000))
    assert fault.kind is FaultKind.CRASH
    assert "File too large" in fault.stderr or "No space left" in fault.stderr or "a file may hold" in fault.detail


@pytest.mark.parametrize("tier", ["landlock", "none"])
def test_threads_beyond_the_limit_are_told(tier: str) -> None:
    fault = first_fault(tier, "makes_threads")
    assert fault.kind is FaultKind.CRASH
    assert "processes and threads; the limit is 20" in fault.detail


def test_a_bot_is_held_to_what_it_asked_for_and_told_so() -> None:
    programs = [Program(("true",), VILLAINS, memory_mb=asked) for asked in (None, 100, 5000)]
    lines = lines_for("abc", dict(zip("abc", programs, strict=True)), Trollin, sandbox("none"), LIMITS)
    assert [lines.memory_mb(seat) for seat in range(3)] == [256, 100, 256]
    lines.close()
