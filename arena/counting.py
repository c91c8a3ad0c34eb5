"""Uniform sampling of who holds what: an exact count of all ways to put cards into places.

A place is a path through counters ("dealt to seat 2", "passed by seat 2"): each card that takes the path uses one
unit of every counter on it, and all counters must come out exactly full. `Arrangements` counts the ways by dynamic
programming over groups of cards that may go to the same places (with their multinomial numbers), and draws one of
them, each with the same probability. `arena.worlds` says which card may go where; nothing here knows a game.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from math import comb

Path = tuple[int, ...]
"""The counters that a place uses, by number."""

Split = tuple[int, ...]
"""How many cards of a group go to each of the group's places."""


class Arrangements:
    """All ways to put cards into places.

    capacities: how many cards each counter takes, exactly. paths: the places. allowed: for each card the places
    that it may take, as a set of bits.
    """

    def __init__(self, capacities: Sequence[int], paths: Sequence[Path], allowed: Mapping[int, int]) -> None:
        self._paths = paths
        groups: dict[int, list[int]] = {}
        for card, places in sorted(allowed.items()):
            groups.setdefault(places, []).append(card)
        # Small groups first: the last and largest one is then determined by what is left.
        self._groups = sorted(groups.items(), key=lambda item: (len(item[1]), item[0]))
        # Long paths first: their last counters are seldom shared, which settles their numbers at once.
        order = sorted(range(len(paths)), key=lambda place: -len(paths[place]))
        self._places = [[place for place in order if mask >> place & 1] for mask, _ in self._groups]
        self._start = tuple(capacities)
        self._supply = self._later_supply()
        self._alike = self._alike_later()
        self._known: dict[tuple[int, tuple[int, ...]], int] = {}

    def _later_supply(self) -> list[list[int]]:
        """For each group, how many cards of later groups could use each counter."""
        supply = [0] * len(self._start)
        table = []
        for (_, cards), places in zip(reversed(self._groups), reversed(self._places), strict=True):
            table.append(supply.copy())
            for counter in {counter for place in places for counter in self._paths[place]}:
                supply[counter] += len(cards)
        return table[::-1]

    def _alike_later(self) -> list[list[list[int]]]:
        """For each group, the counters that make no difference to it and the later ones, class by class.

        What is left in them may be exchanged, so that many drawn cards cost no more states than a few.
        """
        shared = {counter for path in self._paths if len(path) > 1 for counter in path}
        users: dict[int, int] = {path[0]: 0 for path in self._paths if path[0] not in shared}
        table: list[list[list[int]]] = []
        for number, places in reversed(list(enumerate(self._places))):
            for place in places:
                if (counter := self._paths[place][0]) in users:
                    users[counter] |= 1 << number
            classes: dict[int, list[int]] = {}
            for counter, groups in users.items():
                classes.setdefault(groups, []).append(counter)
            table.append([counters for counters in classes.values() if len(counters) > 1])
        return table[::-1]

    @property
    def count(self) -> int:
        """How many ways there are."""
        return self._ways(0, self._start)

    def _ways(self, group: int, left: tuple[int, ...]) -> int:
        if group == len(self._groups):
            return 0 if any(left) else 1
        if alike := self._alike[group]:
            sorted_left = list(left)
            for counters in alike:
                for counter, free in zip(counters, sorted(left[counter] for counter in counters), strict=True):
                    sorted_left[counter] = free
            left = tuple(sorted_left)
        key = group, left
        if key not in self._known:
            self._known[key] = sum(ways * self._ways(group + 1, rest) for _, ways, rest in self._splits(group, left))
        return self._known[key]

    def _splits(self, group: int, left: tuple[int, ...]) -> Iterator[tuple[Split, int, tuple[int, ...]]]:
        """The ways to divide a group over its places: the numbers, in how many ways, and what is left then."""
        places = self._places[group]
        supply = self._supply[group]
        last_use = {counter: at for at, place in enumerate(places) for counter in self._paths[place]}
        if any(free > supply[counter] for counter, free in enumerate(left) if counter not in last_use):
            return
        total = len(self._groups[group][1])

        def divide(
            at: int, cards: int, ways: int, left: tuple[int, ...]
        ) -> Iterator[tuple[Split, int, tuple[int, ...]]]:
            if at == len(places):
                if not cards:
                    yield (), ways, left
                return
            path = self._paths[places[at]]
            most = min(cards, *(left[counter] for counter in path))
            for number in range(most, -1, -1):
                rest = list(left)
                for counter in path:
                    rest[counter] -= number
                if any(rest[counter] > supply[counter] for counter in path if last_use[counter] == at):
                    return  # Fewer cards here would leave even more unfilled.
                for split, all_ways, end in divide(at + 1, cards - number, ways * comb(cards, number), tuple(rest)):
                    yield (number, *split), all_ways, end

        yield from divide(0, total, 1, left)

    def draw(self, rng: random.Random) -> dict[int, int]:
        """One of the ways, as the place of each card; all are equally likely. ValueError if there is none."""
        left = self._start
        taken: dict[int, int] = {}
        for group, (_, cards) in enumerate(self._groups):
            options = [
                (split, ways * self._ways(group + 1, rest), rest) for split, ways, rest in self._splits(group, left)
            ]
            total = sum(weight for _, weight, _ in options)
            if not total:
                raise ValueError("there is no way to arrange the cards")
            split, left = _pick(options, rng.randrange(total))
            shuffled = cards.copy()
            rng.shuffle(shuffled)
            for place, number in zip(self._places[group], split, strict=True):
                for card in shuffled[:number]:
                    taken[card] = place
                del shuffled[:number]
        return taken


def _pick(options: Sequence[tuple[Split, int, tuple[int, ...]]], pick: int) -> tuple[Split, tuple[int, ...]]:
    """The option in whose share of the total `pick` lies (weights are too large for floating point)."""
    for split, weight, rest in options:
        pick -= weight
        if pick < 0:
            return split, rest
    raise AssertionError("the pick is below the total")
