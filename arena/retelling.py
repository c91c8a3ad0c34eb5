"""Playing a hand along what one seat was told: the walk that `arena.puppet` and `arena.worlds` have in common.

It compares what the hand tells with what was told, and asks its caller for the actions behind the events. It knows
kinds of events, and no rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from arena.errors import ArenaError
from arena.hand import Hand
from arena.phases import Event, Phase
from arena.picking import Pick

P = TypeVar("P")

_DEALT = ("deal", "redeal", "hand", "up", "carry", "scores")
_PLAYED = ("play", "trick", "trump", "bid", "pass", "discard", "picked", "show", "down", "announce")
KINDS = frozenset((*_DEALT, *_PLAYED))
"""The kinds of events that every bot knows (docs/protocol.md, Events); a game may have more."""


class NoWorld(ArenaError):
    """The events can't be played over: they are not this variant's, or its course hangs on hidden cards."""


class ForeignEvent(NoWorld):
    """In the way is an event whose kind may be one that these rules know nothing of."""

    def __init__(self, event: Event) -> None:
        super().__init__(f"the seat was told {event}, which this hand does not tell")
        self.kind: str = event[0]


def walk(hand: Hand, seat: int, events: Sequence[Event], act: Callable[[Phase, Event], int]) -> None:
    """Play a fresh hand along the events that a seat was told; `act` finds the action behind the next one.

    Raises NoWorld when the hand tells the seat anything else than it was told.
    """
    read = position = 0
    while True:
        for to, event in hand.log[read:]:
            if to < 0 or to == seat:
                # Nearly all are equal as they are; those with tuples inside differ from what came over the wire.
                if position < len(events) and event != events[position] and _plain(event) != _plain(events[position]):
                    raise _other(event, events[position])
                position += 1
        read = len(hand.log)
        if position >= len(events) or hand.phase is None:
            return
        if events[position][0] not in KINDS and _is_foreign(hand.phase, events[position], seat):
            raise ForeignEvent(events[position])
        action = act(hand.phase, events[position])
        if action < 0:
            raise NoWorld(f"{events[position]} is no action of the phase {hand.phase.kind}")
        hand.apply(action)


def _other(event: Event, told: Event) -> NoWorld:
    if told[0] != event[0] and told[0] not in KINDS:
        return ForeignEvent(told)
    return NoWorld(f"the seat was told {told}, not {event}")


def _is_foreign(phase: Phase, told: Event, seat: int) -> bool:
    """Whether this is the event of no action of the phase. What others pick is not told: what comes next may be any."""
    unseen = isinstance(phase, Pick) and phase.turn != seat
    return not unseen and told[0] not in (phase.kind, *phase.told_as)


def _plain(value: Any) -> Any:
    """Tuples as the lists that they are on the wire."""
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value


def plain_events(events: Iterable[Sequence[Any]]) -> list[Event]:
    """Events in the form that `walk` compares, those after the hand's end left out."""
    return [tuple(_plain(item) for item in event) for event in events if event[0] != "scores"]


def carried(events: Iterable[Event]) -> dict[str, Any]:
    """What earlier hands have left for this one, by its `carry` event."""
    return next((event[1] for event in events if event[0] == "carry"), {})


def known_events(events: Iterable[Sequence[Any]], play: Callable[[Sequence[Event]], P]) -> P:
    """What `play` makes of the events, less those of kinds that the rules know nothing of, which it passes over.

    `play` raises ForeignEvent where one of them is in its way. A later version of a game may tell more than the one
    that a bot thinks with; what the rules do tell must have been told.
    """
    told = plain_events(events)
    while True:
        try:
            return play(told)
        except ForeignEvent as foreign:
            told = [event for event in told if event[0] != foreign.kind]
