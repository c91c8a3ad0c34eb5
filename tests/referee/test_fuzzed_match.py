"""Whole matches against bots whose answers are bent at random: always a verdict, and never at another's cost."""

from __future__ import annotations

import os
from collections import Counter
from typing import Any

from arena_trollin import Trollin

from arena.errors import WireError
from arena.records import Fault, FaultKind, Limits, MatchRecord, MatchSpec, Mode
from arena.referee.lines import Trouble
from arena.referee.match import play_match
from arena.referee.process import ProcessLines
from arena.referee.sandbox import Program
from arena.referee.sandbox.child import Look
from arena.wire.framing import MAX_FROM_BOT, FrameReader, frame
from tests.referee.memory import Honest, Reaction, play
from tests.referee.test_villains import VILLAINS, faults_of
from tests.wire.mutation import MOVE, READY, Message, Mutator

FRAMES = int(os.environ.get("FUZZ_FRAMES", "50000"))
HONEST_SHARE = 0.7


class Fuzzer(Honest):
    """Answers honestly more often than not, so that a match goes on; its stream is cut as the referee's is."""

    def __init__(self, mutate: Mutator) -> None:
        super().__init__()
        self._mutate = mutate
        self._reader = FrameReader(MAX_FROM_BOT)

    def ready(self, hello: dict[str, Any]) -> list[Reaction]:
        return self._bent(super().ready(hello), READY)

    def act(self, act: dict[str, Any]) -> list[Reaction]:
        right: Message = {"type": "move", "table": act["table"], "turn": act["turn"], "action": act["legal"][0]}
        return self._bent(super().act(act), right)

    def _bent(self, honest: list[Reaction], right: Message) -> list[Reaction]:
        mutate = self._mutate
        if mutate.random.random() < HONEST_SHARE:
            return honest
        mutate.base = (right, READY, {**right, "turn": 0}, {**right, "table": 1}, {**right, "action": "BJ"})
        try:
            payloads = self._reader.feed(mutate())
        except WireError as error:
            return [(0.001, Trouble(FaultKind.PROTOCOL, str(error)))]
        return [(0.001, frame(payload)) for payload in payloads]


def check_verdict(record: MatchRecord, tables: int) -> list[Fault]:
    """A match against anything at all ends with every table played and every fault in words."""
    faults = faults_of(record)
    assert not record.void
    assert len(record.tables) == tables
    assert all(table.hands and len(table.payoffs) == 2 for table in record.tables)
    for fault in faults:
        assert fault.detail and len(fault.detail) <= 600 and fault.detail.isprintable(), repr(fault.detail)
        assert all(shown.isprintable() for shown in fault.frames), fault.frames
    return faults


def test_a_bot_with_bent_answers_costs_nobody_but_itself() -> None:
    kinds: Counter[FaultKind] = Counter()
    for number in range(FRAMES // 250):
        mutate = Mutator(number)
        record, _ = play(Trollin(2), [Honest, lambda mutate=mutate: Fuzzer(mutate)], max_faults=8)
        faults = check_verdict(record, 3)
        assert {fault.seat for fault in faults} <= {1}
        assert record.seats[0].decisions == 27 and record.seats[0].faults == 0
        kinds.update(fault.kind for fault in faults)
    # Bent answers that led nowhere new would prove nothing.
    assert {FaultKind.PROTOCOL, FaultKind.ILLEGAL, FaultKind.TIMEOUT, FaultKind.START_TIMEOUT} <= kinds.keys()


class Spoken:
    """A child that has said all that it ever will: its output is in the pipe, and ended."""

    def __init__(self, said: bytes) -> None:
        self.pid = os.getpid()
        theirs, self.stdin = os.pipe()
        self.stdout, ours = os.pipe()
        self.stderr, log = os.pipe()
        os.write(ours, said)
        self._inputs = theirs
        for descriptor in (ours, log):
            os.close(descriptor)
        for descriptor in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(descriptor, False)

    def look(self) -> Look:
        return Look(0, 0, {})

    def peak_bytes(self) -> int:
        return 0

    def pause(self) -> None:
        """Nothing runs."""

    def resume(self) -> None:
        """Nothing rests."""

    def cpu_s(self) -> float:
        return 0.0

    def exit_reason(self) -> str:
        return "exited with status 0"

    def kill(self) -> None:
        """Nothing lives."""

    def close(self) -> None:
        for descriptor in (self.stdin, self.stdout, self.stderr, self._inputs):
            os.close(descriptor)


class Speakers:
    """A sandbox in which every program says `ready` and then whatever comes to a mutator's mind."""

    name = "spoken"

    def __init__(self, mutate: Mutator) -> None:
        self._mutate = mutate

    def start(self, _program: Program, _limits: Limits) -> Spoken:
        mutate = self._mutate
        moves = [{**MOVE, "turn": mutate.random.randrange(4), "action": "AS"} for _ in range(3)]
        mutate.base = (*moves, READY)
        begin = Mutator(0, (READY,)).valid() if mutate.random.random() < HONEST_SHARE else b""
        return Spoken((begin + b"".join(mutate() for _ in range(mutate.random.randrange(20))))[:60_000])


def test_a_stream_of_bent_frames_through_the_real_lines_has_a_verdict() -> None:
    kinds: Counter[FaultKind] = Counter()
    limits = Limits(move_ms=1000, start_ms=1000)
    spec = MatchSpec("m0.r0.b0", "trollin", {}, "bent", Mode.DEALS, ("bent", "bent-2"), (0, 1), limits)
    for number in range(FRAMES // 250):
        program = Program(("python3", "honest.py"), VILLAINS)
        speakers: Any = Speakers(Mutator(number))
        lines = ProcessLines([program] * 2, "arena_trollin:Trollin", speakers, limits)
        kinds.update(fault.kind for fault in check_verdict(play_match(spec, Trollin(2), lines), 2))
    assert {FaultKind.PROTOCOL, FaultKind.CRASH} <= kinds.keys()
