"""Who does better or worse in whose company than everybody's strength explains: collusion, kingmaking, or a bad match.

Called by the reports for tables at which each plays alone and three or more bots sit. Needs the joint fit first, and so
a second pass over the results. It finds what is unusual; what it means is for the organiser to judge.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from arena.records import MatchResult
from arena.stats.bundles import Bundles, clustered_error
from arena.stats.fit import Fit, joint_fit, normal_equations, ridge, scores, ties
from arena.stats.moments import Estimate, Reals, quantile
from arena.stats.paid import Paid, paid
from arena.stats.separation import SAME

MOST_BOTS = 60
"""The view counts triples of bots; with more than these it is not made."""


@dataclass(frozen=True, slots=True)
class Companion:
    """A bot at the tables where another one sat too.

    payoff: what it was paid there on average. expected: what the joint fit says for these very tables. more: the
    difference, with an interval so wide that those of all ordered pairs together hold the truth with 95 %.
    stands_out: whether that interval leaves out 0.
    """

    bot: str
    companion: str
    payoff: float
    expected: float
    more: Estimate
    stands_out: bool


def company(results: Iterable[MatchResult], bundles: Bundles, lowest: float) -> list[Companion]:
    """All ordered pairs that met, those that differ most from the fit (in standard errors) first.

    results: the same that the bundles were made of. Empty where the question makes no sense: tables of two bots,
    bots that always all sit together, no results, more than `MOST_BOTS`.
    """
    bots = len(bundles.bots)
    if bundles.size < 3 or bots <= bundles.size or bots > MOST_BOTS:
        return []
    met = bundles.met.sum(axis=0)
    sums = _Residuals(bundles, joint_fit(bundles.paid.sum(axis=0), met, bundles.size))
    index = {bot: place for place, bot in enumerate(bundles.bots)}
    for result in results:
        if result.numbers:
            sums.add(paid(result, index, lowest))
    return sums.companions(met)


class _Residuals:
    """What the fit left over: by bundle, bot and companion; and at how many tables which three sat."""

    def __init__(self, bundles: Bundles, fit: Fit) -> None:
        self._fit = fit
        self._bundles = bundles
        self._left: Reals = np.zeros_like(bundles.paid)
        self._triples: Reals = np.zeros((len(bundles.bots),) * 3)

    def add(self, match: Paid) -> None:
        """Count a match."""
        columns = np.array(match.columns)
        fit = self._fit
        companions = fit.company[columns].sum() - fit.company[columns]
        left = match.official - (fit.base + fit.own[columns] + companions)
        bundles = match.numbers % len(self._left)
        for place, bot in enumerate(columns):
            by_bundle = np.bincount(bundles, left[:, place], minlength=len(self._left))
            self._left[:, bot, columns] += by_bundle[:, None]
        self._triples[np.ix_(columns, columns, columns)] += len(bundles)

    def companions(self, met: Reals) -> list[Companion]:
        """The view; met as for the fit.

        A pair's mean residual is a linear function of all payoffs: those of its own tables, and, by way of the fit,
        those of all others. What a bundle contributes to it is reckoned in full, and clustered by bundle
        (the sandwich of Cameron and Miller, 2015, section II.C). The intervals are Bonferroni's.
        """
        bundles = self._bundles
        tie = ties(len(met), bundles.size)
        bread = np.linalg.inv(tie.T @ normal_equations(met, bundles.size) @ tie + np.diag(ridge(met)))
        solved = scores(self._left) @ tie @ bread @ tie.T
        pairs = int((met > 0).sum() - np.count_nonzero(np.diag(met)))
        found = []
        for bot in range(len(met)):
            through = solved @ self._columns(bot, met).T
            for other in np.flatnonzero(met[bot]):
                if other != bot:
                    influence = self._left[:, bot, other] - through[:, other]
                    found.append(self._companion(bot, int(other), influence, pairs))
        known = [(size, companion) for size, companion in found if companion is not None]
        return [companion for _, companion in sorted(known, key=lambda one: -one[0])]

    def _columns(self, bot: int, met: Reals) -> Reals:
        """By companion, the fit's columns of the bot, summed over the tables that it shared with that companion."""
        bots = len(met)
        columns = np.zeros((bots, 1 + 2 * bots))
        columns[:, 0] = columns[:, 1 + bot] = met[bot]
        columns[:, 1 + bots :] = self._triples[bot]
        columns[:, 1 + bots + bot] = 0
        return columns

    def _companion(self, bot: int, other: int, influence: Reals, pairs: int) -> tuple[float, Companion | None]:
        counts = self._bundles.met[:, bot, other]
        tables = float(counts.sum())
        error, used = clustered_error(influence, counts)
        if error is None:
            return 0.0, None
        more = float(self._left[:, bot, other].sum()) / tables
        payoff = float(self._bundles.paid[:, bot, other].sum()) / tables
        half_width = quantile(used - 1, pairs) * error
        names: Sequence[str] = self._bundles.bots
        estimate = Estimate(more, half_width, self._bundles.deals, int(tables))
        size = abs(more) / error if error > 0 else 0.0
        stands_out = abs(more) > SAME and not estimate.covers_zero
        return size, Companion(names[bot], names[other], payoff, payoff - more, estimate, stands_out)
