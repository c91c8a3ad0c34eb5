"""A person's side with the rest of the table in memory: the real pipes, session and referee, and not one process."""

from __future__ import annotations

import random
import threading
from collections.abc import Sequence
from typing import Any

from arena.human import Asked
from arena.human.chair import Chair, WithPeople, program_for
from arena.human.person import PersonSession
from arena.records import Limits, MatchRecord, MatchSpec, Mode
from arena.referee.match import play_match
from arena.referee.process import ProcessLines
from arena.sdk import End, Hello, Start
from arena.testing.company import InCompany
from arena.variant import Variant
from arena.wire.plain import Pipe


class NoBots:
    """A tier that has nobody to start."""

    name = "memory"

    def start(self, program: Any, limits: Limits) -> Any:
        raise AssertionError(f"{program.command} is no person")

    def build(self, program: Any, limits: Limits) -> Any:
        raise AssertionError("nothing is built here")


class Scripted:
    """A front that says what it is given, and then anything legal; it writes down all that it is told."""

    def __init__(self, *says: str, seed: int = 0) -> None:
        self.says = list(says)
        self.rng = random.Random(seed)
        self.events: list[Sequence[Any]] = []
        self.asked: list[Asked] = []
        self.reasons: list[str] = []
        self.faults: list[str] = []
        self.started: list[Start] = []
        self.over: list[End] = []

    def opened(self, hello: Hello, start: Start) -> None:
        self.hello = hello
        self.started.append(start)

    def told(self, event: Sequence[Any]) -> None:
        self.events.append(event)

    def answer(self, asked: Asked) -> str:
        self.asked.append(asked)
        return self.says.pop(0) if self.says else self.rng.choice(asked.legal)

    def refused(self, reason: str) -> None:
        self.reasons.append(reason)

    def ended(self, end: End) -> None:
        self.over.append(end)

    def fault(self, kind: str, detail: str) -> None:
        self.faults.append(f"{kind}: {detail}")


def play_alone(
    variant: Variant, front: Any, *, seat: int = 0, deals: int = 1, clocks_ms: dict[int, int] | None = None
) -> MatchRecord:
    """A match of a person with companions in memory who play at random."""
    spec = MatchSpec(
        name="m0.r0.b0",
        variant=variant.name,
        options={},
        seed="alone",
        mode=Mode.DEALS,
        bots=tuple(f"p{place}" for place in range(variant.seats)),
        numbers=tuple(range(deals)),
    )
    chair = Chair()
    lines = ProcessLines([program_for(chair)], "none:None", WithPeople(NoBots()), spec.limits)
    records: list[MatchRecord] = []

    def referee() -> None:
        table = InCompany(lines, seat, variant.seats)
        records.append(play_match(spec, variant, table, clocks_ms or {seat: 60_000}))

    thread = threading.Thread(target=referee)
    thread.start()
    try:
        PersonSession(front, variant, "human", chair.source).serve(Pipe(chair.source, chair.target))
        chair.hang_up(left=False)
    finally:
        chair.hang_up(left=False)
        thread.join()
        chair.close()
    return records[0]
