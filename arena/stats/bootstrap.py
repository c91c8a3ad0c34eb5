"""Drawing deals again: the weights of a bootstrap over bundles of deals, and standard errors from what it gives.

Called by the ratings. The draws are the same for the same number of bundles, so that a report made twice is equal.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from arena.stats.moments import Reals

MOST_REPLICATES, FEWEST_REPLICATES = 1000, 150
CHUNK = 100
"""How many replicates are held in memory at once."""
MOST_CELLS = 4_000_000
"""How many numbers the equations of all replicates in memory may have: 32 MB."""


def replicates(bots: int) -> int:
    """How many times the deals are drawn again: fewer for many bots, where each fit takes longer."""
    return min(MOST_REPLICATES, max(FEWEST_REPLICATES, 20_000 // max(bots, 1)))


def at_once(unknowns: int) -> int:
    """How many fits of so many unknowns are held in memory at once."""
    return min(CHUNK, max(1, MOST_CELLS // unknowns**2))


def weights(bundles: int, count: int, chunk: int = CHUNK) -> Iterator[Reals]:
    """How often each of the bundles is drawn, in chunks of replicates (rows); each row sums to the bundles' number.

    The nonparametric bootstrap with whole clusters drawn (B. Efron and R. J. Tibshirani, An Introduction to the
    Bootstrap, 1993, sections 6 and 8; Cameron and Miller, 2015, section VI.C on pairs of clusters).
    """
    random = np.random.default_rng(bundles)
    for start in range(0, count, chunk):
        rows = min(chunk, count - start)
        yield random.multinomial(bundles, np.full(bundles, 1 / bundles), size=rows).astype(float)


def covariance(drawn: Reals, bundles: int) -> Reals:
    """The covariances of estimates (columns) from their replicates (rows).

    A bootstrap of G clusters gives the variance of a mean times (G - 1) / G; this is set right here, so that with
    t(G - 1) an interval for a mean is the usual one.
    """
    found: Reals = np.atleast_2d(np.cov(drawn, rowvar=False)) * bundles / (bundles - 1)
    return found
