"""Events that the rules know nothing of are passed over; what they do tell must have been told."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from arena_klaverjas import Klaverjas
from arena_trollin import Trollin

from arena.hand import Hand
from arena.phases import Event
from arena.retelling import NoWorld
from arena.variant import Variant
from arena.worlds import Worlds

FOREIGN: list[Any] = [["music", 3.5, {"loud": False}], ["applause"]]


def told(hand: Hand, seat: int) -> list[Event]:
    return [event for to, event in hand.log if to < 0 or to == seat]


def played(variant: Variant, actions: int, seed: int = 5) -> Hand:
    """A hand in which so many actions have been taken at random."""
    rng = random.Random(seed)
    pack = list(range(variant.deck.size))
    rng.shuffle(pack)
    hand = Hand(variant, pack=pack, dealer=0)
    for _ in range(actions):
        hand.play(rng.choice(hand.legal_tokens()))
    return hand


def strewn(events: Sequence[Any]) -> list[Any]:
    """The events with foreign ones after each of them."""
    return [each for event in events for each in (event, *FOREIGN)]


@pytest.mark.parametrize(("variant", "actions"), [(Trollin(3), 8), (Trollin(3, declare=True), 5), (Klaverjas(4), 14)])
def test_foreign_events_change_nothing(variant: Variant, actions: int) -> None:
    hand = played(variant, actions)
    phase = hand.phase
    assert phase is not None
    events = told(hand, phase.turn)
    plain, odd = Worlds(variant, phase.turn, events), Worlds(variant, phase.turn, strewn(events))
    assert odd.count == plain.count
    for seed in range(5):
        assert odd.draw(random.Random(seed)).hands == plain.draw(random.Random(seed)).hands


def test_a_play_that_can_not_have_been_is_no_foreign_event() -> None:
    hand = played(Trollin(3), 4)
    seat = hand.phase.turn if hand.phase else 0
    events = told(hand, seat)
    plays = [event for event in events if event[0] == "play"]
    with pytest.raises(NoWorld, match="was told"):
        Worlds(hand.variant, seat, strewn([*events[: events.index(plays[0])], *plays, *plays]))


def test_a_kind_that_the_rules_tell_is_not_passed_over() -> None:
    """Klaverjas tells the roem of a trick, so that roem which is told otherwise belongs to no hand."""
    hands = (told(whole(seed), 0) for seed in range(50))
    events = next(events for events in hands if "roem" in {event[0] for event in events})
    assert Worlds(Klaverjas(4), 0, events).count
    changed = [(*event[:2], event[2] + 20) if event[0] == "roem" else event for event in events]
    with pytest.raises(NoWorld, match="was told"):
        Worlds(Klaverjas(4), 0, changed)


def whole(seed: int) -> Hand:
    """A hand of Klaverjas to its end."""
    rng = random.Random(seed)
    hand = played(Klaverjas(4), 0, seed)
    while not hand.over:
        hand.play(rng.choice(hand.legal_tokens()))
    return hand
