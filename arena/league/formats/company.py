"""Company for one bot: groups of others with whom it sits, so that it meets all of them equally often.

Used where one bot is brought together with many: the challenger of a gauntlet, and a bot that joins a balanced
sample. Pure and deterministic.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations


class Company:
    """Groups of `size` members each, no group twice.

    Every member that a group takes is one of those met least often so far. Between members that were there from the
    beginning the numbers of meetings therefore never differ by more than 1, unless all groups with the rarest ones
    have been formed already.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.met: Counter[int] = Counter()
        self._together: Counter[tuple[int, int]] = Counter()
        self._formed: set[tuple[int, ...]] = set()

    def until(self, members: Sequence[int], times: int) -> Iterator[tuple[int, ...]]:
        """Groups until each member has been met so many times (or no new group can be formed)."""
        while any(self.met[member] < times for member in members):
            group = self.group(members)
            if not group:
                return
            yield group

    def group(self, members: Sequence[int], taken: tuple[int, ...] = ()) -> tuple[int, ...]:
        """The next group that holds `taken`; () if every such group has been formed."""
        chosen = list(taken)
        while len(chosen) < self.size:
            chosen.append(min((m for m in members if m not in chosen), key=lambda m: self._rank(m, chosen)))
        group = tuple(sorted(chosen))
        if group in self._formed:
            group = self._another(members, taken)
        if group:
            self._form(group)
        return group

    def _rank(self, member: int, chosen: Sequence[int]) -> tuple[int, int, int]:
        together = sum(self._together[min(member, other), max(member, other)] for other in chosen)
        return self.met[member], together, member

    def _another(self, members: Sequence[int], taken: tuple[int, ...]) -> tuple[int, ...]:
        """The group of the rarest members that has not been formed."""
        others = sorted((m for m in members if m not in taken), key=lambda m: (self.met[m], m))
        for rest in combinations(others, self.size - len(taken)):
            group = tuple(sorted((*taken, *rest)))
            if group not in self._formed:
                return group
        return ()

    def _form(self, group: tuple[int, ...]) -> None:
        self._formed.add(group)
        self.met.update(group)
        self._together.update(combinations(group, 2))
