"""Lines that hand on what others say, and may listen: for traces, and for kits that watch or bend a conversation.

`Overheard` goes between a match and its lines when somebody wants to hear; a match that nobody listens to has
nothing of this on its way. Nothing here knows what frames mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from arena.referee.lines import Happening, Lines, Trouble, Usage


class Listener(Protocol):
    """Who listens to a match. Times are in seconds of the lines' clock; frames to a bot have their length with them."""

    def opened(self, seat: int, at_s: float) -> None:
        """A seat's process has been started."""

    def sent(self, seat: int, frame: bytes, at_s: float) -> None:
        """A frame went to a seat."""

    def came(self, seat: int, what: bytes | Trouble, at_s: float) -> None:
        """The payload of a frame came from a seat, or its line failed."""

    def logged(self, seat: int, data: bytes) -> None:
        """A seat's bot wrote to its standard error; called by the lines themselves."""


class Relay:
    """Lines that pass everything on to others. A subclass changes what it is about."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.sandbox = lines.sandbox
        self.late_s = 0.0
        self.worst_late_s = 0.0

    def now(self) -> float:
        """The time."""
        return self.lines.now()

    def open(self, seat: int) -> None:
        """Start the seat's bot."""
        self.lines.open(seat)

    def send(self, seat: int, frame: bytes) -> None:
        """Send a frame."""
        self.lines.send(seat, frame)

    def wait(self, until: float) -> tuple[float, Sequence[Happening]]:
        """Wait for something to happen."""
        told = self.lines.wait(until)
        self.late_s, self.worst_late_s = self.lines.late_s, self.lines.worst_late_s
        return told

    def rest(self, seat: int) -> None:
        """Nothing is asked of the seat's bot."""
        self.lines.rest(seat)

    def memory_mb(self, seat: int) -> int:
        """How much memory the seat's bot may use."""
        return self.lines.memory_mb(seat)

    def shut(self, seat: int) -> None:
        """End the seat's processes."""
        self.lines.shut(seat)

    def close(self) -> None:
        """End everything."""
        self.lines.close()

    def unfinished(self, seat: int) -> str:
        """What there is of a frame that has not come whole."""
        return self.lines.unfinished(seat)

    def log(self, seat: int) -> str:
        """The last of its standard error."""
        return self.lines.log(seat)

    def usage(self, seat: int) -> Usage:
        """What its processes used."""
        return self.lines.usage(seat)


class Overheard(Relay):
    """Lines with somebody who listens."""

    def __init__(self, lines: Lines, listener: Listener) -> None:
        super().__init__(lines)
        self._listener = listener

    def open(self, seat: int) -> None:
        """Start the seat's bot, and tell."""
        self.lines.open(seat)
        self._listener.opened(seat, self.now())

    def send(self, seat: int, frame: bytes) -> None:
        """Send a frame, and tell."""
        self.lines.send(seat, frame)
        self._listener.sent(seat, frame, self.now())

    def wait(self, until: float) -> tuple[float, Sequence[Happening]]:
        """Wait, and tell what happened."""
        seen_s, happenings = super().wait(until)
        if happenings:
            now_s = self.now()
            for seat, what in happenings:
                self._listener.came(seat, what, now_s)
        return seen_s, happenings
