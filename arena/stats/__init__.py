"""Statistics of a league: pure functions of what was played, one match after the other.

`tally` goes through the results once; `standings` and `crosstable` say what follows. The unit is the deal (or the
game): all tables that were played with the same cards count as one observation. Knows records, and no store.
"""

from arena.stats.crosstable import Meeting, crosstable
from arena.stats.moments import Estimate
from arena.stats.standings import Standing, standings
from arena.stats.tally import Tally, tally

__all__ = ["Estimate", "Meeting", "Standing", "Tally", "crosstable", "standings", "tally"]
