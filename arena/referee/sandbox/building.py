"""Running a bot's build command to its end or its deadline, whatever the tier.

Called by the tiers' `build`. A build is the bot author's code as much as the bot is, so it runs in the same
sandbox; only its folder is writable and its limits are those of a compiler.
"""

from __future__ import annotations

import os
import selectors
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

from arena.records import Limits
from arena.referee.sandbox.child import Child
from arena.referee.sandbox.contract import BuildResult

_TAIL_BYTES = 8192
_MEMORY_MB, _PROCESSES, _DISK_MB, _OPEN_FILES = 4096, 512, 1024, 1024
_LOOK_EVERY_S = 0.1
_MIB = 1 << 20


def limits(asked: Limits) -> Limits:
    """What a compiler may use: never less than it needs, whatever a bot may use in play."""
    return replace(
        asked,
        open_files=max(asked.open_files, _OPEN_FILES),
        memory_mb=max(asked.memory_mb, _MEMORY_MB),
        processes=max(asked.processes, _PROCESSES),
        disk_mb=max(asked.disk_mb, _DISK_MB),
    )


def run(start: Callable[[], Child], limits: Limits) -> BuildResult:
    """Start a build, read what it says and wait for its end; no process of it is left on return.

    `limits` are those that `start` gives it; the memory of the whole tree and the time are looked after here.
    """
    deadline = time.monotonic() + limits.build_ms / 1000
    with closing(start()) as child:
        output, used = _read_until_end(child, deadline, limits.memory_mb * _MIB)
        reason = child.exit_reason()
        child.kill()
    text = output.decode(errors="replace")
    if reason is None and used > limits.memory_mb * _MIB:
        return BuildResult(False, f"used {used // _MIB} MiB of memory; the limit is {limits.memory_mb} MiB", text)
    if reason is None:
        return BuildResult(False, f"did not finish within {limits.build_ms / 1000:g} s", text)
    return BuildResult(reason == "exited with status 0", reason, text)


def _read_until_end(child: Child, deadline: float, most_bytes: int) -> tuple[bytes, int]:
    """The last lines of both streams, and how much memory the build had at the last look."""
    tail = b""
    used = 0
    with selectors.DefaultSelector() as ready:
        ready.register(child.ended_descriptor, selectors.EVENT_READ)
        for stream in (child.stdout, child.stderr):
            ready.register(stream, selectors.EVENT_READ)
        running = True
        while running and time.monotonic() < deadline and used <= most_bytes:
            events = ready.select(max(0.0, min(_LOOK_EVERY_S, deadline - time.monotonic())))
            used = child.memory_bytes()
            # The end is looked at last, so that what was written before it has been read.
            running = all(key.fd != child.ended_descriptor for key, _ in events)
            for key, _ in events:
                if key.fd != child.ended_descriptor:
                    data = _read(key.fd)
                    tail = (tail + data)[-_TAIL_BYTES:]
                    if not data:
                        ready.unregister(key.fd)
        for stream in (child.stdout, child.stderr):
            if stream in ready.get_map():
                tail = (tail + _read(stream))[-_TAIL_BYTES:]
    return tail, used


def mark_programs(folder: Path) -> None:
    """Make executable what begins as a program: in some tiers a build can't set a file's mode."""
    for path, status in _content(folder):
        if stat.S_ISREG(status.st_mode) and not status.st_mode & stat.S_IXUSR:
            with Path(path).open("rb") as file:
                begins = file.read(4)
            if begins == b"\x7fELF" or begins.startswith(b"#!"):
                os.chmod(path, status.st_mode | 0o111)  # noqa: PTH101 - as above, it is text


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 1 << 16)
    except BlockingIOError:
        return b""


@contextmanager
def lent(folder: Path, uid: int, gid: int) -> Iterator[None]:
    """Let another user own a folder's content for a while; afterwards everything is the old owners' again.

    What appeared meanwhile goes to the folder's owner. Symbolic links are never followed.
    """
    owners = {path: (status.st_uid, status.st_gid) for path, status in _content(folder)}
    try:
        for path in owners:
            os.chown(path, uid, gid, follow_symlinks=False)
        yield
    finally:
        whose = owners[str(folder)]
        for path, _ in _content(folder):
            os.chown(path, *owners.get(path, whose), follow_symlinks=False)


def _content(folder: Path) -> Iterator[tuple[str, os.stat_result]]:
    yield str(folder), folder.lstat()
    for parent, folders, files in os.walk(folder):
        for name in (*folders, *files):
            path = os.path.join(parent, name)  # noqa: PTH118 - compared as text, many of them
            yield path, os.lstat(path)
