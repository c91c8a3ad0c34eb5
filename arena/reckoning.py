"""What the tricks that are still to come can change: said by a variant that wants its endings solved fast.

A search of an ending meets the same cards again and again, with other tricks behind them. `Reckoning` says which
of those differences matter. Returned by `Variant.reckoning`, used by `arena.search`; a variant that says nothing is
searched all the same, only slower. It knows no phase and no search.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field

from arena.cards import CardSet, Deck


@dataclass(frozen=True, slots=True)
class Standing:
    """What the tricks won so far mean for the rest of a hand.

    Two positions with the same cards, the same leader and the same `key` go on alike: what a seat is paid in the
    end is what is `banked` for it (by seat; empty: nothing) and something that depends on the rest alone.
    decided: nothing can change any more, whatever is played, and each seat is paid what is banked.
    """

    key: Hashable
    banked: tuple[float, ...] = ()
    decided: bool = False


Settle = Callable[[Sequence[int], Sequence[int], int], Standing]
"""The standing, from the points of each side, the tricks of each side, and the points not won yet."""


@dataclass(frozen=True, slots=True)
class Reckoning:
    """How the cards won and the tricks won make the score, once only tricks are left to play.

    A variant that returns one promises: the hand ends with the present phase, when the hands are empty, and its
    payoffs depend on the play only through the points and the tricks of each side.

    points: by card, what it counts for who wins it. sides: the seats that count together. zero_sum: there are two
    sides, and what one is paid, seat by seat, the other pays. settle: what of points and tricks still matters, where it
    is less than all.
    """

    points: tuple[int, ...]
    sides: Sequence[Sequence[int]]
    zero_sum: bool = False
    settle: Settle = field(default=lambda points, tricks, left: Standing((*points, *tricks)))


def points_of(deck: Deck, worth: Sequence[tuple[CardSet, int]]) -> tuple[int, ...]:
    """The points by card: each of the sets has a worth, what is in none counts nothing."""
    return tuple(sum(value for cards, value in worth if cards >> card & 1) for card in range(deck.size))
