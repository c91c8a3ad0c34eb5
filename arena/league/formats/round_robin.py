"""Round robin: everybody meets everybody; where more than two sit at a table, every set of bots is a table.

Called by the schedule. Bots that are added later only add line-ups behind those that were there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import comb
from types import MappingProxyType
from typing import Any

from arena.plugin import Field, Meeting


class RoundRobin:
    """Every combination of bots, in the order of their numbers."""

    name = "round-robin"
    settings: Mapping[str, Any] = MappingProxyType({})

    def obstacle(self, field: Field, settings: Mapping[str, Any]) -> str:
        """Nothing ever is in the way."""
        return ""

    def refusal(self, before: Mapping[str, Any], now: Mapping[str, Any]) -> str:
        """It has no settings that could change."""
        return ""

    def rounds(self, field: Field, settings: Mapping[str, Any]) -> int:
        """One."""
        return 1

    def size(self, field: Field, settings: Mapping[str, Any]) -> int:
        """The binomial coefficient."""
        return comb(len(field.bots), field.size)

    def draw(
        self, field: Field, settings: Mapping[str, Any], before: Sequence[Sequence[Meeting]]
    ) -> Iterator[tuple[int, ...]]:
        """All of them, lazily."""
        return combinations(len(field.bots), field.size)


def combinations(count: int, size: int) -> Iterator[tuple[int, ...]]:
    """Combinations of range(count) in colexicographic order: those with the last index come last."""
    if size == 0:
        yield ()
        return
    for last in range(size - 1, count):
        for rest in combinations(last, size - 1):
            yield (*rest, last)
