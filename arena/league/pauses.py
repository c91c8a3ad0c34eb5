"""Bots that are paused: who fails its first match, or two in a row, is not asked to play any more for now.

The run asks before each match and tells of each that is stored. What is stored is all that counts, in the order in
which it was, so that a run that was interrupted comes to the same end as one that was not. It knows no terminal: what
there is to tell goes to a note.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from arena.records import MatchRecord
from arena.store import Store, course
from arena.store.course import Pause

_LONGEST = 300
"""How many characters of a fault's words go into the reason."""


class Pauses:
    """The bots that are paused in the league of a store. To fail a match is to use up one's faults in it."""

    def __init__(self, store: Store, note: Callable[[str], None]) -> None:
        self._store = store
        self._note = note
        self._paused = {pause.bot: pause for pause in course.pauses(store)}
        # By bot its last match, and whether it failed that.
        self._last: dict[str, tuple[str, bool]] = {}
        lifted = course.lifted(store)
        for number, match, bot, out in store.appearances():
            if number > lifted.get(bot, 0):
                self._count(bot, match, out, partial(store.record, match))

    @property
    def bots(self) -> tuple[str, ...]:
        """The names of the bots that are paused."""
        return tuple(self._paused)

    def holds(self, bots: Iterable[str]) -> bool:
        """Whether one of these bots is paused, so that they can't play together."""
        return not self._paused.keys().isdisjoint(bots)

    def judge(self, record: MatchRecord) -> None:
        """Take notice of a match that has been stored."""
        for bot in dict.fromkeys(record.spec.bots):
            out = any(seat.out for seat in record.seats if seat.bot == bot)
            self._count(bot, record.spec.name, out, lambda: record)

    def _count(self, bot: str, match: str, failed: bool, record: Callable[[], MatchRecord]) -> None:
        before = self._last.get(bot)
        self._last[bot] = match, failed
        if not failed or bot in self._paused or (before and not before[1]):
            return
        which = f"its last two matches, {before[0]} and {match}" if before else f"its first match, {match}"
        reason = f"it failed {which}: {_fault(record(), bot)}"
        self._paused[bot] = Pause(bot, match, reason)
        course.pause(self._store, self._paused.values())
        self._note(f"{bot} is paused: {reason}")


def _fault(record: MatchRecord, bot: str) -> str:
    """The last thing that a bot did wrong in a match, in words."""
    hands = [hand for table in record.tables for hand in table.hands]
    faults = [*record.faults, *(fault for hand in hands for fault in hand.faults)]
    own = [f"{fault.kind.replace('_', ' ')}, {fault.detail}" for fault in faults if fault.bot == bot]
    told = own[-1] if own else "it was put out of it"
    return told if len(told) <= _LONGEST else told[: _LONGEST - 3] + "..."
