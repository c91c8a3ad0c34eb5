"""Coders: how one value that a seat is told becomes some numbers of its observation.

`arena.rl.encoding` lays coders side by side; `arena.rl.shapes` chooses them. Seats are turned so that place 0 is
the observer and place 1 its left neighbour. A coder knows no game; it writes into zeros, so what it doesn't write is 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

Tensor = np.ndarray[Any, np.dtype[np.float32]]

REACH = 2.0
"""No number of an observation is below -REACH or above REACH."""

OTHER = "(other)"
"""The name of the place for a word that the vocabulary lacks."""


def squeezed(value: float, scale: float) -> float:
    """`value` in units of `scale`: linear as far as ±1, then nearing ±2, so that any number has a place of its own."""
    part = value / scale
    if part > 1:
        return 2 - 1 / part
    return -2 - 1 / part if part < -1 else part


def place_names(seats: int) -> tuple[str, ...]:
    """What the seats are called in an observation: `me`, then `left+1`, `left+2` and so on clockwise."""
    return ("me", *(f"left+{distance}" for distance in range(1, seats)))


class Coder(Protocol):
    """The contract: `size` numbers, a name for each, and a way to write a value, which may be None, at `at`."""

    @property
    def size(self) -> int:
        """How many numbers a value takes."""

    def names(self) -> Iterator[str]:
        """What each number means, in order."""

    def write(self, out: Tensor, at: int, value: Any, me: int) -> None:
        """Write `value` as seat `me` sees it into `out[at : at + size]`, which holds zeros."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Some words, each with a place, and behind them, unless these are `all` there can be, a place for any other."""

    words: tuple[str, ...]
    all: bool = False
    places: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "places", {word: place for place, word in enumerate(self.words)})

    @property
    def size(self) -> int:
        """How many places there are."""
        return len(self.words) + (not self.all)

    def names(self) -> Iterator[str]:
        """The words."""
        yield from self.words
        if not self.all:
            yield OTHER

    def place(self, word: str) -> int:
        """Where a word stands; KeyError for one that can't be."""
        return self.places[word] if self.all else self.places.get(word, len(self.words))


@dataclass(frozen=True, slots=True)
class _OfWords:
    """A place for each word of a vocabulary."""

    vocabulary: Vocabulary

    @property
    def size(self) -> int:
        """That of the vocabulary."""
        return self.vocabulary.size

    def names(self) -> Iterator[str]:
        """The words."""
        return self.vocabulary.names()


@dataclass(frozen=True, slots=True)
class Word(_OfWords):
    """One of some words, as a 1 in its place; None and the empty word leave zeros."""

    def write(self, out: Tensor, at: int, value: Any, me: int) -> None:
        """Mark the word."""
        if value not in (None, ""):
            out[at + self.vocabulary.place(str(value))] = 1


@dataclass(frozen=True, slots=True)
class Bag(_OfWords):
    """How often each word is in a list, `most` times being 1 (cards, by face)."""

    most: int = 1

    def write(self, out: Tensor, at: int, value: Any, me: int) -> None:
        """Count the words."""
        for word in value or ():
            out[at + self.vocabulary.place(word)] += 1 / self.most


@dataclass(frozen=True, slots=True)
class Number:
    """A number or a truth value, squeezed by the scale; None leaves a zero."""

    scale: float

    @property
    def size(self) -> int:
        """One."""
        return 1

    def names(self) -> Iterator[str]:
        """Nothing to add to the name of the value."""
        yield ""

    def write(self, out: Tensor, at: int, value: Any, me: int) -> None:
        """Write the number."""
        if value is not None:
            out[at] = squeezed(value, self.scale)


@dataclass(frozen=True, slots=True)
class _OfSeats:
    """A place for each seat."""

    seats: int

    @property
    def size(self) -> int:
        """A place for each seat."""
        return self.seats

    def names(self) -> Iterator[str]:
        """The seats, from the observer on."""
        return iter(place_names(self.seats))


@dataclass(frozen=True, slots=True)
class Seat(_OfSeats):
    """A seat, or a list of seats (who is still in the game), as a 1 in each one's place; None leaves zeros."""

    def write(self, out: Tensor, at: int, value: Any, me: int) -> None:
        """Mark the seats."""
        if value is not None:
            for seat in (value,) if isinstance(value, int) else value:
                out[at + (seat - me) % self.seats] = 1


@dataclass(frozen=True, slots=True)
class BySeat(_OfSeats):
    """A number for each seat, squeezed by the scale (tricks won, scores)."""

    scale: float

    def write(self, out: Tensor, at: int, value: Any, me: int) -> None:
        """Write the numbers, the observer's first."""
        for seat, number in enumerate(value or ()):
            out[at + (seat - me) % self.seats] = squeezed(number, self.scale)


@dataclass(frozen=True, slots=True)
class _OfEachSeat:
    """For each seat the places of a bag."""

    seats: int
    bag: Bag

    @property
    def size(self) -> int:
        """For each seat that of the bag."""
        return self.seats * self.bag.size

    def names(self) -> Iterator[str]:
        """Seat by seat the words."""
        for place in place_names(self.seats):
            yield from (f"{place} {name}" for name in self.bag.names())


@dataclass(frozen=True, slots=True)
class Said(_OfEachSeat):
    """Pairs of seat and word in the order in which they came (bids): how late each came, the last one being 1."""

    def write(self, out: Tensor, at: int, value: Any, me: int) -> None:
        """Mark the pairs."""
        pairs = value or ()
        for number, (seat, word) in enumerate(pairs, 1):
            start = at + (seat - me) % self.seats * self.bag.size
            out[start + self.bag.vocabulary.place(word)] = number / len(pairs)


@dataclass(frozen=True, slots=True)
class BagBySeat(_OfEachSeat):
    """Pairs of a seat and a list of words: how often each seat has each word (cards shown)."""

    def write(self, out: Tensor, at: int, value: Any, me: int) -> None:
        """Fill the bags."""
        for seat, words in value or ():
            self.bag.write(out, at + (seat - me) % self.seats * self.bag.size, words, me)


@dataclass(frozen=True, slots=True)
class Fields:
    """Values side by side: a map's by their keys, a list's by their positions; what is missing leaves zeros."""

    parts: Mapping[str, Coder]

    @property
    def size(self) -> int:
        """All parts together."""
        return sum(part.size for part in self.parts.values())

    def names(self) -> Iterator[str]:
        """Each part's, behind its key."""
        for key, part in self.parts.items():
            yield from (f"{key} {name}".rstrip() for name in part.names())

    def write(self, out: Tensor, at: int, value: Any, me: int) -> None:
        """Write part after part."""
        items = value if isinstance(value, Mapping) else by_position(value or ())
        for key, part in self.parts.items():
            if key in items:
                part.write(out, at, items[key], me)
            at += part.size


def by_position(values: Sequence[Any]) -> dict[str, Any]:
    """A list as a map from its positions."""
    return {str(position): value for position, value in enumerate(values)}
