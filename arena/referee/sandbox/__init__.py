"""Where a bot's program runs: the tiers of protection, chosen by trying them, and the running process tree.

The referee and the league's preflight call `choose` once and then `start` or `build`. Nothing here knows
cards, frames or leagues: a program goes in, three pipes and a process tree that can be ended come out.
"""

from arena.referee.sandbox.child import Child, KilledFromOutside
from arena.referee.sandbox.choice import choose
from arena.referee.sandbox.contract import BuildResult, Program, Sandbox

__all__ = ["BuildResult", "Child", "KilledFromOutside", "Program", "Sandbox", "choose"]
