"""Lines on which a bot is told other limits than hold for it.

Used by the conformance run for bots, which is in a hurry and still fails nobody for that, and by `arena bot debug`,
which has all the time in the world. Bots that keep to their clock play as if the told limits held.
"""

from __future__ import annotations

from collections.abc import Mapping

from arena.referee.lines import Lines
from arena.referee.listening import Relay
from arena.wire import plain
from arena.wire.framing import HEADER_BYTES


class ToldLimits(Relay):
    """Lines that put `told` (`move_ms` must be among it) in the place of the limits in `hello`, and go by it in `act`.

    held_ms: what the referee itself allows for a move; the time for several questions at once keeps its proportion.
    """

    def __init__(self, lines: Lines, told: Mapping[str, int], held_ms: int) -> None:
        super().__init__(lines)
        self._told = told
        self._held_ms = held_ms

    def send(self, seat: int, frame: bytes) -> None:
        """Send a frame, with the told limits in it."""
        messages = plain.unpack(frame[HEADER_BYTES:])
        for message in messages:
            if message["type"] == "hello":
                message["limits"] = {**message["limits"], **self._told}
            elif message["type"] == "act":
                message["ms"] = self._told["move_ms"] * message["ms"] // self._held_ms
        super().send(seat, plain.pack(messages))
