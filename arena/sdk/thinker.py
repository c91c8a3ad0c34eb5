"""`Thinker`: the base of a bot whose answer gets better with time; it keeps the clock.

A subclass says what it has found, again and again; the last of it is the answer when time is up, and an alarm
interrupts what takes too long. For the thread that runs the bot, on systems with interval timers. It knows no game.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

from arena.sdk.bot import Bot

TYPE_CHECKING = False
if TYPE_CHECKING:  # `typing` would be half of a small bot's start-up
    from types import FrameType
    from typing import Protocol

    from arena.sdk.heard import Act

    class Found(Protocol):
        """Something from which an answer can be read."""

        @property
        def choice(self) -> str:
            """The token to answer with."""


class TimeIsUp(Exception):
    """The alarm: whatever is being worked out, the answer must go out now."""


class Thinker(Bot):
    """Write `looking`. The rest of the time is for a busy machine, and for the answer to get through.

    thinking: the part of the time for a move after which nothing new should be begun. most_s: nor after so many
    seconds. alarm: the part after which even the work at hand is dropped.
    """

    thinking = 0.3
    most_s = 0.5
    alarm = 0.5

    def looking(self, act: Act, deadline_s: float) -> Iterator[Found]:
        """What has been found so far, better and better; ends by itself soon after `deadline_s` (`time.monotonic`).

        Nothing should be imported in it for the first time: interrupted by the alarm, a module is left half made.
        """
        raise NotImplementedError(f"{type(self).__name__} has no method looking(self, act, deadline_s)")

    def choose(self, act: Act) -> str:
        """The answer found last; the first legal one if nothing was."""
        if len(act.legal) == 1:
            return act.legal[0]
        time_s = act.ms / 1000
        latest: Found | None = None
        try:
            with alarm_in(act.left_s - time_s * (1 - self.alarm)):
                for found in self.looking(act, act.heard_s + min(self.most_s, time_s * self.thinking)):
                    latest = found
        except TimeIsUp:
            pass  # What was found until now is the answer.
        return latest.choice if latest else act.legal[0]


@contextmanager
def alarm_in(seconds: float) -> Iterator[None]:
    """Raise TimeIsUp in the block when it takes longer than so many seconds."""
    signal.signal(signal.SIGALRM, _ring)
    signal.setitimer(signal.ITIMER_REAL, max(0.001, seconds))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _ring(signum: int, frame: FrameType | None) -> None:
    raise TimeIsUp
