"""What the referee itself works for a decision, in microseconds, part by part: no processes, no pipes, no bots.

A match is played once with players in memory, whose answers are kept; then it is played again with these answers, so
that nothing but the referee is left. Beside the whole are the parts that can be done by themselves: the rules with
dealing, the tokens of what is legal, the codec. What is left of the whole is views (where they are on), asking and
accounting.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import msgspec

from arena.game import Game
from arena.records import FaultKind
from arena.referee.lines import Happening, Trouble, Usage
from arena.referee.match import play_match
from arena.variant import Variant
from arena.wire.framing import HEADER_BYTES
from arena.wire.messages import FromReferee, Move, Ready, decode, encode
from benchmarks.matches import match_spec
from benchmarks.measuring import Figure, Stopwatch, Taken, Unit

_read = msgspec.msgpack.Decoder(list[FromReferee]).decode


class _Answers:
    """Lines on which answers are there as soon as the question is asked."""

    sandbox = "memory"
    late_s = worst_late_s = 0.0
    now = staticmethod(time.monotonic)

    def __init__(self) -> None:
        self._came: list[Happening] = []

    def wait(self, until: float) -> tuple[float, Sequence[Happening]]:
        """All that has been answered."""
        came, self._came = self._came, []
        return time.monotonic(), came

    def open(self, seat: int) -> None:
        """Nothing is started."""

    def rest(self, seat: int) -> None:
        """Nobody thinks."""

    def memory_mb(self, seat: int) -> int:
        """Any number does."""
        return 512

    def shut(self, seat: int) -> None:
        """Nothing runs."""

    def close(self) -> None:
        """Nothing runs."""

    def unfinished(self, seat: int) -> str:
        """Frames come whole."""
        return ""

    def log(self, seat: int) -> str:
        """Nothing is logged."""
        return ""

    def usage(self, seat: int) -> Usage:
        """Nothing is used."""
        return Usage()


class Recorded(_Answers):
    """Players that take the first legal token. frames: all that was sent; answers: by seat, what followed each."""

    def __init__(self, seats: int, tables: int, *, view: bool) -> None:
        super().__init__()
        self._ready = Ready("first", "1", 1, tables, view)
        self.frames: list[bytes] = []
        self.answers: list[list[bytes | Trouble | None]] = [[] for _ in range(seats)]

    def send(self, seat: int, frame: bytes) -> None:
        """Answer, and keep both."""
        moves, answer = [], None
        for message in _read(frame[HEADER_BYTES:]):
            match type(message).__name__:
                case "Act":
                    moves.append(Move(message.table, message.turn, message.legal[0]))
                case "Hello":
                    moves.append(self._ready)
                case "Bye":
                    answer = Trouble(FaultKind.CRASH, "")
        answer = encode(moves)[HEADER_BYTES:] if moves else answer
        self.frames.append(frame)
        self.answers[seat].append(answer)
        if answer is not None:
            self._came.append((seat, answer))


class Replayed(_Answers):
    """The same answers in the same order, whatever is sent."""

    def __init__(self, answers: Sequence[Sequence[bytes | Trouble | None]]) -> None:
        super().__init__()
        self._answers = [iter(each) for each in answers]

    def send(self, seat: int, frame: bytes) -> None:
        """Answer."""
        answer = next(self._answers[seat])
        if answer is not None:
            self._came.append((seat, answer))


def parts(variant: Variant, deals: int, tables: int, *, view: bool) -> dict[str, Callable[[], Taken]]:
    """What is measured, by name."""
    spec = match_spec(variant, deals)
    lines = Recorded(variant.seats, tables, view=view)
    decisions = sum(seat.decisions for seat in play_match(spec, variant, lines).seats)
    messages = [_read(frame[HEADER_BYTES:]) for frame in lines.frames]
    answers = [answer for each in lines.answers for answer in each if isinstance(answer, bytes)]

    def taken(work: Callable[[], object]) -> Taken:
        with Stopwatch() as watch:
            work()
        return watch.taken(decisions)

    return {
        "all of it": lambda: taken(lambda: play_match(spec, variant, Replayed(lines.answers))),
        "rules and dealing": lambda: taken(lambda: _play(variant, deals, tokens=False)),
        "the same and legal tokens": lambda: taken(lambda: _play(variant, deals, tokens=True)),
        "encode": lambda: taken(lambda: [encode(each) for each in messages]),
        "decode": lambda: taken(lambda: [decode(each) for each in answers]),
    }


def _play(variant: Variant, deals: int, *, tokens: bool) -> None:
    for number in range(deals):
        game = Game(variant, "bench", number, single=True)
        hand = game.hand
        while (phase := hand.phase) is not None:
            legal = phase.legal(hand)
            if tokens:
                phase.tokens(hand, legal)
            hand.apply((legal & -legal).bit_length() - 1)
        game.close()


def figures(variants: Sequence[Variant], deals: int) -> Iterator[Figure]:
    """The figures of this part."""
    for variant in variants:
        for name, tables, view in (
            ("one table", 1, True),
            ("one table, no view", 1, False),
            ("64 tables, no view", 64, False),
        ):
            group = f"the referee's own work for a decision: {variant.name}, {name}"
            for part, measure in parts(variant, deals, tables, view=view).items():
                yield Figure(group, part, Unit.MICROSECONDS, partial(measure))
