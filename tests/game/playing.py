"""Variants to play with, and random play that is the same in every run."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import ClassVar

from arena_troeven import Troeven
from arena_trollin import Trollin
from hypothesis import settings
from hypothesis import strategies as st

from arena.cards import Deck
from arena.hand import Hand
from arena.phases import Choose, Phase
from arena.tricks import Tricks
from arena.variant import Variant

bounded = settings(max_examples=120, deadline=None, derandomize=True)
"""How many examples a property gets: the whole of tests/game stays quick."""

seeds = st.integers(0, 2**32)


class Twins(Variant):
    """Two equal packs, a trump named in two steps from half a hand; of two equal cards the later one wins.

    It keeps in `hand.extra` who has spoken, and carries the number of the hand on.
    """

    name: ClassVar[str] = "twins"
    summary: ClassVar[str] = "a toy"
    players: ClassVar[tuple[int, ...]] = (3,)
    later_wins: ClassVar[bool] = True

    def make_deck(self) -> Deck:
        return Deck(ranks="9TJQKA", suits="SHD", copies=2)

    def begin(self, hand: Hand) -> Phase:
        hand.give(5, to=hand.around(hand.dealer))
        return Choose("trump", hand.dealer, "SHD")

    def after(self, hand: Hand, phase: Phase) -> Phase | None:
        if not isinstance(phase, Choose):
            return None
        hand.extra["spoken"] = (*hand.extra.get("spoken", ()), phase.turn)
        hand.trump = phase.choice
        if len(hand.extra["spoken"]) < 2:
            return Choose("trump", hand.left_of(phase.turn), "SHD")
        hand.give(5, to=hand.around(hand.dealer))
        return Tricks(hand.dealer, self.ranking(phase.choice, later_wins=self.later_wins))

    def carry(self, hand: Hand) -> dict[str, int]:
        return {"last": hand.number}

    def score(self, hand: Hand) -> list[int]:
        return hand.won

    def winners(self, totals: Sequence[int], hands: int) -> list[int] | None:
        return [0] if hands == 3 else None


class FirstTwins(Twins):
    """The same, but of two equal cards the first one wins."""

    name: ClassVar[str] = "first twins"
    later_wins: ClassVar[bool] = False


@cache
def all_variants() -> tuple[Variant, ...]:
    """Every table size and every way of asking of the first-party games, and the toys."""
    trollin = [Trollin(seats, declare=declare) for seats in range(2, 7) for declare in (False, True)]
    return (*trollin, Troeven(), Troeven(), Twins(), FirstTwins())


def name(variant: Variant) -> str:
    return f"{variant.name}-{variant.seats}-{variant.options}"


variants = st.sampled_from(all_variants())


def fresh(variant: Variant, seed: int) -> tuple[Hand, random.Random]:
    """A hand with a random pack and dealer, and the chance to play it with."""
    chance = random.Random(seed)
    pack = list(range(variant.deck.size))
    chance.shuffle(pack)
    return Hand(variant, pack=pack, dealer=chance.randrange(variant.seats)), chance


def any_action(hand: Hand, chance: random.Random) -> int:
    legal = hand.legal()
    return chance.choice([action for action in range(legal.bit_length()) if legal >> action & 1])


def steps(hand: Hand, chance: random.Random) -> Iterator[Hand]:
    """The hand before each random action, and once more when it is over."""
    while not hand.over:
        yield hand
        hand.apply(any_action(hand, chance))
    yield hand


def played(variant: Variant, seed: int) -> Hand:
    """A hand played at random to its end."""
    hand, chance = fresh(variant, seed)
    for _ in steps(hand, chance):
        pass
    return hand


def audience(hand: Hand, seat: int) -> list[tuple[object, ...]]:
    """All that a seat has been told."""
    return [event for to, event in hand.log if to in (-1, seat)]
