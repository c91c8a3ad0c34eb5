"""Looking while the deals are still being played: intervals that hold at every look, and what may be concluded.

Called by `arena compare` and by leagues that go on until their bots are separated. An ordinary 95 % interval that is
looked at again and again is wrong in the end almost surely; these are not. Knows numbers only.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

TIGHTEST = 1000
"""The number of deals at which the intervals are, for what they promise, as narrow as they can be."""

GUARD = 2
"""How many imagined deals stand for the rare large events that a sample may have missed."""

MARGIN = 0.05
"""What counts as no difference, unless told: so much of the standard deviation of one table's lead."""


class Verdict(StrEnum):
    """What a comparison of a bot with another has shown."""

    BETTER = "better"
    WORSE = "worse"
    NO_DIFFERENCE = "no difference"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Sample:
    """What has been seen of a quantity that each deal gives once, as the mean lead over the deal's tables.

    variance: of one deal's value, with G - 1 in the denominator. widest: the largest value (in size) that any single
    table of any deal has shown.
    """

    deals: int
    mean: float
    variance: float
    widest: float


def reach(sample: Sample, error: float) -> float:
    """How far the truth may be from the sample's mean, at every look at once; infinite for fewer than two deals.

    The chance that the mean is further from the truth than this at any of all looks, the first at a hundred deals or
    more, is at most about `error`: the asymptotic confidence sequence of I. Waudby-Smith, D. Arbour, R. Sinha,
    E. H. Kennedy and A. Ramdas, Time-Uniform Central Limit Theory and Asymptotic Confidence Sequences, Annals of
    Statistics 52, 2024, theorem 2.2,

        s * sqrt(2 (t r^2 + 1) / (t^2 r^2) * log(sqrt(t r^2 + 1) / error))

    after t deals, where s^2 is the variance and r is chosen as there (appendix B.2) to be tightest at `TIGHTEST` deals.

    Card play has rare large events. While none has been seen the variance says too little, so the variance is that
    of the sample with `GUARD` deals more that were decided by `widest`. Where no deal at all has shown a lead, this
    leaves a little more than the exact binomial bound does for events of that size.
    """
    deals = sample.deals
    if deals < 2:
        return math.inf
    log = -2 * math.log(error)
    r2 = (log + math.log(log) + 1) / TIGHTEST
    variance = sample.variance + GUARD * sample.widest**2 / deals
    mixed = deals * r2 + 1
    return math.sqrt(variance * 2 * mixed / (deals**2 * r2) * math.log(math.sqrt(mixed) / error))


def verdict(sample: Sample, *, margin: float, alpha: float, beta: float) -> Verdict:
    """What the sample shows by now. It may be asked at any look; the promise is for all of them together:

    if there is no difference, `BETTER` or `WORSE` is said with a chance of at most alpha; if the difference is as
    large as the margin or larger, `NO_DIFFERENCE` is said with a chance of at most beta.
    """
    apart = reach(sample, alpha)
    if sample.mean > apart:
        return Verdict.BETTER
    if sample.mean < -apart:
        return Verdict.WORSE
    if abs(sample.mean) + reach(sample, beta) < margin:
        return Verdict.NO_DIFFERENCE
    return Verdict.OPEN
