"""One joint fit over all tables: what each bot gains for itself, and what its company gains or loses by it.

    payoff of bot i at a table = m + own_i + sum over its companions j of company_j + chance

Least squares from sums by pair alone, many fits at once (any leading axes), so that a bootstrap is a few matrix
products. Called by the ratings and by the view of company. It knows arrays, not leagues.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from arena.stats.moments import Reals

COMPANY_RIDGE = 1e-6
OWN_RIDGE = 1e-9
"""Per table of a bot: far below what any deal weighs, and enough to decide what no deal decides."""


@dataclass(frozen=True, slots=True)
class Fit:
    """The fitted model. `own` and `company` are by bot (last axis), `base` is m; own sums to 0."""

    base: Reals
    own: Reals
    company: Reals

    def strengths(self, size: int) -> Reals:
        """What each bot would be paid on average at tables of `size`, with every other bot as company equally often."""
        bots = self.own.shape[-1]
        others = (self.company.sum(axis=-1, keepdims=True) - self.company) / max(bots - 1, 1)
        strengths: Reals = self.base[..., None] + self.own + (size - 1) * others
        return strengths


def normal_equations(met: Reals, size: int) -> Reals:
    """The products of the columns 1, own, company, summed over all bots of all tables.

    met: by pair, at how many tables (of `size` bots) both sat; on the diagonal, all tables of a bot.
    """
    bots = met.shape[-1]
    tables = np.diagonal(met, axis1=-2, axis2=-1)
    together = met * (1 - np.eye(bots))
    products = np.zeros((*met.shape[:-2], 1 + 2 * bots, 1 + 2 * bots))
    own, company = slice(1, 1 + bots), slice(1 + bots, None)
    products[..., 0, 0] = tables.sum(axis=-1)
    products[..., 0, own] = products[..., own, 0] = tables
    products[..., 0, company] = products[..., company, 0] = (size - 1) * tables
    products[..., own, own] = tables[..., None] * np.eye(bots)
    products[..., own, company] = products[..., company, own] = together
    # Two companions of one bot sit at a table with size - 2 others who have them both as company.
    products[..., company, company] = (size - 2) * together + (size - 1) * products[..., own, own]
    return products


def scores(paid: Reals) -> Reals:
    """The products of the columns 1, own, company with what was paid.

    paid: by pair, what the first was paid at the tables where both sat; on the diagonal, at all of its tables.
    """
    own = np.diagonal(paid, axis1=-2, axis2=-1)
    company = paid.sum(axis=-2) - own
    return np.concatenate((own.sum(axis=-1, keepdims=True), own, company), axis=-1)


def joint_fit(paid: Reals, met: Reals, size: int) -> Fit:
    """Fit; arguments as for `scores` and `normal_equations`.

    Where the tables do not tell what a bot gains from what its company loses (a gauntlet, a single line-up), the
    two are tied: what a bot gains is lost by its companions in equal parts, as in any game with a fixed sum. For
    that the fit is in terms of own and of the company's excess over -own / (size - 1), and a very small ridge on
    the latter is all that speaks for it, so that data that do tell are not moved.
    """
    bots = met.shape[-1]
    own, company, share = slice(1, 1 + bots), slice(1 + bots, None), 1 / max(size - 1, 1)
    # What multiplying by `ties` comes to, without the work of multiplying large matrices.
    products, right = normal_equations(met, size), scores(paid)
    products[..., own, :] -= share * products[..., company, :]
    products[..., :, own] -= share * products[..., :, company]
    right[..., own] -= share * right[..., company]
    products[..., np.arange(1 + 2 * bots), np.arange(1 + 2 * bots)] += ridge(met)
    found = np.asarray(np.linalg.solve(products, right[..., None])[..., 0], dtype=np.float64)
    return Fit(found[..., 0], found[..., own], found[..., company] - share * found[..., own])


def ties(bots: int, size: int) -> Reals:
    """The matrix from (m, own, excess) to (m, own, company)."""
    tie = np.eye(1 + 2 * bots)
    tie[1 + bots :, 1 : 1 + bots] = -np.eye(bots) / max(size - 1, 1)
    return tie


def ridge(met: Reals) -> Reals:
    """What is added to the diagonal of the equations for (m, own, excess)."""
    bots = met.shape[-1]
    weight = np.diagonal(met, axis1=-2, axis2=-1).mean(axis=-1)[..., None]
    added: Reals = weight * np.concatenate((np.zeros(1), np.full(bots, OWN_RIDGE), np.full(bots, COMPANY_RIDGE)))
    return added
