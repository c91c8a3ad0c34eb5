"""The lines between a match and its bots, as the match sees them.

`Lines` is what the match needs of the world: to reach each seat's bot, and to wait. `arena.referee.process`
implements it with sandboxed processes and the monotonic clock; tests do with players in memory and a clock of
their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from arena.records import FaultKind


@dataclass(frozen=True, slots=True)
class Trouble:
    """A bot's line has failed, for good: what kind of fault it is, and the reason in words."""

    kind: FaultKind
    detail: str


@dataclass(frozen=True, slots=True)
class Usage:
    """What a seat's processes have used up to now, all of its starts together."""

    cpu_s: float = 0.0
    peak_memory_mb: float = 0.0


Happening = tuple[int, bytes | Trouble]
"""A seat, and the payload of a frame that it sent or the trouble with its line."""


class HostFailed(Exception):
    """The host, and no bot, is the reason why a match can't go on as it should."""


class Lines(Protocol):
    """One line for each seat of a match. All times are in seconds of one monotonic clock.

    `sandbox` names the tier that holds the bots. `late_s` is how long beyond the time asked for the host let the last
    `wait` sleep, `worst_late_s` the longest of these.
    """

    sandbox: str
    late_s: float
    worst_late_s: float

    def now(self) -> float:
        """The time."""

    def open(self, seat: int) -> None:
        """Start the seat's bot anew. A bot that can't be started comes as Trouble from `wait`."""

    def send(self, seat: int, frame: bytes) -> None:
        """Send a whole frame without waiting; a line that is gone swallows it."""

    def wait(self, until: float) -> tuple[float, Sequence[Happening]]:
        """Wait for something to happen, at the longest until this time.

        Returns a time up to which everything that any bot did is contained in this answer or earlier ones, and
        what happened. After Trouble a line stays silent until it is opened again.
        """

    def rest(self, seat: int) -> None:
        """The seat's bot has answered all that it was asked: until the next `send` it has nothing to think about."""

    def memory_mb(self, seat: int) -> int:
        """How much memory the seat's bot may use, in MiB."""

    def shut(self, seat: int) -> None:
        """End the seat's processes, all of them; returns when they are gone."""

    def close(self) -> None:
        """End everything."""

    def unfinished(self, seat: int) -> str:
        """What there is of a frame that has not come whole, in words; empty if nothing."""

    def log(self, seat: int) -> str:
        """The last that the seat's bot wrote to its standard error in this match."""

    def usage(self, seat: int) -> Usage:
        """What its processes used."""
