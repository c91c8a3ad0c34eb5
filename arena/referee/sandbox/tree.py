"""Reading a process tree out of /proc: who descends from whom, how much memory and CPU time they hold.

Used by `Child` many times a second, so each process costs two short reads and nothing is cached. A process
that ends while it is being read counts as gone.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from typing import NamedTuple

_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
_ROOM_BYTES = 8 << 20
# Which of a process's clocks, in the kernel's numbering: that of the scheduler.
_CPU_TIME = 2
_TICKS_PER_S = os.sysconf("SC_CLK_TCK")


class Usage(NamedTuple):
    """One process: its parent, threads, bytes resident and mapped, CPU seconds, and those of its reaped children."""

    parent: int
    threads: int
    memory_bytes: int
    mapped_bytes: int
    cpu_s: float
    reaped_cpu_s: float


def _read(path: str) -> bytes:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except (FileNotFoundError, ProcessLookupError):
        return b""
    try:
        return os.read(descriptor, 16384)
    except ProcessLookupError:
        return b""
    finally:
        os.close(descriptor)


def usage(pid: int) -> Usage | None:
    """What one process uses now; None when it is gone."""
    text = _read(f"/proc/{pid}/stat")
    if not text:
        return None
    # The name stands in brackets and may hold anything, so the fields are counted from the last bracket.
    fields = text[text.rindex(b")") + 2 :].split()
    return Usage(
        parent=int(fields[1]),
        threads=int(fields[17]),
        memory_bytes=int(fields[21]) * _PAGE_BYTES,
        mapped_bytes=int(fields[20]),
        cpu_s=(int(fields[11]) + int(fields[12])) / _TICKS_PER_S,
        reaped_cpu_s=(int(fields[13]) + int(fields[14])) / _TICKS_PER_S,
    )


def table_bytes(pid: int) -> int:
    """What the kernel holds to map a process's memory; 0 when it is gone."""
    found = re.search(rb"VmPTE:\s*(\d+) kB", _read(f"/proc/{pid}/status"))
    return int(found[1]) * 1024 if found else 0


def resident_bytes() -> int:
    """How much this process has resident, with some room for what it may grow by meanwhile."""
    return int(_read("/proc/self/statm").split()[1]) * _PAGE_BYTES + _ROOM_BYTES


def clock_s(pid: int) -> float:
    """The CPU seconds of a process and all its threads, exactly; 0 when it is gone."""
    try:
        return time.clock_gettime(~pid << 3 | _CPU_TIME)
    except OSError:
        return 0.0


def tasks_of(uid: int) -> int:
    """How many processes and threads a user has on this machine."""
    found = (entry for entry in os.scandir("/proc") if entry.name.isdigit())
    return sum(used.threads for entry in found if _belongs(entry, uid) and (used := usage(int(entry.name))))


def _belongs(entry: os.DirEntry[str], uid: int) -> bool:
    try:
        return entry.stat().st_uid == uid
    except (FileNotFoundError, ProcessLookupError):
        return False


def children(pid: int, threads: int = 1) -> list[int]:
    """The direct children of a process; every thread keeps a list of those that it made itself."""
    if threads == 1:
        return [int(word) for word in _read(f"/proc/{pid}/task/{pid}/children").split()]
    try:
        tasks = os.listdir(f"/proc/{pid}/task")  # noqa: PTH208 - a Path for each name would double the cost
    except (FileNotFoundError, ProcessLookupError):
        return []
    return [int(word) for task in tasks for word in _read(f"/proc/{pid}/task/{task}/children").split()]


def descendants(pid: int) -> Iterator[tuple[int, Usage]]:
    """Everything below a single-threaded process, itself left out."""
    waiting = children(pid)
    while waiting:
        found = waiting.pop()
        used = usage(found)
        if used is not None:
            yield found, used
            waiting += children(found, used.threads)
