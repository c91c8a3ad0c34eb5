"""What the decisions of a played league cost: each action against the best one there was.

`analyse` goes through a sample of a league's hands, keeps what it finds in the league's folder and sums it up for each
bot. The command line calls it, and reports may read what is kept (`read_analysis`). It replays hands and searches in
them; it starts no bot.
"""

from arena.analysis.judging import Judgement, Loss, Settings
from arena.analysis.keeping import ANALYSIS, JUDGEMENTS, read_analysis
from arena.analysis.run import Chosen, analyse
from arena.analysis.summary import Analysis, BotLosses, Losses

__all__ = [
    "ANALYSIS",
    "JUDGEMENTS",
    "Analysis",
    "BotLosses",
    "Chosen",
    "Judgement",
    "Loss",
    "Losses",
    "Settings",
    "analyse",
    "read_analysis",
]
