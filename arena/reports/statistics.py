"""The statistics of a report: ratings, pairs, seats, company, and how they were made, as plain data.

Called by `league_report` while its snapshot of the store is open. What the figures mean, formula by formula, is in
docs/statistics.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, fields
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol

from arena import baseline
from arena.game import shuffled
from arena.records import MatchResult, Mode
from arena.store import Store
from arena.variant import Variant

if TYPE_CHECKING:
    from arena.stats import Estimate, Tally
    from arena.stats.bundles import Bundles

MOST_LOOKED_AT = 10_000
"""Of so many deals, the first ones, the dealer and the baseline's payoffs are looked up."""

MOST_COMPANIONS = 500
"""How many ordered pairs the view of company lists."""

SINGLE = "single"


def bundles_of(store: Store, variant: Variant | None) -> Bundles:
    """Empty bundles for a league; with its variant, they will know of dealers and, where it serves, of the baseline.

    With the seats exchanged on every deal, the baseline promises each bot the same and would be worked out for nothing.
    """
    from arena.stats.bundles import Bundles

    league = store.league
    bots = [entrant.name for entrant in store.entrants]
    if variant is None or league.mode is Mode.GAMES:
        return Bundles(bots, league.seats, league.lowest_payoff)

    @lru_cache(maxsize=MOST_LOOKED_AT)
    def looked_up(number: int) -> tuple[int, tuple[float, ...]] | None:
        return baseline.dealer_and_luck(variant, league.seed, number) if number < MOST_LOOKED_AT else None

    @lru_cache(maxsize=MOST_LOOKED_AT)
    def dealer(number: int) -> int | None:
        return shuffled(variant, league.seed, number, 1)[1] if number < MOST_LOOKED_AT else None

    def luck(number: int) -> tuple[float, ...] | None:
        found = looked_up(number)
        return None if found is None else found[1]

    serves = league.seating == SINGLE and baseline.is_fair(variant)
    return Bundles(bots, league.seats, league.lowest_payoff, luck=luck if serves else None, dealer=dealer)


class Sums(Protocol):
    """What counts results one by one."""

    def add(self, result: MatchResult) -> None:
        """Count a match."""


def passing(results: Iterator[MatchResult], counted_by: Sequence[Sums]) -> Iterator[MatchResult]:
    """The same results, each counted by all of these on its way."""
    for result in results:
        for sums in counted_by:
            sums.add(result)
        yield result


def statistics(store: Store, total: Tally, bundles: Bundles) -> dict[str, Any]:
    """The section `statistics` of a report; docs/statistics.md lists its keys."""
    from arena.stats import company, dealer_effects, pairs, ratings, seat_effects

    lines = ratings(total, bundles)
    companions = company(store.results(), bundles, total.lowest)
    return {
        "method": _method(total, bundles),
        "ratings": None if lines is None else [_estimates(line) for line in lines],
        "pairs": [_estimates(pair) for pair in pairs(total, bundles)],
        "seats": [_estimates(effect) for effect in seat_effects(bundles)],
        "dealer": [_estimates(effect) for effect in dealer_effects(bundles)],
        "company": {
            "pairs": len(companions),
            "listed": [_estimates(companion) for companion in companions[:MOST_COMPANIONS]],
        },
    }


def _method(total: Tally, bundles: Bundles) -> dict[str, Any]:
    from arena.stats.bootstrap import replicates
    from arena.stats.moments import CONFIDENCE

    return {
        "confidence": CONFIDENCE,
        "cluster": "deal",
        "bundles": bundles.count,
        "bootstrap_replicates": replicates(len(total.bots)),
        "separated": "Holm over all pairs",
        "company": "Bonferroni over all ordered pairs",
        "control": baseline.VERSION if bundles.luck is not None else None,
        "looked_at_deals": MOST_LOOKED_AT,
    }


def _estimates(value: Any) -> dict[str, Any]:
    """A dataclass as a map, its estimates as `estimate_data` makes them."""
    from arena.stats import Estimate

    return {
        name: estimate_data(part) if isinstance(part := getattr(value, name), Estimate) else part
        for name in (field.name for field in fields(value))
    }


def estimate_data(estimate: Estimate | None) -> dict[str, Any] | None:
    """An estimate with the ends of its interval."""
    if estimate is None:
        return None
    return {**asdict(estimate), "low": estimate.low, "high": estimate.high}
