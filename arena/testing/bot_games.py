"""The step of a bot's conformance run in which it plays whole games: of each variant, at every number of seats.

`arena.testing.bot_check` has its place among the steps. The bot is told a short clock, so that one which uses all its
time is done with soon, but it is allowed the usual one; and what takes too long all the same is broken off.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from arena.testing.bot_probe import Probe
from arena.testing.bot_steps import MEND_CLOCK, Finding, Tried, failed
from arena.testing.law import Verdict

LONG_S = 60.0
"""So long may a bot play at a game;"""
LONG_STEP_S = 120.0
"""but when it has played for so long altogether, then only"""
SHORTENED_S = 3.0
SLOWER = 4
"""How many times the told clock a bot may take in the mean before it is told of it."""

MEND_CLAIM = "if it is not made for some games, name those that it plays in bot.toml: variants = [...]"


def games(tried: Tried) -> Finding:
    """Play a game in each setting, in another seat each time; a variant is done with at its first fault."""
    told = f"it is told {tried.prober.told_ms} ms for a move, and allowed {tried.prober.limits.move_ms}"
    played: dict[str, list[Probe]] = {}
    spent_s = 0.0
    for number, variant in enumerate(tried.settings):
        before = played.setdefault(variant.name, [])
        if before and before[-1].fault is not None:
            continue
        long_s = LONG_S if spent_s < LONG_STEP_S else SHORTENED_S
        probe = tried.seen(tried.prober.game(variant, seat=number % variant.seats, long_s=long_s))
        spent_s += probe.played_s
        before.append(probe)
        if probe.fault is None:
            tried.good.append(variant)
        elif tried.broke is None:
            tried.broke = probe
    if tried.broke is not None:
        return _broken(tried.broke, played, told)
    probes = [probe for each in played.values() for probe in each]
    evidence = (told, *map(_played, played.values()), *_broken_off(probes))
    slow = [probe for probe in probes if not probe.tables and _mean_s(probe) > SLOWER * tried.prober.told_ms / 1000]
    return Finding(Verdict.ADVICE, evidence, MEND_CLOCK) if slow else Finding(Verdict.PASS, evidence)


def _broken(first: Probe, played: Mapping[str, Sequence[Probe]], told: str) -> Finding:
    """The first fault with its evidence, then the other variants in a line each."""
    assert first.fault is not None
    finding = failed(first.fault, f"{_place(first)}; {told}:")
    others: list[str] = []
    for probes in played.values():
        last = probes[-1]
        if last.fault is None:
            others.append(_played(probes))
        elif last is not first:
            others.append(f"{_place(last)}: {last.fault.kind}: {last.fault.detail}")
    claims = f"; {MEND_CLAIM}" if others else ""
    return Finding(finding.verdict, (*finding.evidence, *others), finding.remedy + claims)


def _place(probe: Probe) -> str:
    return f"{probe.variant.name} with {probe.variant.seats} seats, in seat {probe.seat}"


def _played(probes: Sequence[Probe]) -> str:
    """A variant's games in a line."""
    seats = ", ".join(str(probe.variant.seats) for probe in probes)
    told = f"{probes[0].variant.name} with {seats} seats: {sum(probe.answers for probe in probes)} answers"
    slowest_s = max(probe.slowest_s for probe in probes)
    return f"{told}, the slowest after {slowest_s * 1000:.1f} ms" if slowest_s else told


def _broken_off(probes: Sequence[Probe]) -> Iterator[str]:
    for probe in probes:
        if not probe.tables:
            mean = f"after {_mean_s(probe) * 1000:.0f} ms each"
            yield f"{_place(probe)}: broken off after {probe.answers} answers, {mean} in the mean"


def _mean_s(probe: Probe) -> float:
    return probe.played_s / max(probe.answers, 1)
