"""What an action is worth: play-outs in worlds that a seat can't tell apart, or with all cards seen.

`evaluate` is the whole of it for a caller: a bot gives it the worlds that follow from what it was told, an analysis
the true hand. Knows the game layer alone: no clock but the deadline it is given, no wire, no bot.
"""

from arena.search.evaluation import ActionValue, Budget, Draw, Evaluation, evaluate, search, seen_hand
from arena.search.experience import Experience, Memory
from arena.search.tree import Tree, explore

__all__ = [
    "ActionValue",
    "Budget",
    "Draw",
    "Evaluation",
    "Experience",
    "Memory",
    "Tree",
    "evaluate",
    "explore",
    "search",
    "seen_hand",
]
