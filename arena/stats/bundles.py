"""Sums by pair of bots over bundles of deals: what the joint fits, the bootstrap and the views by seat are made from.

A league of few deals has a bundle for each; where there are more, deals share one by the remainder of their number.
Deals are independent, so bundles are, and memory depends on the number of bots alone. Called by the reports, match
by match. It knows neither variants nor stores: what is known of a deal before it is played is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from arena.records import MatchResult
from arena.stats.moments import Estimate, Reals, quantile
from arena.stats.paid import Paid, paid

COUNTS = (1009, 499, 251, 127, 61)
"""How many bundles there may be: primes, so that no seating's rhythm falls in step with them."""
MOST_CELLS = 2_000_000
"""How many sums by bundle and pair may be kept of each kind: 16 MB."""

Luck = Callable[[int], Sequence[float] | None]
"""For a deal's number, what each seat may expect of its cards beyond its fair share; None: nobody has looked."""
Dealer = Callable[[int], int | None]
"""For a deal's number, the seat that deals."""


class Bundles:
    """The sums. By bundle, bot and other bot, over the tables where both sit (a bot and itself: all its tables):

    paid: the first one's official payoff. met: the tables. won: 1 where it was paid more than the other, 1/2 where
    as much; kept for tables of two bots only. luck: what the cards promised it; None unless a `luck` is given.

    By bundle and seat, over the tables without any fault: seat_paid, seat_tables; the same by the seats' distance
    from the dealer, clockwise: dealer_paid, dealer_tables. size: how many bots sit at a table.
    """

    def __init__(
        self, bots: Sequence[str], seats: int, lowest: float, *, luck: Luck | None = None, dealer: Dealer | None = None
    ) -> None:
        self.bots = tuple(bots)
        self.seats = seats
        self.size = 0
        self._seen = bytearray()
        self._index = {bot: place for place, bot in enumerate(bots)}
        self._lowest = lowest
        self._luck = luck
        self._dealer = dealer
        pairs = len(bots) ** 2
        self.count = next((count for count in COUNTS if count * pairs <= MOST_CELLS), COUNTS[-1])
        shape = (self.count, len(bots), len(bots))
        self.paid: Reals = np.zeros(shape)
        self.met: Reals = np.zeros(shape)
        self.won: Reals | None = None
        self.luck: Reals | None = None if luck is None else np.zeros(shape)
        by_seat = (self.count, seats)
        self.seat_paid, self.seat_tables = np.zeros(by_seat), np.zeros(by_seat)
        self.dealer_paid, self.dealer_tables = np.zeros(by_seat), np.zeros(by_seat)

    @property
    def deals(self) -> int:
        """How many deals (or games) have been played by anybody."""
        return sum(self._seen)

    def add(self, result: MatchResult) -> None:
        """Count a match. Raises ValueError if its tables are not of as many bots as those before it."""
        if not result.numbers:
            return
        match = paid(result, self._index, self._lowest)
        if self.size not in (0, len(match.columns)):
            raise ValueError(f"a table of {len(match.columns)} bots in a league of tables of {self.size}")
        if not self.size and len(match.columns) == 2:
            self.won = np.zeros_like(self.paid)
        self.size = len(match.columns)
        self._seen.extend(bytes(max(0, int(match.numbers.max()) + 1 - len(self._seen))))
        for number in result.numbers:
            self._seen[number] = 1
        bundles = match.numbers % self.count
        self._add_pairs(bundles, match)
        self._add_seats(bundles, match, np.array(result.payoffs))

    def _add_pairs(self, bundles: NDArray[np.int64], match: Paid) -> None:
        luck = self._luck_of(match)
        for place, bot in enumerate(match.columns):
            for against, other in enumerate(match.columns):
                mine, theirs = match.official[:, place], match.official[:, against]
                self.paid[:, bot, other] += self._by_bundle(bundles, mine)
                self.met[:, bot, other] += self._by_bundle(bundles, None)
                if self.won is not None:
                    self.won[:, bot, other] += self._by_bundle(bundles, (np.sign(mine - theirs) + 1) / 2)
                if self.luck is not None:
                    self.luck[:, bot, other] += self._by_bundle(bundles, luck[:, place])

    def _luck_of(self, match: Paid) -> Reals:
        """By table and bot; nought where nobody has looked, which is its mean."""
        if self._luck is None:
            return np.zeros_like(match.official)
        none = (0.0,) * self.seats
        by_seat = np.array([self._luck(int(number)) or none for number in match.numbers])
        shares: Reals = by_seat @ match.shares
        return shares

    def _add_seats(self, bundles: NDArray[np.int64], match: Paid, payoffs: Reals) -> None:
        clean = match.own.all(axis=1) & ~match.out.any()
        bundles, payoffs, numbers = bundles[clean], payoffs[clean], match.numbers[clean]
        for seat in range(self.seats):
            self.seat_paid[:, seat] += self._by_bundle(bundles, payoffs[:, seat])
            self.seat_tables[:, seat] += self._by_bundle(bundles, None)
        if self._dealer is None:
            return
        dealers = [self._dealer(int(number)) for number in numbers]
        known = np.array([dealer is not None for dealer in dealers], dtype=bool)
        turn = np.array([dealer or 0 for dealer in dealers], dtype=np.int64)[known]
        bundles, payoffs = bundles[known], payoffs[known]
        for distance in range(self.seats):
            there = payoffs[np.arange(len(turn)), (turn + distance) % self.seats]
            self.dealer_paid[:, distance] += self._by_bundle(bundles, there)
            self.dealer_tables[:, distance] += self._by_bundle(bundles, None)

    def _by_bundle(self, bundles: NDArray[np.int64], values: Reals | None) -> Reals:
        sums: Reals = np.bincount(bundles, values, minlength=self.count).astype(float)
        return sums


def ratio(sums: Reals, counts: Reals, *, deals: int | None = None, trials: int = 1) -> Estimate | None:
    """The mean of what was summed by bundle, with an interval clustered by bundle; None if nothing was.

    As `Moments` does it by deal. deals: how many there are, where it is not the number of bundles. trials: as for
    `quantile`.
    """
    total = float(counts.sum())
    if not total:
        return None
    mean = float(sums.sum() / total)
    error, used = clustered_error(sums - mean * counts, counts)
    half_width = None if error is None else quantile(used - 1, trials) * error
    return Estimate(mean, half_width, used if deals is None else deals, int(total))


def clustered_error(residuals: Reals, counts: Reals) -> tuple[float | None, int]:
    """The standard error of a mean from its residuals by bundle, and how many bundles there are.

    None for fewer than two of them.
    """
    used = int((counts > 0).sum())
    if used < 2:
        return None, used
    return float(np.sqrt(used / (used - 1) * (residuals**2).sum()) / counts.sum()), used
