"""Uniform sampling of who holds what: an exact count of all ways to put cards into places.

A place is a path through counters ("dealt to seat 2", "passed by seat 2"): each card that takes the path uses one
unit of every counter on it, and all counters must come out exactly full. `Arrangements` counts the ways by dynamic
programming over groups of cards that may go to the same places (with their multinomial numbers), and draws one of
them, each with the same probability. `arena.worlds` says which card may go where; nothing here knows a game.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import comb

Path = tuple[int, ...]
"""The counters that a place uses, by number."""

WIDTH = 16
FIELD = (1 << WIDTH) - 1
"""What is left in the counters is one number, a field of `WIDTH` bits for each: taking cards off is a subtraction."""


@dataclass(frozen=True, slots=True)
class _Step:
    """How cards of a group go to one of its places.

    unit: one card off every counter of the path. shifts: where these counters are. closing: for those that no
    later place of the group uses, where they are and how many cards later groups can still bring.
    """

    unit: int
    shifts: tuple[int, ...]
    closing: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class _Group:
    """Cards that may go to the same places.

    unused: the counters that none of the places use, as in `_Step.closing`. alike: the counters that make no
    difference to this group and the later ones, class by class, with a mask of the class; what is left in them may be
    exchanged, so that many drawn cards cost no more states than a few.
    """

    cards: tuple[int, ...]
    places: tuple[int, ...]
    steps: tuple[_Step, ...]
    unused: tuple[tuple[int, int], ...]
    alike: tuple[tuple[tuple[int, ...], int], ...]


@dataclass(frozen=True, slots=True)
class _Split:
    """One way to divide a group: how many cards go to each of its places, and what is left in the counters then."""

    numbers: tuple[int, ...]
    left: int


class Arrangements:
    """All ways to put cards into places.

    capacities: how many cards each counter takes, exactly. paths: the places. allowed: for each card the places
    that it may take, as a set of bits.
    """

    def __init__(self, capacities: Sequence[int], paths: Sequence[Path], allowed: Mapping[int, int]) -> None:
        self._start = sum(capacity << WIDTH * counter for counter, capacity in enumerate(capacities))
        self._groups = _groups(len(capacities), paths, allowed)
        self._known: list[dict[int, int]] = [{} for _ in self._groups]
        self._options: list[dict[int, tuple[list[int], list[_Split]]]] = [{} for _ in self._groups]

    @property
    def count(self) -> int:
        """How many ways there are."""
        return self._ways(0, self._start)

    def _ways(self, number: int, left: int) -> int:
        if number == len(self._groups):
            return 0 if left else 1
        group = self._groups[number]
        for shifts, mask in group.alike:
            fields = sorted([left >> shift & FIELD for shift in shifts])
            left &= ~mask
            for shift, free in zip(shifts, fields, strict=True):
                left |= free << shift
        known = self._known[number]
        found = known.get(left)
        if found is None:
            found = known[left] = self._counted(number, left)
        return found

    def _counted(self, number: int, left: int) -> int:
        following, total = number + 1, 0
        for _, ways, rest in _splits(self._groups[number], left):
            total += ways * self._ways(following, rest)
        return total

    def draw(self, rng: random.Random) -> dict[int, int]:
        """One of the ways, as the place of each card; all are equally likely. ValueError if there is none."""
        left = self._start
        taken: dict[int, int] = {}
        for number, group in enumerate(self._groups):
            shares, splits = self._options[number].get(left) or self._choices(number, left)
            # The shares are too large for floating point.
            split = splits[bisect_right(shares, rng.randrange(shares[-1]))]
            left = split.left
            shuffled = list(group.cards)
            rng.shuffle(shuffled)
            for place, count in zip(group.places, split.numbers, strict=True):
                for card in shuffled[:count]:
                    taken[card] = place
                del shuffled[:count]
        return taken

    def _choices(self, number: int, left: int) -> tuple[list[int], list[_Split]]:
        """The ways to divide a group, and how many arrangements lie in each and those before it."""
        weights, splits = [], []
        for numbers, ways, rest in _splits(self._groups[number], left):
            if weight := ways * self._ways(number + 1, rest):
                weights.append(weight)
                splits.append(_Split(numbers, rest))
        if not splits:
            raise ValueError("there is no way to arrange the cards")
        choices = self._options[number][left] = list(accumulate(weights)), splits
        return choices


def _splits(group: _Group, left: int) -> list[tuple[tuple[int, ...], int, int]]:
    """The ways to divide a group over its places: the numbers, in how many ways, and what is left then."""
    for shift, supply in group.unused:
        if left >> shift & FIELD > supply:
            return []
    found: list[tuple[tuple[int, ...], int, int, int]] = [((), 1, left, len(group.cards))]
    for step in group.steps:
        shifts, closing, unit = step.shifts, step.closing, step.unit
        longer: list[tuple[tuple[int, ...], int, int, int]] = []
        for numbers, ways, rest, cards in found:
            most, least = cards, 0
            for shift in shifts:
                if (free := rest >> shift & FIELD) < most:
                    most = free
            for shift, supply in closing:
                if (short := (rest >> shift & FIELD) - supply) > least:
                    least = short  # Fewer cards here would leave a counter that nobody can fill.
            longer += [
                ((*numbers, count), ways * comb(cards, count), rest - count * unit, cards - count)
                for count in range(most, least - 1, -1)
            ]
        found = longer
    return [(numbers, ways, rest) for numbers, ways, rest, cards in found if not cards]


def _groups(counters: int, paths: Sequence[Path], allowed: Mapping[int, int]) -> list[_Group]:
    """The cards by the places that they may go to, in the order in which they are divided."""
    found: dict[int, list[int]] = {}
    for card, mask in sorted(allowed.items()):
        found.setdefault(mask, []).append(card)
    # Small groups first: the last and largest one is then determined by what is left.
    rows = sorted(found.items(), key=lambda item: (len(item[1]), item[0]))
    # Long paths first: their last counters are seldom shared, which settles their numbers at once.
    order = sorted(range(len(paths)), key=lambda place: -len(paths[place]))
    places = [tuple(place for place in order if mask >> place & 1) for mask, _ in rows]
    shared = {counter for path in paths if len(path) > 1 for counter in path}
    users: dict[int, int] = {path[0]: 0 for path in paths if path[0] not in shared}
    supply = [0] * counters
    groups: list[_Group] = []
    for number in reversed(range(len(rows))):
        cards = rows[number][1]
        for place in places[number]:
            if (counter := paths[place][0]) in users:
                users[counter] |= 1 << number
        last_use = {counter: place for place in places[number] for counter in paths[place]}
        closing = {place: [c for c, last in last_use.items() if last == place] for place in places[number]}
        groups.append(
            _Group(
                cards=tuple(cards),
                places=places[number],
                steps=tuple(_step(paths[place], closing[place], supply) for place in places[number]),
                unused=tuple((WIDTH * c, supply[c]) for c in range(counters) if c not in last_use),
                alike=_alike(users),
            )
        )
        for counter in last_use:
            supply[counter] += len(cards)
    return groups[::-1]


def _step(path: Path, closing: Sequence[int], supply: Sequence[int]) -> _Step:
    return _Step(
        unit=sum(1 << WIDTH * counter for counter in path),
        shifts=tuple(WIDTH * counter for counter in path),
        closing=tuple((WIDTH * counter, supply[counter]) for counter in closing),
    )


def _alike(users: Mapping[int, int]) -> tuple[tuple[tuple[int, ...], int], ...]:
    """The counters that the same groups use, class by class."""
    classes: dict[int, list[int]] = {}
    for counter, groups in users.items():
        classes.setdefault(groups, []).append(WIDTH * counter)
    return tuple(
        (tuple(shifts), sum(FIELD << shift for shift in shifts)) for shifts in classes.values() if len(shifts) > 1
    )
