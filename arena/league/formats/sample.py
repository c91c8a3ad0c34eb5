"""A balanced sample of all tables, for leagues in which all of them would be too many.

Called by the schedule. The sample is *cyclic*: some tables, turned round the circle of all bots by one place after the
other. So every bot sits in as many line-ups as every other, and two bots meet as often as others do that stand as far
apart on the circle. What is left to find are first tables whose distances are all equally frequent, to within 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import comb, exp
from random import Random
from types import MappingProxyType
from typing import Any

from arena.league.formats.company import even_company
from arena.league.formats.round_robin import combinations
from arena.plugin import Field, Meeting

STEPS = 30_000
"""How long first tables of one number are looked for (a fraction of a second) before one more is tried."""

_WARMTH = 0.3


class Sample:
    """Each bot sits in `lineups` line-ups, or a few more; any two meet equally often, to within 1.

    More, because the number must be a multiple of a table's places, and because not every number has a balanced
    sample: the next larger one is taken that has, and in the last resort all tables. A bot that is added later sits
    in as many line-ups, with every other one equally often, to within 1; the pairs that were there before meet a
    little more often by that, and what was drawn before stays.
    """

    name = "sample"
    settings: Mapping[str, Any] = MappingProxyType({"lineups": 0})

    def obstacle(self, field: Field, settings: Mapping[str, Any]) -> str:
        """There must be something to take a sample of."""
        if settings["lineups"] < 1:
            return "lineups: is missing; say in how many line-ups each bot shall sit at least"
        if field.size < 3:
            return "lineups: a sample is for tables of three and more; where two meet, take round-robin or swiss"
        return ""

    def refusal(self, before: Mapping[str, Any], now: Mapping[str, Any]) -> str:
        """Another number would be another sample."""
        if now["lineups"] != before["lineups"]:
            return f"lineups: was {before['lineups']}, and can't change: a larger sample does not contain the smaller"
        return ""

    def rounds(self, field: Field, settings: Mapping[str, Any]) -> int:
        """One."""
        return 1

    def size(self, field: Field, settings: Mapping[str, Any]) -> int:
        """As many as there are."""
        return len(_drawn(field, settings["lineups"]))

    def draw(
        self, field: Field, settings: Mapping[str, Any], before: Sequence[Sequence[Meeting]]
    ) -> Iterator[tuple[int, ...]]:
        """The founders' tables, then those of each bot that was added later."""
        return iter(_drawn(field, settings["lineups"]))


@lru_cache(maxsize=8)
def _drawn(field: Field, lineups: int) -> tuple[tuple[int, ...], ...]:
    founders = max(field.founders, field.size)
    drawn = balanced(founders, field.size, lineups)
    each = len(drawn) * field.size // founders
    late = [
        (*group, bot)
        for bot in range(founders, len(field.bots))
        for group in even_company(range(bot), field.size - 1, min(each, comb(bot, field.size - 1))).groups
    ]
    return (*drawn, *late)


def balanced(bots: int, size: int, lineups: int) -> tuple[tuple[int, ...], ...]:
    """Line-ups of `size` of the bots: each bot in `lineups` or a few more, and in as many as every other.

    Any two bots meet equally often, to within 1. The smallest such sample that is found; deterministic.
    """
    full = _whole_orbits(bots, size)
    for tables in range(-(-lineups // size), full):
        first = _Search(bots, size, tables).run()
        if first:
            turned = (tuple(sorted((seat + turn) % bots for seat in table)) for table in first for turn in range(bots))
            return tuple(turned)
    return tuple(combinations(bots, size))


class _Search:
    """Looks for so many first tables by small changes that are kept when they bring the distances closer to equal.

    Worse changes are kept with a small probability (Metropolis), so that it does not get stuck. Its random numbers are
    the same in every run and on every version of Python.
    """

    def __init__(self, bots: int, size: int, tables: int) -> None:
        self.bots, self.size = bots, size
        self._random = Random(bots * 1_000_003 + size * 1_009 + tables).random
        self._tables = [self._any_table() for _ in range(tables)]
        half = bots // 2
        # Two bots just opposite each other are apart by half the circle in both directions.
        self._weight = [2 if 2 * distance == bots else 1 for distance in range(half + 1)]
        self._often = [0] * (half + 1)
        self._least = tables * size * (size - 1) // (bots - 1)
        for table in self._tables:
            for place, seat in enumerate(table):
                self._count(seat, table[:place], 1)
        self._unrest = sum(map(self._excess, self._often[1:]))

    def run(self) -> list[list[int]]:
        """The first tables; empty if none were found."""
        for _ in range(STEPS):
            if not self._unrest and self._all_new():
                return self._tables
            table = self._tables[self._below(len(self._tables))]
            place, seat = self._below(self.size), self._below(self.bots)
            if seat not in table:
                self._try(table, place, seat)
        return []

    def _try(self, table: list[int], place: int, seat: int) -> None:
        others = table[:place] + table[place + 1 :]
        change = self._count(table[place], others, -1) + self._count(seat, others, 1)
        if change <= 0 or self._random() < exp(-change / _WARMTH):
            table[place] = seat
            self._unrest += change
        else:
            self._count(seat, others, -1)
            self._count(table[place], others, 1)

    def _count(self, seat: int, others: Sequence[int], by: int) -> int:
        """Count the distances of a seat from others, or take them back; by how much this raises the unrest."""
        change = 0
        for other in others:
            distance = abs(seat - other)
            distance = min(distance, self.bots - distance)
            before = self._often[distance]
            after = self._often[distance] = before + by * self._weight[distance]
            if by and hasattr(self, "_least"):
                change += self._excess(after) - self._excess(before)
        return change

    def _excess(self, often: int) -> int:
        out = max(self._least - often, often - self._least - 1, 0)
        return out * out

    def _all_new(self) -> bool:
        """Whether no turn of a table is a turn of another, or of itself."""
        circles = [_circle(table, self.bots) for table in self._tables]
        return len(set(circles)) == len(circles) and all(
            circle != circle[turn:] + circle[:turn] for circle in circles for turn in range(1, self.size)
        )

    def _any_table(self) -> list[int]:
        table = [0]
        while len(table) < self.size:
            seat = self._below(self.bots)
            if seat not in table:
                table.append(seat)
        return table

    def _below(self, bound: int) -> int:
        return int(self._random() * bound)


def _circle(table: Sequence[int], bots: int) -> tuple[int, ...]:
    """The gaps between neighbours, from the smallest reading on: the same for all turns of a table."""
    seats = sorted(table)
    gaps = [after - before for before, after in pairwise(seats)]
    gaps.append(bots - seats[-1] + seats[0])
    return min(tuple(gaps[turn:] + gaps[:turn]) for turn in range(len(gaps)))


def _whole_orbits(bots: int, size: int) -> int:
    """How many tables there are of which no turn is another's: an upper bound on first tables, close enough."""
    return comb(bots, size) // bots
