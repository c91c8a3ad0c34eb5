"""Lines to one bot that watch it for the conformance run, or bend what it is told.

`arena.testing.bot_probe` puts them between a bot's process and its table. They know the protocol's messages, and
nothing of what the run makes of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arena.errors import WireError
from arena.records import FaultKind
from arena.referee.lines import Happening, Lines, Trouble
from arena.referee.listening import Relay
from arena.wire import plain
from arena.wire.framing import HEADER_BYTES
from arena.wire.messages import readable

MOST_ANSWERS = 5000
"""A game in which a bot has given so many answers is long enough."""


class LongEnough(Exception):
    """The bot has given all the answers that are wanted, and every one of them has been judged."""


class Watched(Relay):
    """Lines that note what a bot says of itself, and when.

    ready: its `ready` message; None before it comes. noise: what it wrote to standard output that was no frame.
    answers: how many frames it has sent since, in `played_s` seconds. long_s: for how long it may play.
    """

    def __init__(self, lines: Lines, long_s: float) -> None:
        super().__init__(lines)
        self.ready: plain.Message | None = None
        self.ready_s = 0.0
        self.noise = ""
        self.answers = 0
        self.played_s = 0.0
        self._long_s = long_s
        self._opened_s = 0.0

    def open(self, seat: int) -> None:
        """Start the bot, and note when."""
        self._opened_s = self.now()
        super().open(seat)

    def wait(self, until: float) -> tuple[float, Sequence[Happening]]:
        """Wait, and note what comes; LongEnough when enough has come."""
        # Asked again, so all that came before has been judged.
        if self.answers >= MOST_ANSWERS or (self.answers and self.played_s >= self._long_s):
            raise LongEnough
        seen_s, happenings = super().wait(until)
        for _, what in happenings:
            if isinstance(what, Trouble):
                if what.kind in (FaultKind.PROTOCOL, FaultKind.OUTPUT_FLOOD):
                    self.noise = self.noise or what.detail
            elif self.ready is None:
                self.ready, self.ready_s = _ready(what), self.now() - self._opened_s
            else:
                self.answers += 1
                self.played_s = self.now() - self._opened_s - self.ready_s
        return seen_s, happenings


def _ready(payload: bytes) -> plain.Message | None:
    try:
        message = plain.unpack(payload)[0]
    except (WireError, IndexError):
        return None
    return message if isinstance(message, dict) and message.get("type") == "ready" else None


_LONG = "and so on " * 30


class Odd(Relay):
    """Lines on which the referee says more than this version of the protocol has: as a later one may.

    New keys in every message and in the maps in them, new messages, new kinds of events. said: the last frame as it was
    sent before the bot failed, to be read by a person.
    """

    said = ""

    def send(self, seat: int, frame: bytes) -> None:
        """Send the frame with the additions."""
        messages: list[plain.Message] = []
        for message in plain.unpack(frame[HEADER_BYTES:]):
            odd = {"mood": {"deep": [None, 1.5, -7, True]}, **message, "later": _LONG}
            for key, more in (("limits", 3), ("view", [3, "steps"])):
                if isinstance(message.get(key), dict):
                    odd[key] = {**message[key], "patience": more}
            if "events" in message:
                odd["events"] = [["music", 3.5, {"loud": False}], *message["events"], ["applause"]]
            messages += [{"type": "weather", "table": 0, "wind": 2**40}, odd]
        frame = plain.pack(messages)
        if not any(message["type"] in ("fault", "bye") for message in messages):
            brief = [{**message, "later": f"{len(_LONG)} bytes"} for message in messages]
            self.said = readable(plain.pack(brief)[HEADER_BYTES:])
        super().send(seat, frame)


class WithView(Relay):
    """Lines on which a bot that refuses the view gets it all the same."""

    def wait(self, until: float) -> tuple[float, Sequence[Happening]]:
        """Wait, and take the refusal out of a `ready`."""
        seen_s, happenings = super().wait(until)
        return seen_s, [(seat, _wanting(what)) for seat, what in happenings]


def _wanting(what: Any) -> Any:
    ready = _ready(what) if isinstance(what, bytes) else None
    return what if ready is None else plain.pack([{**ready, "view": True}])[HEADER_BYTES:]
