"""The questions that a league can be played to answer: is everybody separated, is one bot better than another?

Asked by `Rounds`. Each is answered by intervals that hold at every look (`arena.stats.sequential`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from arena.records import MatchResult
from arena.stats import Tally, tally
from arena.stats.moments import CONFIDENCE
from arena.stats.sequential import MARGIN, Sample, Verdict, reach, verdict

Told = Callable[[str], None]


def _sample(total: Tally, bot: int, other: int) -> Sample | None:
    """The difference of two bots by deal, in complete rounds; None where there are not two deals."""
    found = total.payoff.differences()
    deals = int(found.deals[bot, other])
    if deals < 2:
        return None
    variance = float(found.error[bot, other]) ** 2 * deals
    return Sample(deals, float(found.mean[bot, other]), variance, total.widest)


class Separated:
    """Are all neighbours of the standings separated, at 95 % for all pairs and all looks together?"""

    def __init__(self, bots: Sequence[str], lowest: float, told: Told) -> None:
        self._bots = tuple(bots)
        self._lowest = lowest
        self._told = told
        pairs = len(bots) * (len(bots) - 1) // 2
        self._error = (1 - CONFIDENCE) / pairs

    def open(self, results: Iterable[MatchResult], deals: int) -> str:
        """The neighbours that are not separated yet."""
        total = tally(results, self._bots, self._lowest)
        means = [total.payoff.mean(bot) for bot in range(len(self._bots))]
        order = sorted(range(len(means)), key=lambda bot: -(mean.mean if (mean := means[bot]) else float("inf")))
        close = []
        for above, below in pairwise(order):
            sample = _sample(total, above, below)
            half_width = float("inf") if sample is None else reach(sample, self._error)
            if sample is None or sample.mean <= half_width:
                lead = "" if sample is None else f" ({sample.mean:+.3f} ± {half_width:.3f})"
                close.append(f"{self._bots[above]} over {self._bots[below]}{lead}")
        open_pairs = f"not separated yet: {'; '.join(close)}" if close else ""
        self._told(f"after {deals} deals: {open_pairs or 'all neighbours are separated'}")
        return open_pairs


@dataclass(frozen=True, slots=True)
class Look:
    """What a comparison knew after so many deals. mean: the first bot's lead a table; low, high: its interval, which
    holds at all looks at once; margin: what would count as no difference.
    """

    deals: int
    mean: float
    low: float
    high: float
    margin: float
    verdict: Verdict


class Compared:
    """Is the first bot better than the second, worse, or are they within a margin of each other?

    margin: in payoff a table; None: `MARGIN` of the standard deviation of one table's lead, as far as it is known at a
    look. (The intervals hold whatever margin they are compared with, so it need not be fixed before.) alpha, beta:
    the chances of error as in `verdict`. looks: what was known at each.
    """

    def __init__(
        self, bots: tuple[str, str], lowest: float, told: Told, *, margin: float | None, alpha: float, beta: float
    ) -> None:
        self._bots = bots
        self._lowest = lowest
        self._told = told
        self._margin = margin
        self._alpha = alpha
        self._beta = beta
        self.looks: list[Look] = []

    def open(self, results: Iterable[MatchResult], deals: int) -> str:
        """What the verdict could still be."""
        total = tally(results, self._bots, self._lowest)
        sample = _sample(total, 0, 1)
        if sample is None:
            return "too few deals to tell"
        margin = self._margin_after(total)
        found = verdict(sample, margin=margin, alpha=self._alpha, beta=self._beta)
        half_width = reach(sample, self._alpha)
        look = Look(deals, sample.mean, sample.mean - half_width, sample.mean + half_width, margin, found)
        self.looks.append(look)
        left = _left(look) if found is Verdict.OPEN else ""
        self._told(
            f"{deals} deals: {look.mean:+.4f} a table, between {look.low:+.4f} and {look.high:+.4f}; {left or found}"
        )
        return left

    def _margin_after(self, total: Tally) -> float:
        if self._margin is not None:
            return self._margin
        tables = int(total.met[0, 1])
        mean = float(total.ahead[0, 1]) / tables
        return MARGIN * math.sqrt(max(float(total.ahead_squares[0, 1]) / tables - mean**2, 0.0))


def _left(look: Look) -> str:
    """What an undecided comparison could still show: its interval holds 0, and perhaps more than the margin."""
    answers = ["better"] if look.high >= look.margin else []
    if look.low <= -look.margin:
        answers.append("worse")
    return f"open: {' or '.join([*answers, f'no difference beyond {look.margin:.4f}'])}"
