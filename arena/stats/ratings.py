"""Ratings: one number for each bot out of everything that was played, by joint fits, with intervals by bootstrap.

Called by the reports with a finished `Tally` and finished `Bundles`. The strength is the payoff-based one, for any
number of seats; where tables have two sides there is the scale of Bradley and Terry beside it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arena.stats.bootstrap import at_once, covariance, replicates, weights
from arena.stats.bradley_terry import ELO, bradley_terry
from arena.stats.bundles import Bundles
from arena.stats.fit import joint_fit
from arena.stats.moments import Estimate, Reals, quantile
from arena.stats.separation import separated
from arena.stats.tally import Tally


@dataclass(frozen=True, slots=True)
class Rating:
    """One bot's line, the strongest first.

    strength: what it would be paid on average a table with every other bot of the league as company equally often.
    In a full round robin this is its mean payoff; elsewhere it is that corrected for whom it met. behind: by how
    much it is behind the bot one line above. separated: whether that is more than chance, all pairs considered.
    elo: the scale of Bradley and Terry in Elo points, 0 being the league's mean; None where tables have more
    than two sides.
    """

    bot: str
    strength: Estimate
    behind: Estimate | None
    separated: bool
    elo: Estimate | None


def ratings(total: Tally, bundles: Bundles) -> list[Rating] | None:
    """The ratings of the bots that have played; None where they fall into groups that never met (or none played).

    Bots of different groups have nothing in common that they could be measured by.
    """
    if not _connected(bundles.met.sum(axis=0)):
        return None
    played = np.flatnonzero(np.diagonal(bundles.met.sum(axis=0)))
    used = np.flatnonzero(bundles.met.sum(axis=(1, 2)))
    strengths, elo = _fitted([_part(array, used, played) for array in _sums(bundles)], bundles.size)
    apart = strengths.apart()
    order = sorted(range(len(played)), key=lambda bot: -round(float(strengths.values[bot]), 9))
    lines: list[Rating] = []
    for line, bot in enumerate(order):
        above = order[line - 1] if line else None
        mean = total.payoff.mean(int(played[bot]))
        assert mean is not None
        lines.append(
            Rating(
                bot=bundles.bots[played[bot]],
                strength=strengths.estimate(bot, mean),
                behind=strengths.lead(above, bot, mean) if above is not None else None,
                separated=above is not None and bool(apart[above, bot]),
                elo=elo.estimate(bot, mean) if elo is not None else None,
            )
        )
    return lines


@dataclass(frozen=True, slots=True)
class _Scale:
    """A number for each bot, and the covariances of these numbers; None where there is one bundle only."""

    values: Reals
    spread: Reals | None
    bundles: int

    def estimate(self, bot: int, mean: Estimate) -> Estimate:
        """One bot's number; `mean` knows its deals and tables."""
        error = None if self.spread is None else float(self.spread[bot, bot]) ** 0.5
        return self._estimate(float(self.values[bot]), error, mean)

    def lead(self, above: int, bot: int, mean: Estimate) -> Estimate:
        """By how much one bot's number is above another's."""
        error = None
        if (spread := self.spread) is not None:
            error = max(float(spread[above, above] + spread[bot, bot] - 2 * spread[above, bot]), 0.0) ** 0.5
        return self._estimate(float(self.values[above] - self.values[bot]), error, mean)

    def apart(self) -> NDArray[np.bool_]:
        """Which bots' numbers are separated."""
        differences = self.values[:, None] - self.values
        if self.spread is None:
            return np.zeros(differences.shape, dtype=bool)
        own = np.diag(self.spread)
        errors = np.sqrt(np.maximum(own[:, None] + own - 2 * self.spread, 0.0))
        return separated(differences, errors, np.full(differences.shape, self.bundles - 1))

    def _estimate(self, value: float, error: float | None, mean: Estimate) -> Estimate:
        half_width = None if error is None else quantile(self.bundles - 1) * error
        return Estimate(value, half_width, mean.deals, mean.tables)


def _sums(bundles: Bundles) -> list[Reals]:
    """What the fits need: of the wins only where they are used."""
    return [bundles.paid, bundles.met, *([] if bundles.won is None else [bundles.won])]


def _part(array: Reals, used: NDArray[np.int64], played: NDArray[np.int64]) -> Reals:
    """The bundles that were used and the bots that have played; of many bots a copy is worth avoiding."""
    return array if array.shape[:2] == (len(used), len(played)) else array[np.ix_(used, played, played)]


def _fitted(sums: list[Reals], size: int) -> tuple[_Scale, _Scale | None]:
    """The strengths, and at tables of two bots the Elo points, with what the deals drawn again say of both."""
    used, bots = sums[0].shape[:2]
    whole = [array.sum(axis=0) for array in sums]
    strengths = joint_fit(whole[0], whole[1], size).strengths(size)
    logits = bradley_terry(whole[2], whole[1]) if size == 2 else None
    drawn, points = [], []
    for rows in weights(used, replicates(bots), at_once(1 + 2 * bots)) if used > 1 else ():
        again = [(rows @ array.reshape(used, -1)).reshape(-1, bots, bots) for array in sums]
        drawn.append(joint_fit(again[0], again[1], size).strengths(size))
        if logits is not None:
            points.append(_elo(bradley_terry(again[2], again[1], logits)))
    spread = covariance(np.concatenate(drawn), used) if drawn else None
    if logits is None:
        return _Scale(strengths, spread, used), None
    return (
        _Scale(strengths, spread, used),
        _Scale(_elo(logits), covariance(np.concatenate(points), used) if points else None, used),
    )


def _elo(logits: Reals) -> Reals:
    points: Reals = (logits - logits.mean(axis=-1, keepdims=True)) * ELO
    return points


def _connected(met: Reals) -> bool:
    """Whether all bots that have played have met, directly or by way of others."""
    from scipy.sparse.csgraph import connected_components

    played = np.diag(met) > 0
    if not played.any():
        return False
    groups, _ = connected_components(met[np.ix_(played, played)] > 0, directed=False)
    return bool(groups == 1)
