"""Which processes of a tree are the bot's own, and which keep it: what a debugger attaches to, and what a bot leaves.

Looked up in /proc when somebody asks, never during play. Process numbers are those of the host. It knows the shape
of the tiers' trees, not how they are made.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from arena.referee.sandbox import tree


@dataclass(frozen=True, slots=True)
class Census:
    """A tree at one moment. main: the bot's program; None before it runs. helpers: others that it has started.

    wardens: what is above the program, and ends whatever the program leaves.
    """

    main: int | None
    helpers: tuple[int, ...]
    wardens: tuple[int, ...]


def take(top: int, tier: str) -> Census:
    """Look at the tree whose top is this process, as the tier of this name makes it."""
    if tier == "landlock":  # The top is the program, which can have no children.
        return Census(top if _lives(top) else None, (), ())
    parents = {pid: used.parent for pid, used in tree.descendants(top) if _lives(pid)}
    wardens: tuple[int, ...] = (top,)
    if tier == "none":
        own = set(parents)
    else:
        depth = len(_numbers(top))
        inside = {pid: numbers for pid in parents if len(numbers := _numbers(pid)) > depth}
        own = {pid for pid, numbers in inside.items() if numbers[-1] != 1}  # Process 1 is the sandbox's.
        wardens += tuple(pid for pid in parents if pid not in inside)
    # What lost its parent has become a child of a warden, later than the program itself.
    main = min((pid for pid in own if parents[pid] not in own), default=None)
    return Census(main, tuple(sorted(own - {main})) if main is not None else (), wardens)


def _status(pid: int, key: str) -> list[str]:
    try:
        text = Path(f"/proc/{pid}/status").read_text(errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        return []
    return next((line.split()[1:] for line in text.splitlines() if line.startswith(key + ":")), [])


def _numbers(pid: int) -> list[int]:
    """The process's number in its namespace and those around it, the innermost last."""
    return [int(word) for word in _status(pid, "NSpid")]


def _lives(pid: int) -> bool:
    return _status(pid, "State")[:1] not in ([], ["Z"], ["X"])
