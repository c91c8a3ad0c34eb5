"""Which bots meet, and in which seats: the balanced half of the schedule, which knows nothing of deals.

A *place* is what one bot fills: a partnership's seats, or a single seat where each plays for themselves.
A *line-up* is a set of bots that meet; a *sitting* is one way to put them into the places. Pure; used by the
schedule, and by `arena verify` to say who should have sat where.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb


@dataclass(frozen=True, slots=True)
class Lineups:
    """The line-ups and sittings of these bots, in the order in which they entered.

    With at least as many bots as places, every combination of distinct bots is a line-up; with fewer, every
    pair is one, and its two bots share the places by halves. Which line-ups are played is for the formats to say.
    `teams` are the variant's, as tuples of seats.
    """

    bots: tuple[str, ...]
    teams: tuple[tuple[int, ...], ...]

    @property
    def shared(self) -> bool:
        """Whether there are fewer bots than places, so that two bots at a time share the places."""
        return len(self.bots) < len(self.teams)

    @property
    def size(self) -> int:
        """How many bots meet."""
        return 2 if self.shared else len(self.teams)

    def __len__(self) -> int:
        return comb(len(self.bots), self.size)

    def __iter__(self) -> Iterator[tuple[str, ...]]:
        """All line-ups in the order of their numbers; one more bot at the end only adds line-ups at the end."""
        for number in range(len(self)):
            yield self[number]

    def __getitem__(self, number: int) -> tuple[str, ...]:
        """The bots of the line-up of this number. Raises IndexError."""
        return tuple(self.bots[place] for place in self.places(number))

    def number(self, places: Sequence[int]) -> int:
        """The number of the line-up of the bots at these ascending places in the order of entry.

        It does not depend on how many bots there are, nor on which line-ups are played (the combinatorial number
        system).
        """
        return sum(comb(place, size) for size, place in enumerate(places, 1))

    def places(self, number: int) -> tuple[int, ...]:
        """The places of the bots of a line-up, found without its predecessors. Raises IndexError."""
        if not 0 <= number < len(self):
            raise IndexError(f"there is no line-up {number}, only {len(self)}")
        chosen: list[int] = []
        for size in range(self.size, 0, -1):
            last = size - 1
            while comb(last + 1, size) <= number:
                last += 1
            number -= comb(last, size)
            chosen.insert(0, last)
        return tuple(chosen)

    def sittings(self) -> tuple[tuple[int, ...], ...]:
        """For each sitting, the index in the line-up of the bot in each place.

        Over all sittings every bot of a line-up fills every place equally often.
        """
        places = len(self.teams)
        if not self.shared:
            return _rotations(tuple(range(places)))
        half = tuple(0 if place < (places + 1) // 2 else 1 for place in range(places))
        if places % 2 == 0:
            return _rotations(half)
        return _rotations(half) + _rotations(tuple(1 - index for index in half))

    def seats(self, lineup: Sequence[str], sitting: Sequence[int]) -> tuple[str, ...]:
        """The bot in each seat, when this line-up sits so."""
        seats = [""] * sum(len(team) for team in self.teams)
        for place, index in enumerate(sitting):
            for seat in self.teams[place]:
                seats[seat] = lineup[index]
        return tuple(seats)

    def seats_of(self, lineup: int, sitting: int) -> tuple[str, ...]:
        """The bot in each seat in a sitting, both by number; empty where there is no such line-up or sitting."""
        sittings = self.sittings()
        if lineup >= len(self) or sitting >= len(sittings):
            return ()
        return self.seats(self[lineup], sittings[sitting])


def _rotations(row: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(row[-turn:] + row[:-turn] if turn else row for turn in range(len(row)))
