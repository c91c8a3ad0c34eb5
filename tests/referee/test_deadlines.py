"""Many questions open at once, answered at different times: each keeps its own deadline."""

from __future__ import annotations

from arena_trollin import Trollin

from arena.records import FaultKind
from tests.referee.memory import Honest, move, play


class JustInTime(Honest):
    """Needs nearly a second for each answer, at two tables."""

    tables = 2

    def act(self, act):
        return [(0.9, move(act))]


class LateAtTheSecond(Honest):
    tables = 2

    def act(self, act):
        return [(5.0 if act["table"] == 1 else 0.9, move(act))]


class Quick(Honest):
    tables = 2


def test_answers_that_come_in_time_are_no_faults_whatever_was_due_earlier():
    """Two questions that are open together have two seconds, one that is open alone has one."""
    record, _ = play(Trollin(2), [JustInTime, Quick], numbers=range(2))
    assert not record.faults
    assert [table.stood_in for table in record.tables] == [(), ()]
    assert record.seats[0].faults == 0


def test_the_one_answer_that_is_late_is_found_at_its_own_deadline():
    record, _ = play(Trollin(2), [LateAtTheSecond, Quick], numbers=range(2), max_faults=99)
    faults = [fault for table in record.tables for hand in table.hands for fault in hand.faults]
    assert faults
    assert {(fault.kind, fault.seat, fault.table) for fault in faults} == {(FaultKind.TIMEOUT, 0, "m0.r0.d1")}
    assert all(fault.used_ms == fault.allowed_ms for fault in faults)
    assert [table.stood_in for table in record.tables] == [(), (0,)]


def test_what_a_decision_asks_of_the_lines():
    """One frame for each question, and nothing between."""
    record, lines = play(Trollin(2), [Honest, Honest], numbers=range(3))
    decisions = sum(seat.decisions for seat in record.seats)
    sent = sum(map(len, lines.frames))
    # Besides the questions: for each seat a hello and a farewell; starts and ends ride along.
    assert sent == decisions + 4
