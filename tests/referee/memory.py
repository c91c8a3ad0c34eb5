"""Players in memory and a clock that only moves when the match waits: `Lines` without processes."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from typing import Any

import msgpack

from arena.records import FaultKind, Limits, MatchRecord, MatchSpec, Mode, OnFault
from arena.referee.lines import Happening, Trouble, Usage
from arena.referee.match import play_match
from arena.variant import Variant
from arena.wire.framing import MAX_FROM_REFEREE, FrameReader, frame

Reaction = tuple[float, bytes | Trouble]


def move(act: dict[str, Any], action: str | None = None, **changes: Any) -> bytes:
    answer = {
        "type": "move",
        "table": act["table"],
        "turn": act["turn"],
        "action": act["legal"][0] if action is None else action,
    }
    return frame(msgpack.packb([{**answer, **changes}]))


class Honest:
    """Says ready at once and plays the first legal token after `think_s`. Subclasses misbehave."""

    tables = 1
    view = True
    think_s = 0.001

    def __init__(self) -> None:
        self.heard: list[dict[str, Any]] = []

    def ready(self, _hello: dict[str, Any]) -> list[Reaction]:
        said = {"type": "ready", "protocol": 1, "name": "honest", "version": "1"}
        return [(0.0, frame(msgpack.packb([{**said, "tables": self.tables, "view": self.view}])))]

    def act(self, act: dict[str, Any]) -> list[Reaction]:
        return [(self.think_s, move(act))]

    def react(self, message: dict[str, Any]) -> list[Reaction]:
        self.heard.append(message)
        if message["type"] == "hello":
            return self.ready(message)
        if message["type"] == "act":
            return self.act(message)
        if message["type"] == "bye":
            return [(0.0, Trouble(FaultKind.CRASH, "exited with status 0"))]
        return []

    def kinds(self) -> list[str]:
        return [message["type"] for message in self.heard]


class MemoryLines:
    """One maker of players for each seat; a new player for every start."""

    sandbox = "memory"

    def __init__(self, makers: Sequence[Callable[[], Honest]]) -> None:
        self.makers = makers
        self.late_s = self.worst_late_s = 0.0
        self.clock_s = 0.0
        self.players: list[list[Honest]] = [[] for _ in makers]
        self.live: list[Honest | None] = [None] * len(makers)
        self.frames: list[list[bytes]] = [[] for _ in makers]
        self.rested: list[int] = []
        self.closed = False
        self._due: list[tuple[float, int, int, Honest, bytes | Trouble]] = []
        self._count = 0

    def now(self) -> float:
        return self.clock_s

    def open(self, seat: int) -> None:
        player = self.makers[seat]()
        self.players[seat].append(player)
        self.live[seat] = player

    def send(self, seat: int, frame_bytes: bytes) -> None:
        player = self.live[seat]
        if player is None:
            return
        self.frames[seat].append(frame_bytes)
        (payload,) = FrameReader(MAX_FROM_REFEREE).feed(frame_bytes)
        for message in msgpack.unpackb(payload):
            for delay_s, what in player.react(message):
                self._count += 1
                heapq.heappush(self._due, (self.clock_s + delay_s, self._count, seat, player, what))

    def wait(self, until: float) -> tuple[float, Sequence[Happening]]:
        while self._due and self._due[0][0] <= until:
            at_s, _, seat, player, what = heapq.heappop(self._due)
            self.clock_s = max(self.clock_s, at_s)
            if self.live[seat] is not player:
                continue
            if isinstance(what, Trouble):
                self.live[seat] = None
                return self.clock_s, [(seat, what)]
            return self.clock_s, [(seat, payload) for payload in FrameReader(1 << 20).feed(what)]
        assert until < float("inf"), "the match waits for ever"
        self.clock_s = max(self.clock_s, until)
        return self.clock_s, []

    def rest(self, seat: int) -> None:
        self.rested.append(seat)

    def memory_mb(self, seat: int) -> int:
        return 512

    def shut(self, seat: int) -> None:
        self.live[seat] = None

    def close(self) -> None:
        self.closed = True
        self.live = [None] * len(self.live)

    def unfinished(self, seat: int) -> str:
        return ""

    def log(self, seat: int) -> str:
        return f"log of seat {seat}"

    def usage(self, seat: int) -> Usage:
        return Usage(0.5, 10.0)


def play(
    variant: Variant,
    makers: Sequence[Callable[[], Honest]],
    *,
    numbers: Sequence[int] = (0, 1, 2),
    mode: Mode = Mode.DEALS,
    on_fault: OnFault = OnFault.STAND_IN,
    max_faults: int = 3,
    move_ms: int = 1000,
) -> tuple[MatchRecord, MemoryLines]:
    """Play a match of players in memory; the bots are called a, b, c ... by seat."""
    lines = MemoryLines(makers)
    spec = MatchSpec(
        name="m0.r0.b0",
        variant=variant.name,
        options={},
        seed="test",
        mode=mode,
        bots=tuple("abcdef"[: variant.seats]),
        numbers=tuple(numbers),
        limits=Limits(move_ms=move_ms, max_faults=max_faults, on_fault=on_fault),
    )
    return play_match(spec, variant, lines), lines
