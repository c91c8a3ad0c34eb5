"""What the bots of a match were paid, bot by bot: the one place that says what forfeits and empty chairs count.

Called by whatever sums results. A bot that holds several seats of a table is paid their mean.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arena.records import MatchResult
from arena.stats.moments import Reals

Truths = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Paid:
    """A match by table (rows) and bot (columns); the bots are named by `columns`, their numbers in the league.

    numbers: the tables' numbers. sits: by bot and seat, 1 where the bot sits. official: payoffs that count; a bot
    that was put out of the match has the least that a table pays. played: payoffs as they were played. own: whether
    the bot answered everything itself at a table that nobody forfeited. out: by bot. stood_in, forfeited: by table
    and bot.
    """

    columns: tuple[int, ...]
    numbers: NDArray[np.int64]
    sits: Reals
    official: Reals
    played: Reals
    own: Truths
    out: Truths
    stood_in: Truths
    forfeited: Truths

    @property
    def shares(self) -> Reals:
        """By seat and bot: the part of what the seat is paid that goes into what the bot is paid."""
        shares: Reals = (self.sits / self.sits.sum(axis=1, keepdims=True)).T
        return shares


def paid(result: MatchResult, index: Mapping[str, int], lowest: float) -> Paid:
    """The payoffs of a match of at least one table. index: every bot's number. lowest: the least a table pays."""
    sitting = list(dict.fromkeys(result.bots))
    sits = np.array([[bot == seated for seated in result.bots] for bot in sitting], dtype=float)
    played = np.array(result.payoffs) @ (sits / sits.sum(axis=1, keepdims=True)).T
    out = sits @ np.array(result.out, dtype=float) > 0
    stood_in = _marks(result.stood_in, len(result.bots)) @ sits.T > 0
    forfeited = _marks(result.forfeited, len(result.bots)) @ sits.T > 0
    return Paid(
        columns=tuple(index[bot] for bot in sitting),
        numbers=np.array(result.numbers, dtype=np.int64),
        sits=sits,
        official=np.where(out, lowest, played),
        played=played,
        own=~stood_in & ~forfeited.any(axis=1, keepdims=True),
        out=out,
        stood_in=stood_in,
        forfeited=forfeited,
    )


def _marks(seats: Sequence[tuple[int, ...]], count: int) -> Reals:
    """By table and seat: 1 where the seat is among the table's `seats`."""
    marks = np.zeros((len(seats), count))
    for row, marked in enumerate(seats):
        if marked:
            marks[row, list(marked)] = 1
    return marks
