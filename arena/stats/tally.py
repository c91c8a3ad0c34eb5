"""One pass over a league's results: what every bot was paid on every deal, summed and forgotten.

Called by the reports. Two accounts are kept apart: *payoff*, the official one, and *card play*, which leaves out
the tables that were decided by a fault. Memory is bounded by the deals of one block and the number of bots.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from arena.records import MatchResult
from arena.stats.moments import Moments, Reals
from arena.stats.paid import Paid, paid

Closed = Callable[[Sequence[int], Reals, Reals], None]
"""Told of deals that nothing more will come of: their numbers, and by deal and bot, what was paid in all at how many
tables."""


class Tally:
    """The sums. Indices of bots are those of `bots`.

    payoff: official payoffs; in a match that a bot was put out of, it is paid `lowest` at every table. card_play:
    payoffs as they were played, at tables that nobody forfeited, for the bots that no stand-in helped there.
    paid, ahead, ahead_squares, met: for each pair, the sums of the first one's official payoff, of its lead on the
    other and of that squared, over the tables where both sat, and the number of those. stood_in, forfeited, out: the
    tables where a stand-in answered for the bot, that the bot forfeited, and that belong to matches it was put out
    of. widest: the most by which two bots' official payoffs have differed at one table.
    """

    def __init__(self, bots: Sequence[str], lowest: float) -> None:
        count = len(bots)
        self.bots = tuple(bots)
        self.lowest = lowest
        self.payoff = Moments(count)
        self.card_play = Moments(count)
        self.paid: Reals = np.zeros((count, count))
        self.ahead: Reals = np.zeros((count, count))
        self.ahead_squares: Reals = np.zeros((count, count))
        self.met: NDArray[np.int64] = np.zeros((count, count), dtype=np.int64)
        self.stood_in: NDArray[np.int64] = np.zeros(count, dtype=np.int64)
        self.forfeited: NDArray[np.int64] = np.zeros(count, dtype=np.int64)
        self.out: NDArray[np.int64] = np.zeros(count, dtype=np.int64)
        self.widest = 0.0


def tally(results: Iterable[MatchResult], bots: Sequence[str], lowest: float, closed: Closed | None = None) -> Tally:
    """Count the results, which must come with the lowest numbers first, as the store gives them.

    bots: every name that may occur, in the order of entry. lowest: the least that a table can pay to a seat.
    """
    total = Tally(bots, lowest)
    index = {bot: place for place, bot in enumerate(bots)}
    deals = _Deals(total, closed)
    for result in results:
        if result.numbers:
            _count(total, deals, paid(result, index, lowest))
    deals.close()
    return total


class _Deals:
    """The deals that may still occur in results to come: by deal and bot, sums and numbers of tables."""

    def __init__(self, total: Tally, closed: Closed | None) -> None:
        self._total = total
        self._closed = closed
        self._rows: dict[int, int] = {}
        self._last = -1
        self._sums: Reals = np.zeros((4, 0, len(total.bots)))

    def rows(self, numbers: Sequence[int]) -> NDArray[np.int64]:
        """The rows of these deals. What ends before the first of them is closed."""
        if min(numbers) > self._last:
            self.close()
        self._last = max(self._last, *numbers)
        rows = np.array([self._rows.setdefault(number, len(self._rows)) for number in numbers])
        missing = len(self._rows) - self._sums.shape[1]
        if missing > 0:
            more = np.zeros((4, max(missing, self._sums.shape[1]), len(self._total.bots)))
            self._sums = np.concatenate((self._sums, more), axis=1)
        return rows

    def add(self, rows: NDArray[np.int64], columns: Sequence[int], official: Reals, played: Reals, own: Reals) -> None:
        """Add the tables of a match: what the bots were paid officially and in play, and where that was their own."""
        where = np.ix_(rows, np.array(columns))
        for account, values in enumerate((official, np.ones_like(official), np.where(own, played, 0), own)):
            self._sums[account][where] += values

    def close(self) -> None:
        """Hand the deals over and forget them."""
        count = len(self._rows)
        if count:
            paid, tables, played, own = self._sums[:, :count]
            self._total.payoff.add(paid, tables)
            self._total.card_play.add(played, own)
            if self._closed is not None:
                self._closed(list(self._rows), paid, tables)
        self._rows.clear()
        self._last = -1
        self._sums = np.zeros((4, 0, len(self._total.bots)))


def _count(total: Tally, deals: _Deals, match: Paid) -> None:
    """Count one match."""
    rows = deals.rows(match.numbers.tolist())
    columns = list(match.columns)
    deals.add(rows, columns, match.official, match.played, match.own.astype(float))
    total.stood_in[columns] += match.stood_in.sum(axis=0)
    total.forfeited[columns] += match.forfeited.sum(axis=0)
    total.out[columns] += len(rows) * match.out
    total.widest = max(total.widest, float(np.ptp(match.official, axis=1).max()))
    for place, mine in enumerate(columns):
        others = [other for other in range(len(columns)) if other != place]
        theirs = [columns[other] for other in others]
        leads = match.official[:, [place]] - match.official[:, others]
        total.paid[mine, theirs] += match.official[:, place].sum()
        total.ahead[mine, theirs] += leads.sum(axis=0)
        total.ahead_squares[mine, theirs] += (leads**2).sum(axis=0)
        total.met[mine, theirs] += len(rows)
