"""Started as root: giving root up before a sandbox is put up, and keeping what the bot needs within reach.

bubblewrap run by the real root shuts nothing in (root's files under /proc stay writable, process limits do
not bind). So the child becomes a user that owns nothing. Folders that this user could not walk to (an
interpreter under /root) are first bound, as root, in mounts of the child's own: for bubblewrap to a place that
the user can reach, for a program that keeps the machine's own paths at those, with the closed folder around
them covered by an empty one.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from arena.errors import SandboxError
from arena.referee.sandbox import linux

# From the range that Debian's policy reserves, so that no package's user has it.
UID = GID = 65432
_STAGES = ("/mnt", "/media", "/srv", "/opt", "/tmp")


@dataclass(frozen=True, slots=True)
class Staging:
    """Where, in the child's own mounts, each source can be reached: under `stage` if it had to be moved."""

    stage: str
    moved: tuple[tuple[str, str], ...]

    def reach(self, source: Path) -> str:
        """The path by which bubblewrap can bind this source."""
        return dict(self.moved).get(str(source), str(source))


def is_needed() -> bool:
    """True for the real root; False for a plain user, also one that is called root in a user namespace."""
    return os.geteuid() == 0 and _is_mapped(UID, Path("/proc/self/uid_map").read_text())


def _is_mapped(uid: int, table: str) -> bool:
    ranges = (line.split() for line in table.splitlines())
    return any(int(first) <= uid < int(first) + int(count) for first, _, count in ranges)


@dataclass(frozen=True, slots=True)
class Cover:
    """A folder that the unprivileged user can't enter, and what it must reach all the same below it."""

    closed: str
    sources: tuple[str, ...]


def plan(sources: Iterable[Path]) -> Staging:
    """Decide what must be moved; SandboxError for what stays unreadable to an unprivileged user even then."""
    every = tuple(sources)
    stage = next((folder for folder in _STAGES if _is_free(Path(folder), every)), None)
    if stage is None:
        raise SandboxError(f"none of {', '.join(_STAGES)} is free to be used as a mount point for bots")
    moved = []
    for number, source in enumerate(every):
        _check_readable(source)
        if not all(_lets_in(parent) for parent in source.parents):
            moved.append((str(source), f"{stage}/{number}"))
    return Staging(stage, tuple(moved))


def plan_covers(sources: Iterable[Path]) -> tuple[Cover, ...]:
    """Decide which closed folders must be covered; SandboxError for what is unreadable to the user even then."""
    closed: dict[str, list[str]] = {}
    for source in sources:
        _check_readable(source)
        barrier = next((parent for parent in reversed(source.parents) if not _lets_in(parent)), None)
        if barrier is not None:
            closed.setdefault(str(barrier), []).append(str(source))
    return tuple(Cover(barrier, tuple(below)) for barrier, below in closed.items())


def _check_readable(source: Path) -> None:
    if not is_readable(source):
        raise SandboxError(
            f"{source} can't be read by the unprivileged user that bots run as when the arena is started by "
            f"root; allow it with: chmod -R go+rX {source}"
        )


def _is_free(folder: Path, sources: tuple[Path, ...]) -> bool:
    return folder.is_dir() and not any(source.is_relative_to(folder) for source in sources)


def _lets_in(folder: Path) -> bool:
    return bool(folder.stat().st_mode & stat.S_IXOTH)


def is_readable(path: Path) -> bool:
    """True when every user may read this file, or list and enter this folder, once it is within reach."""
    mode = path.stat().st_mode
    wanted = stat.S_IROTH | (stat.S_IXOTH if stat.S_ISDIR(mode) else 0)
    return mode & wanted == wanted


def descend(staging: Staging) -> None:
    """In the child, between fork and exec: move what must be moved, then stop being root for good."""
    if staging.moved:
        _stage(staging.stage, dict(staging.moved))
    _become_nobody()


def descend_in_place(covers: Iterable[Cover]) -> None:
    """In the child, between fork and exec: the same for a program that keeps the machine's own paths."""
    covers = tuple(covers)
    if covers:
        _own_mounts(covers[0].closed)
        for cover in covers:
            _uncover(cover)
    _become_nobody()


def _own_mounts(closed: str) -> None:
    try:
        linux.unshare_mounts()
    except PermissionError as error:
        raise OSError(
            f"the user that bots run as can't enter {closed}, and root may not mount here; allow it with: "
            f"chmod o+x {closed}, or keep the arena and its bots elsewhere"
        ) from error
    linux.mount(None, "/", None, linux.MS_REC | linux.MS_PRIVATE)


def _uncover(cover: Cover) -> None:
    held = [(source, os.open(source, os.O_PATH | os.O_CLOEXEC)) for source in cover.sources]
    linux.mount("arena", cover.closed, "tmpfs", linux.MS_NOSUID | linux.MS_NODEV, "size=1m,mode=755")
    for source, descriptor in held:
        target = f"/proc/self/fd/{descriptor}"
        os.makedirs(os.path.dirname(source), 0o755, exist_ok=True)  # noqa: PTH103, PTH120 - as below
        _bind(target, source)
        os.close(descriptor)


def _become_nobody() -> None:
    os.setgroups([])
    os.setresgid(GID, GID, GID)
    os.setresuid(UID, UID, UID)


def _stage(stage: str, moved: Mapping[str, str]) -> None:
    linux.unshare_mounts()
    linux.mount(None, "/", None, linux.MS_REC | linux.MS_PRIVATE)
    linux.mount("arena", stage, "tmpfs", linux.MS_NOSUID | linux.MS_NODEV, "size=1m,mode=755")
    for source, place in moved.items():
        _bind(source, place)


def _bind(source: str, place: str) -> None:
    if os.path.isdir(source):  # noqa: PTH112 - as little as possible happens between fork and exec
        os.mkdir(place, 0o755)  # noqa: PTH102
    else:
        os.close(os.open(place, os.O_CREAT | os.O_WRONLY, 0o644))
    linux.mount(source, place, None, linux.MS_BIND | linux.MS_REC)
