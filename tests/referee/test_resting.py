"""A bot that thinks while others are asked gains nothing by it, and one that waits is left alone."""

from __future__ import annotations

from dataclasses import replace

import pytest
from arena_trollin import Trollin

from arena.records import Limits, MatchRecord, MatchSpec, Mode
from arena.referee.match import play_match
from arena.referee.process import ProcessLines
from arena.referee.sandbox import Program, Sandbox
from tests.referee.memory import Honest, play
from tests.referee.test_villains import VILLAINS, sandbox

TIERS = ("bwrap", "landlock", "none")
LIMITS = Limits(move_ms=5000, memory_mb=256)


class Told(ProcessLines):
    """Lines that remember who was ever stopped."""

    def __init__(self, bots: tuple[str, ...], tier: Sandbox, limits: Limits) -> None:
        programs = [Program(("python3", f"{bot}.py"), VILLAINS) for bot in bots]
        super().__init__(programs, "arena_trollin:Trollin", tier, limits)
        self.stopped: set[int] = set()

    def _pause(self, line) -> None:  # type: ignore[no-untyped-def]
        self.stopped.add(line.seat)
        super()._pause(line)


def played(bots: tuple[str, ...], tier: Sandbox, limits: Limits) -> tuple[MatchRecord, set[int]]:
    lines = Told(bots, tier, limits)
    spec = MatchSpec("m0.r0.b0", "trollin", {}, "resting", Mode.DEALS, bots, (0, 1), limits)
    record = play_match(spec, Trollin(2), lines)
    assert not record.void and [seat.faults for seat in record.seats] == [0, 0], record
    return record, lines.stopped


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("thinker", ["thinks_by_thread", "thinks_by_child"])
def test_thinking_on_the_opponents_time_gains_nothing(tier: str, thinker: str) -> None:
    if tier == "landlock" and thinker == "thinks_by_child":
        pytest.skip("this tier gives a bot no children")
    bots = ("slow", thinker)
    free, stopped = played(bots, sandbox(tier), replace(LIMITS, pause_between_turns=False))
    assert not stopped
    held, stopped = played(bots, sandbox(tier), LIMITS)
    assert stopped == {1}
    # What is left is its start, its own turns, and the first rest up to the second look.
    # On a busy machine the free one does not get all the time that it would think in.
    assert held.seats[1].cpu_s < free.seats[1].cpu_s / 2
    assert [table.hands[0].actions for table in held.tables] == [table.hands[0].actions for table in free.tables]


@pytest.mark.parametrize("tier", TIERS)
def test_who_waits_is_never_stopped(tier: str) -> None:
    _, stopped = played(("slow", "honest"), sandbox(tier), LIMITS)
    assert not stopped


def test_a_bot_rests_when_it_has_answered_all_that_it_was_asked() -> None:
    record, lines = play(Trollin(2), [Honest, Honest], numbers=(0,))
    # Once after `ready`, and once after each answer: with one table there is one question at a time.
    rests = [lines.rested.count(seat) for seat in range(2)]
    assert rests == [1 + seat.decisions for seat in record.seats]
