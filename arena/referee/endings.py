"""Why a bot's program ended, judged: an accident of its own, or a limit that it ran into, with the figures.

Asked by the lines when a bot's output has ended. The kernel refuses memory, CPU time or a longer file in its own
ways, and each runtime dies of that in its own words; here they become one fault each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from arena.records import FaultKind, Limits
from arena.referee.lines import Trouble

_MIB = 1 << 20
# Whoever ends badly this close to the limit was refused more, whatever its last words are.
_NEAR = 0.9
# What Python, C++, Rust, Go, Node and Java say when they are refused memory; in lower case.
_REFUSED_MEMORY = (
    b"memoryerror",
    b"bad_alloc",
    b"memory allocation of",
    b"out of memory",
    b"outofmemoryerror",
    b"cannot allocate memory",
)
_REFUSED: Mapping[str, Callable[[Limits], str]] = {
    "SIGXCPU": lambda limits: f"it had used its {limits.cpu_s} s of CPU time",
    "SIGXFSZ": lambda limits: f"a file may hold {limits.disk_mb} MiB",
}
_PEACEFUL = "exited with status 0"


def judge(reason: str, *, peak_bytes: int, limits: Limits, last_words: bytes, cut_off: str = "") -> Trouble:
    """The fault of a program that ended for this `reason` (as the sandbox words it).

    `peak_bytes` is the most memory that is known to have been used, `last_words` the end of its standard error,
    `cut_off` what there was of a frame.
    """
    detail = reason + (f" after {cut_off}" if cut_off else "")
    if reason == _PEACEFUL:
        return Trouble(FaultKind.CRASH, detail)
    for signal_name, explained in _REFUSED.items():
        if signal_name in reason:
            return Trouble(FaultKind.CRASH, f"{detail}: {explained(limits)}")
    near = peak_bytes >= _NEAR * limits.memory_mb * _MIB
    said = any(words in last_words.lower() for words in _REFUSED_MEMORY)
    if near or said:
        figures = f"its largest process was seen to use {peak_bytes // _MIB} MiB; the limit is {limits.memory_mb} MiB"
        return Trouble(FaultKind.MEMORY, f"{detail} when it was refused more memory ({figures})")
    return Trouble(FaultKind.CRASH, detail)
