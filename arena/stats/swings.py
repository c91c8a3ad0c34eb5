"""The deals where it mattered most who held the cards: one seat of a deal, held by one bot and by another.

Filled match by match, as the store gives them: all sittings of a line-up one after the other. Of every pair of bots
only the widest swings of each kind are kept, one a deal. It knows how tables are named, and no more of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from heapq import heapify, heappush, heapreplace
from itertools import count, permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.records import MatchResult
from arena.stats.moments import Reals
from arena.stats.paid import Truths

MOST_OF_A_PAIR = 25
MOST = 1500
"""How many swings are kept in all, about."""


class SwingKind(StrEnum):
    """What came between: a fault at one of the tables; a tie at one of the two and not at the other; the play alone."""

    PLAY = "play"
    TIE = "tie"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Holder:
    """Who held the cards at which table, and what the seat was paid there."""

    bot: str
    table: str
    payoff: float


@dataclass(frozen=True, slots=True)
class Swing:
    """One seat of one deal in two hands. `swing` is what `more` was paid more than `less`.

    In leagues that play each deal once, both sit at the same table, and `seat` is that of `more`.
    """

    deal: int
    seat: int
    kind: SwingKind
    swing: float
    more: Holder
    less: Holder


class _Board(NamedTuple):
    """The sittings of a line-up side by side, on the deals that all of them have played.

    payoffs: by sitting, deal and seat. trouble: by sitting and deal, whether anything went wrong at the table.
    """

    results: list[MatchResult]
    numbers: NDArray[np.int64]
    payoffs: Reals
    trouble: Truths

    def level(self, bot: str, other: str) -> Truths:
        """By sitting and deal, whether two bots were paid the same."""
        same = [
            _paid_to(bot, result, payoffs) == _paid_to(other, result, payoffs)
            for result, payoffs in zip(self.results, self.payoffs, strict=True)
        ]
        return np.stack(same)

    def holder(self, bot: str, at: int, deal: int, seat: int) -> Holder:
        """Who holds the cards; `deal` counts within the board."""
        table = f"{self.results[at].name.rpartition('.')[0]}.d{self.numbers[deal]}"
        return Holder(bot, table, float(self.payoffs[at, deal, seat]))


class _Held(NamedTuple):
    """A way to compare two bots: the first in `seat` of sitting `at`, the second in `other_seat` of `other_at`."""

    seat: int
    at: int
    other_seat: int
    other_at: int


class Swings:
    """The widest swings. single: each deal is played once, so that bots are compared within a table."""

    def __init__(self, bots: int, lowest: float, *, single: bool) -> None:
        pairs = bots * (bots - 1)
        self._by_pair = pairs * len(SwingKind) <= MOST
        groups = max(1, (pairs if self._by_pair else bots) * len(SwingKind))
        self._most = max(1, min(MOST_OF_A_PAIR, MOST // groups))
        self._lowest = lowest
        self._single = single
        self._sittings: list[MatchResult] = []
        self._kept: dict[tuple[str, ...], list[tuple[float, int, Swing]]] = defaultdict(list)
        self._order = count(0, -1)

    def add(self, result: MatchResult) -> None:
        """Count a match."""
        if not result.numbers:
            return
        if self._single or any(not _goes_with(other.name, result.name) for other in self._sittings):
            self._close()
        self._sittings.append(result)

    def widest(self) -> list[Swing]:
        """The swings that were kept, the widest first; of equal ones play, ties, faults, by deal. Nothing can be added
        afterwards.
        """
        self._close()
        found = (swing for kept in self._kept.values() for _, _, swing in kept)
        return sorted(found, key=_rank)

    def _close(self) -> None:
        """Compare the sittings that have come with each other."""
        results, self._sittings = self._sittings, []
        if results and (self._single or len(results) > 1):
            board = self._board(results)
            for more, less in permutations(dict.fromkeys(results[0].bots), 2):
                self._compare(more, less, board)

    def _board(self, results: list[MatchResult]) -> _Board:
        common = np.array(results[0].numbers)
        for result in results[1:]:
            common = np.intersect1d(common, result.numbers)
        payoffs, trouble = [], []
        for result in results:
            rows = np.searchsorted(result.numbers, common)
            out = np.array(result.out, dtype=bool)
            wrong = [bool(stood or lost) for stood, lost in zip(result.stood_in, result.forfeited, strict=True)]
            payoffs.append(np.where(out, self._lowest, np.array(result.payoffs))[rows])
            trouble.append((np.array(wrong) | out.any())[rows])
        return _Board(results, common, np.stack(payoffs), np.stack(trouble))

    def _compare(self, more: str, less: str, board: _Board) -> None:
        """Keep what is wide enough of what one bot was paid more than another."""
        ways = list(self._ways(more, less, board.results))
        if not ways or not len(board.numbers):
            return
        paid = board.payoffs
        differences = np.stack([paid[w.at, :, w.seat] - paid[w.other_at, :, w.other_seat] for w in ways])
        best, deals = differences.argmax(axis=0), np.arange(len(board.numbers))
        at, other_at = (np.array([way[place] for way in ways])[best] for place in (1, 3))
        level = board.level(more, less)
        wrong = board.trouble[at, deals] | board.trouble[other_at, deals]
        tied = ~wrong & (level[at, deals] != level[other_at, deals])
        widest = differences[best, deals]
        for kind, where in ((SwingKind.FAULT, wrong), (SwingKind.TIE, tied), (SwingKind.PLAY, ~wrong & ~tied)):
            kept = self._kept[(more, less, kind) if self._by_pair else (less, kind)]
            for deal in np.flatnonzero(where & (widest > self._floor(kept))).tolist():
                if widest[deal] > self._floor(kept):
                    self._keep(kept, board, deal, (more, less), kind, ways[best[deal]])

    def _floor(self, kept: list[tuple[float, int, Swing]]) -> float:
        """What a swing must be wider than to be kept."""
        return kept[0][0] if len(kept) == self._most else 0.0

    def _keep(
        self,
        kept: list[tuple[float, int, Swing]],
        board: _Board,
        deal: int,
        bots: tuple[str, str],
        kind: SwingKind,
        way: _Held,
    ) -> None:
        more = board.holder(bots[0], way.at, deal, way.seat)
        less = board.holder(bots[1], way.other_at, deal, way.other_seat)
        wide = more.payoff - less.payoff
        swing = Swing(int(board.numbers[deal]), way.seat, kind, wide, more, less)
        # Of equal swings the earliest stay.
        entry = (wide, next(self._order), swing)
        same = next((place for place, (_, _, other) in enumerate(kept) if other.deal == swing.deal), None)
        if same is None:
            (heapreplace if len(kept) == self._most else heappush)(kept, entry)
        elif wide > kept[same][0]:
            kept[same] = entry
            heapify(kept)

    def _ways(self, more: str, less: str, results: Sequence[MatchResult]) -> Iterator[_Held]:
        if self._single:
            bots = results[0].bots
            yield _Held(bots.index(more), 0, bots.index(less), 0)
            return
        for seat in range(len(results[0].bots)):
            holders = [result.bots[seat] for result in results]
            yield from (
                _Held(seat, at, seat, other_at)
                for at, bot in enumerate(holders)
                for other_at, other in enumerate(holders)
                if (bot, other) == (more, less)
            )


def _rank(swing: Swing) -> tuple[float, int, int, str, int, str]:
    kind = list(SwingKind).index(swing.kind)
    return -swing.swing, kind, swing.deal, swing.more.table, swing.seat, swing.less.bot


def _goes_with(name: str, other: str) -> bool:
    """Whether two matches are of one line-up, and of different sittings."""
    (lineup, sitting, _), (other_lineup, other_sitting, _) = name.split("."), other.split(".")
    return lineup == other_lineup and sitting != other_sitting


def _paid_to(bot: str, result: MatchResult, payoffs: Reals) -> Reals:
    """By deal, what a bot was paid at a table; payoffs by deal and seat."""
    seats = [seat for seat, seated in enumerate(result.bots) if seated == bot]
    means: Reals = payoffs[:, seats].mean(axis=1)
    return means
