"""Who beats whom, as one number a bot: the model of Bradley and Terry, for tables of two sides.

    chance that i is paid more than j = 1 / (1 + exp(b_j - b_i))

(R. A. Bradley and M. E. Terry, Rank Analysis of Incomplete Block Designs, Biometrika 39, 1952.) A tie is half a win for
each. Called by the ratings, for many drawn leagues at once. It knows arrays, not leagues.
"""

from __future__ import annotations

import math

import numpy as np

from arena.stats.moments import Reals

ELO = 400 / math.log(10)
"""Points of A. E. Elo's scale in one unit of b: 400 points are odds of ten to one."""

VIRTUAL = 1.0
"""Tables tied with a bot of b = 0 that each bot is given beside its own, so that one that always wins has a number."""

MOST_STEPS = 100
LONGEST = 1.0
CLOSE = 1e-9


def bradley_terry(won: Reals, met: Reals, start: Reals | None = None) -> Reals:
    """b by bot (last axis; any leading axes), the most likely ones under a virtual tie with an average bot.

    won, met: by pair, the tables that the first won (ties half) and all tables of the two; diagonals do not matter.
    The virtual tie is a prior as in F. Caron and A. Doucet, Efficient Bayesian Inference for Generalized
    Bradley-Terry Models, Journal of Computational and Graphical Statistics 21, 2012; one table among thousands.
    Newton's method, with steps of at most 1: the function is concave. Raises ArithmeticError if it does not settle.
    """
    bots = won.shape[-1]
    apart = 1 - np.eye(bots)
    won, met = won * apart, met * apart
    strengths: Reals = np.zeros(won.shape[:-1]) if start is None else np.broadcast_to(start, won.shape[:-1]).copy()
    for _ in range(MOST_STEPS):
        chance = _logistic(strengths[..., :, None] - strengths[..., None, :])
        alone = _logistic(strengths)
        slope = (won - met * chance).sum(axis=-1) + VIRTUAL * (0.5 - alone)
        spread = met * chance * (1 - chance)
        bend = -spread
        bend[..., np.arange(bots), np.arange(bots)] += spread.sum(axis=-1) + VIRTUAL * alone * (1 - alone)
        step = np.linalg.solve(bend, slope[..., None])[..., 0]
        longest = np.abs(step).max(axis=-1, keepdims=True)
        strengths = strengths + step / np.maximum(longest / LONGEST, 1.0)
        if longest.max() < CLOSE:
            return strengths
    raise ArithmeticError(f"no maximum of the Bradley-Terry likelihood after {MOST_STEPS} steps")


def _logistic(values: Reals) -> Reals:
    from scipy.special import expit

    found: Reals = expit(values)
    return found
