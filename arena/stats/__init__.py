"""Statistics of a league: pure functions of what was played, one match after the other.

`tally` and `Bundles` go through the results once; everything else says what follows from their sums. The unit is the
deal (or the game): all tables that were played with the same cards count as one observation. Knows records, no store.
"""

from arena.stats.bundles import Bundles
from arena.stats.company import Companion, company
from arena.stats.convergence import Convergence, Look
from arena.stats.crosstable import Meeting, crosstable
from arena.stats.distribution import Distribution
from arena.stats.moments import Estimate
from arena.stats.pairs import Pair, pairs
from arena.stats.ratings import Rating, ratings
from arena.stats.seats import SeatEffect, dealer_effects, seat_effects
from arena.stats.standings import Standing, standings
from arena.stats.swings import Swing, SwingKind, Swings
from arena.stats.tally import Tally, tally
from arena.stats.times import time_quantile

__all__ = [
    "Bundles",
    "Companion",
    "Convergence",
    "Distribution",
    "Estimate",
    "Look",
    "Meeting",
    "Pair",
    "Rating",
    "SeatEffect",
    "Standing",
    "Swing",
    "SwingKind",
    "Swings",
    "Tally",
    "company",
    "crosstable",
    "dealer_effects",
    "pairs",
    "ratings",
    "seat_effects",
    "standings",
    "tally",
    "time_quantile",
]
