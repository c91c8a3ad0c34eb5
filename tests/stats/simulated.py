"""Leagues with known truths: strengths, the luck of the cards, moods of bots with a deal, and chance at the table.

All tables of a deal share its luck and its bots' moods, which is why they are one observation and not many.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from arena.records import MatchResult

NAMES = tuple("abcdefghijkl")


@dataclass(frozen=True)
class Truth:
    """By bot: strength. What the cards, a bot's mood and chance add, as standard deviations.

    fixed_sum: whether a table pays the same to all together, as most games do.
    """

    strengths: tuple[float, ...]
    luck: float = 0.6
    mood: float = 1.0
    chance: float = 0.5
    fixed_sum: bool = True

    def means(self, seats: int) -> np.ndarray:
        """What each bot is paid on average in a full round robin."""
        strengths = np.array(self.strengths)
        if not self.fixed_sum:
            return strengths
        others = (strengths.sum() - strengths) / (len(strengths) - 1)
        return (strengths - others) * (seats - 1) / seats


def payoffs(truth: Truth, seats: int, deals: int, leagues: int, random: np.random.Generator):
    """For each match of a full round robin with all rotations: the bots by seat, and payoffs by league, deal, seat."""
    bots = len(truth.strengths)
    # Luck is skewed, as card luck is: many small plights, few great hands.
    luck = truth.luck * (random.exponential(size=(leagues, deals, seats)) - 1)
    mood = truth.mood * random.normal(size=(leagues, deals, bots))
    for lineup in combinations(range(bots), seats):
        for turn in range(seats):
            sitting = [*lineup[turn:], *lineup[:turn]]
            paid = np.array(truth.strengths)[sitting] + luck + mood[..., sitting]
            paid = paid + truth.chance * random.normal(size=paid.shape)
            if truth.fixed_sum:
                paid = paid - paid.mean(axis=-1, keepdims=True)
            yield tuple(sitting), paid


def league(truth: Truth, seats: int, deals: int, seed: int) -> Iterator[MatchResult]:
    """One such league as the store would give it."""
    for sitting, paid in payoffs(truth, seats, deals, 1, np.random.default_rng(seed)):
        yield match([NAMES[bot] for bot in sitting], range(deals), paid[0])


def match(bots, numbers, paid) -> MatchResult:
    """A match without any fault."""
    none = ((),) * len(paid)
    rows = tuple(tuple(map(float, row)) for row in paid)
    return MatchResult(tuple(bots), (False,) * len(bots), tuple(numbers), rows, none, none)
