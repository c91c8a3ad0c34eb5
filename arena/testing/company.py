"""Company for one bot: lines at which a single seat is a process and all the others are filled in memory.

Used by the conformance run for bots and by `arena bot debug`. The company plays at random, by each table's own seed,
so that the same deals are the same questions whoever else is asked, and however many tables are open.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import inf

from arena.records import FaultKind
from arena.referee.lines import Happening, Lines, Trouble, Usage
from arena.wire import PROTOCOL, plain
from arena.wire.framing import HEADER_BYTES

TABLES = 1024
"""How many tables at once the company plays: more than any bot."""


class _Companion:
    """A player in memory: any legal token, passing as often as all else together."""

    def __init__(self) -> None:
        self._draws: dict[int, random.Random] = {}

    def answers(self, message: plain.Message) -> list[plain.Message]:
        """What it says to one message."""
        match message["type"]:
            case "hello":
                said = {"type": "ready", "protocol": PROTOCOL, "name": "company", "version": "1"}
                return [{**said, "tables": TABLES, "view": False}]
            case "start":
                self._draws[message["table"]] = random.Random(message["seed"])
            case "end":
                self._draws.pop(message["table"], None)
            case "act":
                table, legal = message["table"], message["legal"]
                draw = self._draws[table]
                # Or every auction would end at the highest bid.
                action = "pass" if "pass" in legal and draw.random() < 0.5 else draw.choice(legal)
                return [{"type": "move", "table": table, "turn": message["turn"], "action": action}]
        return []


class InCompany:
    """Lines of a whole table: `bot` are the lines to one bot, as its seat 0, who sits in `seat` of `seats`."""

    def __init__(self, bot: Lines, seat: int, seats: int) -> None:
        self.sandbox = bot.sandbox
        self.late_s = 0.0
        self.worst_late_s = 0.0
        self._bot = bot
        self._seat = seat
        self._company = {other: _Companion() for other in range(seats) if other != seat}
        self._said: list[Happening] = []

    def now(self) -> float:
        """The time of the bot's lines."""
        return self._bot.now()

    def open(self, seat: int) -> None:
        """Start the bot, or have another companion."""
        if seat == self._seat:
            self._bot.open(0)
        else:
            self._company[seat] = _Companion()

    def send(self, seat: int, frame: bytes) -> None:
        """Send to the bot, or ask a companion, who answers at the next `wait`."""
        if seat == self._seat:
            self._bot.send(0, frame)
            return
        messages = plain.unpack(frame[HEADER_BYTES:])
        if messages[-1]["type"] == "bye":
            self._said.append((seat, Trouble(FaultKind.CRASH, "has left")))
        elif said := [answer for message in messages for answer in self._company[seat].answers(message)]:
            self._said.append((seat, plain.pack(said)[HEADER_BYTES:]))

    def wait(self, until: float) -> tuple[float, Sequence[Happening]]:
        """What the company has said, or else what comes from the bot."""
        if self._said:
            said, self._said = self._said, []
            # Nobody has looked at the bot, so nothing may be concluded about its time.
            return -inf, said
        seen_s, happenings = self._bot.wait(until)
        self.late_s, self.worst_late_s = self._bot.late_s, self._bot.worst_late_s
        return seen_s, [(self._seat, what) for _, what in happenings]

    def rest(self, seat: int) -> None:
        """Nothing is asked of the bot; the company rests by itself."""
        if seat == self._seat:
            self._bot.rest(0)

    def memory_mb(self, seat: int) -> int:
        """How much memory the bot may use."""
        return self._bot.memory_mb(0)

    def shut(self, seat: int) -> None:
        """End the bot's processes."""
        if seat == self._seat:
            self._bot.shut(0)

    def close(self) -> None:
        """End everything."""
        self._bot.close()

    def unfinished(self, seat: int) -> str:
        """What there is of a frame of the bot."""
        return self._bot.unfinished(0) if seat == self._seat else ""

    def log(self, seat: int) -> str:
        """The bot's log."""
        return self._bot.log(0) if seat == self._seat else ""

    def usage(self, seat: int) -> Usage:
        """What the bot's processes used."""
        return self._bot.usage(0) if seat == self._seat else Usage()
