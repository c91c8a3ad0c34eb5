"""Control variates: what the cards alone promised is taken off what was scored, without moving what is estimated.

Called for each pair of bots. Where the numbers come from is the caller's business; they must have a mean of
nought over deals, whoever plays, which `arena.baseline` has by the symmetry of the table.
"""

from __future__ import annotations

import numpy as np

from arena.stats.bundles import clustered_error
from arena.stats.moments import Estimate, Reals, quantile

FOLDS = 2
FEWEST = 10
"""With fewer bundles than this in a fold no coefficient is worth having."""


def controlled(sums: Reals, promised: Reals, counts: Reals, *, deals: int) -> tuple[Estimate | None, float | None]:
    """The mean of `sums` per count after the control, and by what factor its variance fell.

    All three are by bundle. The control is b * promised with b from the regression of the other half of the bundles
    (S. S. Lavenberg and P. D. Welch, A Perspective on the Use of Control Variables, Management Science 27, 1981; for
    the halves: A. B. Owen, Monte Carlo Theory, Methods and Examples, 2013, section 8.9, and V. Chernozhukov and
    others, Double/Debiased Machine Learning, The Econometrics Journal 21, 2018). A half's b is independent of its
    promises, whose mean is 0, so the estimate is unbiased; with b from the same data it would not quite be.
    None, None where there are too few bundles, or nothing was promised anywhere.
    """
    fold = np.random.default_rng(len(sums)).permutation(len(sums)) % FOLDS
    total = float(counts.sum())
    mean = float(sums.sum()) / total
    taken = np.zeros_like(sums)
    for half in range(FOLDS):
        rest = (fold != half) & (counts > 0)
        if rest.sum() < FEWEST or not np.any(promised[rest]):
            return None, None
        residuals = sums[rest] - sums[rest].sum() / counts[rest].sum() * counts[rest]
        taken[fold == half] = float(residuals @ promised[rest] / (promised[rest] @ promised[rest]))
    kept = sums - taken * promised
    adjusted = float(kept.sum()) / total
    error, used = clustered_error(kept - adjusted * counts, counts)
    before, _ = clustered_error(sums - mean * counts, counts)
    assert error is not None and before is not None
    gain = (before / error) ** 2 if error else None
    return Estimate(adjusted, quantile(used - 1) * error, deals, int(total)), gain
