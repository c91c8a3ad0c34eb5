"""Games for the tests of learners: variants by name, and hands played at random with what each seat was told."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator

import pytest

from arena.cards import bits
from arena.game import Game
from arena.hand import Hand
from arena.plugin import load
from arena.rl import Encoding, Memories, Observation
from arena.variant import Variant

VARIANTS = load().variants
EVERY = sorted(VARIANTS)
SOME = ["euchre", "hearts", "schnapsen", "skat", "trollin", "troeven"]
"""Few phases and many, cards given away, an auction, a talon, two seats to four."""

LONG = pytest.mark.skipif(not os.environ.get("TRICKARENA_RL"), reason="some minutes; TRICKARENA_RL=1 runs it")


def made(name: str, seats: int | None = None) -> Variant:
    """A variant with its usual options, at its usual number of seats."""
    return VARIANTS[name](seats)


def played(variant: Variant, rng: random.Random, number: int = 0) -> Hand:
    """A whole hand of random play."""
    hand = Game(variant, "a test of learners", number, single=True).hand
    while hand.phase is not None:
        hand.apply(rng.choice(list(bits(hand.legal()))))
    return hand


def steps(hand: Hand) -> Iterator[Hand]:
    """The same hand played again: before each action, the cards and the log as they were then."""
    again = Hand(hand.variant, pack=hand.pack, dealer=hand.dealer, number=hand.number)
    for action in hand.actions:
        yield again
        again.apply(action)


def observations(encoding: Encoding, hand: Hand) -> Iterator[tuple[int, Observation]]:
    """What is shown at each question of a hand, with the seat that is asked."""
    memories = Memories(hand.variant, [0] * hand.seats)
    for now in steps(hand):
        memories.listen(now.log)
        assert now.phase is not None
        seat = now.phase.turn
        view = memories.views.view(seat, now.phase.kind)
        yield seat, encoding.observe(memories.memories[seat], view, now.legal_tokens())
