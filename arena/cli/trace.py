"""What the author of a bot may follow while a match is played: frames in both directions, and the bot's log.

Made by `arena play` and `arena bot debug`. It goes to standard error, so that standard output stays what it is without
it. All that a bot wrote is made printable first.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence

import click

from arena.errors import InputError
from arena.records import FaultKind
from arena.referee.lines import Trouble
from arena.wire.framing import HEADER_BYTES
from arena.wire.messages import Bye, encode, readable
from arena.wire.quoting import printable

LONGEST_LINE = 20_000
FAREWELL = encode([Bye()])[HEADER_BYTES + 1 :]
"""The end of a frame whose last message is `bye`."""


class Trace:
    """A listener that prints: the frames of the seats in `frames`, the logs of those in `logs`. heads: their names.

    `>` goes to the bot, `<` comes from it, `|` is its log, `*` its process, `!` what is wrong with its line. Times are
    in seconds since the trace began.
    """

    def __init__(self, heads: Sequence[str], frames: Collection[int], logs: Collection[int]) -> None:
        self._frames = frames
        self._logs = logs
        self._heads = heads
        self._width = max((len(self._heads[seat]) for seat in {*frames, *logs}), default=0)
        self._rests = [b""] * len(heads)
        self._leaving = [False] * len(heads)
        self._begun_s = time.monotonic()

    def opened(self, seat: int, at_s: float) -> None:
        """Tell of a process that was started."""
        if seat in self._frames:
            self._print(seat, at_s, "*", "started")

    def sent(self, seat: int, frame: bytes, at_s: float) -> None:
        """Print what goes to a bot."""
        self._leaving[seat] = frame.endswith(FAREWELL)
        if seat in self._frames:
            self._print(seat, at_s, ">", readable(frame[HEADER_BYTES:], LONGEST_LINE))

    def came(self, seat: int, what: bytes | Trouble, at_s: float) -> None:
        """Print what comes from a bot."""
        if seat not in self._frames:
            return
        if isinstance(what, bytes):
            self._print(seat, at_s, "<", readable(what, LONGEST_LINE))
        elif self._leaving[seat] and what.kind is FaultKind.CRASH:
            self._print(seat, at_s, "*", what.detail)
        else:
            self._print(seat, at_s, "!", printable(f"{what.kind.replace('_', ' ')}: {what.detail}"))

    def logged(self, seat: int, data: bytes) -> None:
        """Print the whole lines of a log; a line that never ends comes in pieces."""
        if seat not in self._logs:
            return
        *lines, rest = (self._rests[seat] + data).split(b"\n")
        if len(rest) > LONGEST_LINE:
            lines.append(rest)
            rest = b""
        self._rests[seat] = rest
        for line in lines:
            self._print(seat, time.monotonic(), "|", _shown(line))

    def finish(self) -> None:
        """Print what bots have written of lines without an end."""
        for seat, rest in enumerate(self._rests):
            if rest:
                self._print(seat, time.monotonic(), "|", _shown(rest))
        self._rests = [b""] * len(self._rests)

    def _print(self, seat: int, at_s: float, mark: str, text: str) -> None:
        click.echo(f"{at_s - self._begun_s:9.4f} s  {self._heads[seat]:{self._width}}  {mark} {text}", err=True)


def head(name: str, seat: int) -> str:
    """How a seat is called in a trace."""
    return f"{name} (seat {seat})"


def seats_of(chosen: Sequence[str], names: Sequence[str], option: str) -> set[int]:
    """The seats that a user means by seats' numbers or by the names of the bots in them."""
    seats = set()
    for word in chosen:
        if word in names:
            seats.add(names.index(word))
        elif word.isdigit() and int(word) < len(names):
            seats.add(int(word))
        else:
            sitting = ", ".join(f"{seat} {name}" for seat, name in enumerate(names))
            raise InputError(f"{option} {word}: nobody sits there; the seats are: {sitting}")
    return seats


def _shown(line: bytes) -> str:
    return printable(line.decode(errors="replace").rstrip("\r").expandtabs())
