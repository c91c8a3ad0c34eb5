"""Company for one bot: groups of others with whom it sits, so that it meets all of them equally often.

Used where one bot is brought together with many: the challenger of a gauntlet, and a bot that joins a balanced
sample. Pure and deterministic.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from random import Random

ATTEMPTS = 100


class Company:
    """Groups of `size` members each, no group twice; each takes of those that were met least often so far.

    Equals are taken in their order, or, with `chance`, in any.
    """

    def __init__(self, size: int, chance: Random | None = None) -> None:
        self.size = size
        self.met: Counter[int] = Counter()
        self.groups: list[tuple[int, ...]] = []
        self._chance = chance
        self._together: Counter[tuple[int, ...]] = Counter()

    def group(self, members: Sequence[int], taken: tuple[int, ...] = ()) -> tuple[int, ...]:
        """The next group, which holds `taken`; () if every such group is there already."""
        chosen = list(taken)
        while len(chosen) < self.size:
            chosen.append(min((m for m in members if m not in chosen), key=lambda m: self._rank(m, chosen)))
        group = tuple(sorted(chosen))
        if group in self.groups:
            group = self._another(members, taken)
        if group:
            self.groups.append(group)
            self.met.update(group)
            self._together.update(combinations(group, 2))
        return group

    def spread(self, members: Sequence[int]) -> int:
        """By how much the members differ in how often they were met."""
        often = [self.met[member] for member in members]
        return max(often) - min(often)

    def _rank(self, member: int, chosen: Sequence[int]) -> tuple[int, int, float]:
        together = sum(self._together[min(member, other), max(member, other)] for other in chosen)
        return self.met[member], together, self._chance.random() if self._chance else member

    def _another(self, members: Sequence[int], taken: tuple[int, ...]) -> tuple[int, ...]:
        """The group of the rarest members that is not there yet."""
        others = sorted((m for m in members if m not in taken), key=lambda m: (self.met[m], m))
        for rest in combinations(others, self.size - len(taken)):
            group = tuple(sorted((*taken, *rest)))
            if group not in self.groups:
                return group
        return ()


def even_company(members: Sequence[int], size: int, count: int) -> Company:
    """So many groups, in which the members are met equally often, to within 1, if such are found; else as nearly.

    Taking the rarest is enough but where the last of them have sat together before; then equals are taken in other
    orders.
    """
    best: Company | None = None
    for attempt in range(ATTEMPTS):
        company = Company(size, Random(attempt) if attempt else None)
        for _ in range(count):
            company.group(members)
        if best is None or company.spread(members) < best.spread(members):
            best = company
        if best.spread(members) <= 1:
            break
    assert best is not None
    return best
