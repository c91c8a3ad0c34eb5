"""A match with a person as it is set up and as it ends: bots by a tier, the person by a chair, nothing left waiting."""

from __future__ import annotations

from pathlib import Path

import pytest
from arena_trollin import Trollin

from arena.errors import SandboxError
from arena.human import Left, Sitting
from arena.human.chair import Chair, WithPeople, program_for
from arena.records import Limits, MatchSpec, Mode
from arena.referee.sandbox import KilledFromOutside, Program
from tests.human.alone import NoBots, Scripted, play_alone

BOT = Program(("a person",), Path("/"))


class NoSandbox(NoBots):
    """A tier that can't be put up."""

    def start(self, program, limits):
        raise SandboxError(f"no sandbox for {program.command[0]}")


def sitting(tier) -> Sitting:
    spec = MatchSpec("m0.r0.b0", "trollin", {}, "s", Mode.DEALS, ("human", "bot"), (0,))
    return Sitting(spec, Trollin(2), {1: BOT}, tier, seat=0)


def test_no_bot_can_say_that_it_is_a_person():
    """What stands for a person is a kind of program, not a command: a bot.toml can't name it."""
    with pytest.raises(SandboxError, match="no sandbox for a person"):
        WithPeople(NoSandbox()).start(BOT, Limits())


def test_what_the_referee_raises_is_raised_where_the_person_waits():
    with pytest.raises(SandboxError, match="no sandbox for a person"):
        sitting(NoSandbox()).play(Scripted())


def test_a_chair_is_taken_once_and_who_leaves_it_is_nobodys_loss():
    chair = Chair()
    child = WithPeople(NoBots()).start(program_for(chair), Limits())
    assert child.exit_reason() == "exited with status 0"
    with pytest.raises(SandboxError, match="can't be started anew"):
        chair.take()
    chair.hang_up(left=True)
    with pytest.raises(KilledFromOutside, match="has left"):
        child.exit_reason()
    child.close()
    chair.close()


def test_a_person_who_left_before_the_first_card_leaves_no_record():
    class Alone(NoBots):
        """The other seat is a second person, who says nothing."""

        def start(self, program, limits):
            other.append(Chair())
            return other[0].take()

    other: list[Chair] = []
    table = sitting(Alone())
    table.leave()
    record = table.play(Scripted())
    other[0].close()
    assert table.left and record.tables == ()
    assert record.void == "host: the person at the table has left it (seat 0)"


def test_a_front_may_say_that_its_person_has_left():
    class Going(Scripted):
        def answer(self, asked):
            raise Left

    with pytest.raises(Left):
        play_alone(Trollin(2), Going())
