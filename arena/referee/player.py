"""One seat of a match from the referee's chair: what was asked of its bot, until when, and what went wrong.

`Player` is bookkeeping only; `arena.referee.match` decides, and `Lines` carries the bytes.
"""

from __future__ import annotations

from collections import deque
from enum import Enum
from math import inf
from typing import TYPE_CHECKING

from arena.records import TIME_SLOTS, SeatRecord, time_slot
from arena.wire.messages import Act, FromReferee

if TYPE_CHECKING:
    from arena.referee.lines import Usage
    from arena.referee.table import Table

EVIDENCE_FRAMES = 6


class State(Enum):
    """Where a bot stands: no process, a process that has not said `ready`, ready, or out of the match."""

    DOWN = "down"
    STARTING = "starting"
    READY = "ready"
    OUT = "out"


class Question:
    """An `act` that is not answered yet. `deadline_s` is set when its frame is written and never moved."""

    __slots__ = ("act", "asked_s", "deadline_s", "legal", "table")

    def __init__(self, table: Table, act: Act, legal: int) -> None:
        self.table = table
        self.act = act
        self.legal = legal
        self.asked_s = 0.0
        self.deadline_s = inf


class Player:
    """A seat's bot over a whole match, all its starts together. Times are in seconds of the lines' clock.

    open: its unanswered questions by table number. outbox: messages that wait for the next frame. deadline_s:
    when the earliest of its answers (or its `ready`) is due, or earlier: see `overdue`. recent: the last frames to
    it (">", length included) and payloads from it ("<").
    """

    __slots__ = (
        "asked",
        "bot",
        "deadline_s",
        "decisions",
        "faults",
        "late",
        "new",
        "open",
        "opened_s",
        "outbox",
        "recent",
        "seat",
        "slowest_s",
        "starts",
        "state",
        "tables",
        "think_s",
        "times",
        "view",
    )

    def __init__(self, seat: int, bot: str) -> None:
        self.seat = seat
        self.bot = bot
        self.state = State.DOWN
        self.tables = 1
        self.view = True
        self.starts = 0
        self.faults = 0
        self.late = 0
        self.decisions = 0
        self.think_s = 0.0
        self.slowest_s = 0.0
        self.times = [0] * TIME_SLOTS
        self.open: dict[int, Question] = {}
        self.new: list[Question] = []
        self.asked: dict[int, int] = {}
        self.outbox: list[FromReferee] = []
        self.deadline_s = inf
        self.opened_s = 0.0
        self.recent: deque[tuple[str, bytes]] = deque(maxlen=EVIDENCE_FRAMES)

    def turn(self, table: int) -> int:
        """The number of the next question to this bot at this table, from 0."""
        turn = self.asked.get(table, 0)
        self.asked[table] = turn + 1
        return turn

    def ask(self, question: Question) -> None:
        """Put a question into the next frame."""
        self.open[question.act.table] = question
        self.outbox.append(question.act)
        self.new.append(question)

    def sent(self, asked_s: float, deadline_s: float) -> None:
        """The frame is written: start the clocks of its questions. Those open at once share their times."""
        if not self.new:
            return
        for question in self.new:
            question.asked_s = asked_s
            question.deadline_s = deadline_s
        self.new = []
        if deadline_s < self.deadline_s:
            self.deadline_s = deadline_s

    def answered(self, question: Question, now_s: float) -> None:
        """Close a question and account for the time it took."""
        opened = self.open
        del opened[question.act.table]
        used_s = now_s - question.asked_s
        self.decisions += 1
        self.think_s += used_s
        self.times[time_slot(used_s)] += 1
        if used_s > self.slowest_s:
            self.slowest_s = used_s
        if not opened:
            self.deadline_s = inf

    def overdue(self, seen_s: float) -> bool:
        """Whether an answer (or `ready`) should have come by this time.

        Which of many open questions is due first is looked up here, when it seems to be time, and not at each answer:
        so answers cost the same however many tables there are.
        """
        if self.open:
            self.deadline_s = min(question.deadline_s for question in self.open.values())
        return self.deadline_s <= seen_s

    def drop(self, table: int) -> None:
        """Forget the open question of this table, if there is one: it is answered by others now."""
        question = self.open.pop(table, None)
        if question is not None:
            self.new = [other for other in self.new if other is not question]
            self.outbox = [message for message in self.outbox if message is not question.act]
            self.deadline_s = min((other.deadline_s for other in self.open.values()), default=inf)

    def gone(self) -> None:
        """Its process is no more: nothing is open, and nothing waits to be sent."""
        self.state = State.DOWN
        self.open.clear()
        self.new = []
        self.asked.clear()
        self.outbox = []
        self.deadline_s = inf

    def record(self, usage: Usage, log: str) -> SeatRecord:
        """What the seat's bot did in this match, with what its line tells of it."""
        return SeatRecord(
            bot=self.bot,
            decisions=self.decisions,
            think_s=self.think_s,
            slowest_s=self.slowest_s,
            peak_memory_mb=usage.peak_memory_mb,
            cpu_s=usage.cpu_s,
            starts=self.starts,
            faults=self.faults,
            late=self.late,
            out=self.state is State.OUT,
            log=log,
            times=tuple((slot, count) for slot, count in enumerate(self.times) if count),
        )
