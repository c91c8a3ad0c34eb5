"""Sums over a league's database, as values: what the reading half of the store answers with."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """How much of a league is played. `planned` tables, where known; `void` matches are yet to be played."""

    matches: int
    tables: int
    hands: int
    void: int
    planned: int | None


@dataclass(frozen=True, slots=True)
class VoidMatch:
    """A match that the variant's or the host's failure spoiled, and that is still to be played."""

    name: str
    reason: str
    attempts: int


@dataclass(frozen=True, slots=True)
class Usage:
    """What a bot used in all its matches. Times in seconds; `out` counts the matches that it was put out of."""

    bot: str
    decisions: int
    think_s: float
    slowest_s: float
    peak_memory_mb: float
    cpu_s: float
    starts: int
    faults: int
    late: int
    out: int


@dataclass(frozen=True, slots=True)
class FaultCount:
    """How often a bot committed a kind of fault."""

    bot: str
    kind: str
    count: int


@dataclass(frozen=True, slots=True)
class SandboxCount:
    """How many matches were played with this tier of protection."""

    tier: str
    matches: int
