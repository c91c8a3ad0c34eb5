"""The contract of a format: which bots of a league meet, told by their places in the order of entry.

Formats are brought by the hook `arena_formats`; the schedule asks them, and adds seats and deals. A format is a value
that keeps nothing: the same question has the same answer, in every process and every later run. It speaks of numbers
and names only and knows no match, no deal and no store.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable


@dataclass(frozen=True, slots=True)
class Field:
    """The bots of a league, in the order in which they entered.

    size: how many of them make a line-up. founders: how many there were when the league took this format up; later
    ones stand behind them. absent: the places of bots that are paused; a format with one round may disregard it.
    """

    bots: tuple[str, ...]
    size: int
    founders: int
    absent: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Meeting:
    """A line-up, and what came of it: each of its bots' mean payoff a table; empty if it could not be played."""

    lineup: tuple[int, ...]
    payoffs: tuple[float, ...]


@runtime_checkable
class Format(Protocol):
    """Says which line-ups a league plays. Each plays every deal of the league, in every sitting.

    `name` stands in the league file, `settings` are the keys of its own table there with their default values; what
    the file gives has the default's type (a whole number, a truth, a text, or a list of texts for a tuple). Methods
    get settings that `obstacle` has found nothing wrong with.
    """

    @property
    def name(self) -> str:
        """The format's name, unique among all plugins."""

    @property
    def settings(self) -> Mapping[str, Any]:
        """The keys of its table in the league file, with the values they have when they are not given."""

    def obstacle(self, field: Field, settings: Mapping[str, Any]) -> str:
        """Why these bots can't be brought together so, in words that begin with the key; "" if they can."""

    def refusal(self, before: Mapping[str, Any], now: Mapping[str, Any]) -> str:
        """Why a league that was begun with settings `before` can't go on with others; "" if it can."""

    def rounds(self, field: Field, settings: Mapping[str, Any]) -> int:
        """1, or how many rounds there are of which each needs the results of those before it."""

    def size(self, field: Field, settings: Mapping[str, Any]) -> int:
        """How many line-ups all rounds have together, counted without drawing them where they are many."""

    def draw(
        self, field: Field, settings: Mapping[str, Any], before: Sequence[Sequence[Meeting]]
    ) -> Iterable[tuple[int, ...]]:
        """The line-ups of the round after those in `before`: ascending places in `field.bots`, each line-up once.

        With one round it is called again and again, and should be lazy; what it gives for more bots must contain
        what it gave for the first of them. With several, what it gives is kept, and never asked for again.
        """
