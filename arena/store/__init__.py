"""The store: one SQLite file that holds all that a league has played.

The runner writes matches, one transaction each; status, reports, export and verify read them, also while a run
goes on. This package is the only place with SQL; it knows records, and neither rules nor processes.
"""

from arena.store.chain import Chain
from arena.store.checking import ChainCheck
from arena.store.figures import FaultCount, Progress, SandboxCount, Usage, VoidMatch
from arena.store.league import Entrant, League
from arena.store.opening import DATABASE
from arena.store.store import Store

__all__ = [
    "DATABASE",
    "Chain",
    "ChainCheck",
    "Entrant",
    "FaultCount",
    "League",
    "Progress",
    "SandboxCount",
    "Store",
    "Usage",
    "VoidMatch",
]
