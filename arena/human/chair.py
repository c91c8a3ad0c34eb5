"""The chair of a person: two pipes where a bot has a process, and a tier that seats people among the bots.

Made by a `Sitting`. To the referee's lines a chair is one more `Child`, with nothing to measure and nothing to kill. It
must not know what is said through the pipes.
"""

from __future__ import annotations

import os
import socket
from dataclasses import dataclass
from pathlib import Path

from arena.errors import SandboxError
from arena.records import Limits
from arena.referee.sandbox import BuildResult, Child, KilledFromOutside, Program, Sandbox
from arena.referee.sandbox.child import Look

_PEACEFUL = "exited with status 0"


class Chair:
    """The pipes. `source` is where the person's side reads frames, `target` where it writes them; both block.

    `left` says that the person has gone before the end.
    """

    def __init__(self) -> None:
        # A socket, since shutting it down wakes the referee without taking the number from under a writer.
        self._spoken, self._heard = socket.socketpair()
        self.source, self._told = os.pipe()
        self._log, self._log_end = os.pipe()
        self.target = self._spoken.fileno()
        self.left = False
        self._taken = False

    def take(self) -> Child:
        """The referee's side of it, once; SandboxError when it is asked for again."""
        if self._taken:
            raise SandboxError("a person can't be started anew; the table is over for them")
        self._taken = True
        descriptors = self._told, self._heard.detach(), self._log
        for descriptor in descriptors:
            os.set_blocking(descriptor, False)
        return _Seated(self, *descriptors)

    def hang_up(self, *, left: bool) -> None:
        """Say nothing more. With `left` the person gives up the table, which is void then."""
        self.left = self.left or left
        try:
            self._spoken.shutdown(socket.SHUT_WR)
        except OSError:
            return  # The referee was quicker.

    def give_back(self) -> None:
        """The match is over: who waits for its frames sees their end, also if this chair was never taken."""
        if not self._taken:
            self.take().close()

    def close(self) -> None:
        """Close the person's side, once the match is over."""
        self._spoken.close()
        os.close(self.source)
        os.close(self._log_end)


class _Seated(Child):
    """What the referee's lines hold of a person: three descriptors and no process of its own."""

    def __init__(self, chair: Chair, stdin: int, stdout: int, stderr: int) -> None:
        # Nothing of a process is set up here, so every method that asks for one is written anew below.
        self.pid = os.getpid()
        self.stdin, self.stdout, self.stderr = stdin, stdout, stderr
        self._chair = chair
        self._closed = False

    def look(self) -> Look:
        """A person uses nothing here."""
        return Look(0, 0, {})

    def peak_bytes(self) -> int:
        """Nothing."""
        return 0

    def pause(self) -> None:
        """People may think while others play."""

    def resume(self) -> None:
        """They never stopped."""

    def cpu_s(self) -> float:
        """Nothing."""
        return 0.0

    def exit_reason(self) -> str:
        """A peaceful end; KilledFromOutside if the person has left, so that the match is nobody's loss."""
        if self._chair.left:
            raise KilledFromOutside("the person at the table has left it")
        return _PEACEFUL

    def kill(self) -> None:
        """There is nothing to kill; closing the pipes tells the person's side."""

    def close(self) -> None:
        """Close the referee's side."""
        if not self._closed:
            self._closed = True
            for descriptor in (self.stdin, self.stdout, self.stderr):
                os.close(descriptor)


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonProgram(Program):
    """What stands for a person among the programs of a match. No bot's folder can say that it is one."""

    chair: Chair


def program_for(chair: Chair) -> PersonProgram:
    """The program by which the lines find this chair."""
    return PersonProgram(("a person",), Path(), chair=chair)


class WithPeople:
    """A tier of protection in which some seats are taken by people; bots are held as ever."""

    def __init__(self, tier: Sandbox) -> None:
        self._tier = tier

    @property
    def name(self) -> str:
        """The tier that holds the bots."""
        return self._tier.name

    def start(self, program: Program, limits: Limits) -> Child:
        """Seat a person, or start a bot."""
        return program.chair.take() if isinstance(program, PersonProgram) else self._tier.start(program, limits)

    def build(self, program: Program, limits: Limits) -> BuildResult:
        """Build a bot."""
        return self._tier.build(program, limits)
