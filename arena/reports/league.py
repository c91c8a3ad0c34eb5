"""A league's report as plain data: what every format is made from, and what `report.json` holds.

Called by the command line with an open store. It decides what is told; how it looks is the writers' business.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from arena.records import Fault, Mode
from arena.reports.export import FindVariant, variant_of
from arena.reports.notable import notable
from arena.reports.statistics import SINGLE, bundles_of, estimate_data, passing, statistics
from arena.store import SandboxCount, Store, Usage, course

if TYPE_CHECKING:
    from arena.stats import Convergence, Distribution, Meeting, Standing

VERSION = 1
"""Of the report's shape; new keys may come without a new version."""

EXAMPLES = 3
"""How many faults of a kind a bot's report shows."""

LOG_CHARACTERS = 4000
UNPROTECTED = "none"


def league_report(store: Store, find_variant: FindVariant | None = None) -> dict[str, Any]:
    """The report: text, numbers, lists and maps only.

    Keys: report (the shape's version), league (the terms), entrants, warnings (sentences), sandbox (tier and number
    of matches), progress, chain (head, links, and how many matches are linked, unchained or withdrawn), standings,
    crosstable (bots as in the standings, and cells by row and column), statistics (docs/statistics.md; for effects of
    the dealer and for controls it needs `find_variant`), faults (by bot and kind, with examples), void, usage (by bot).
    Times are milliseconds where the key ends in `_ms`, seconds where it ends in `_s`. Estimates are {mean, half_width,
    low, high, deals, tables}; half_width and the ends are null for fewer than two deals. In a league of games, `deals`
    counts games. course: formats (name, settings, founders), rounds (by format with rounds, how many are drawn),
    over (whether all was played that could be; before that the league's `seed` and `nonce` are null), paused (bot,
    match, reason), latecomers (bots that entered when the seed had been told). host: how late it woke the referee at
    worst.
    """
    from arena.stats import Convergence, Distribution, Swings, crosstable, standings, tally

    with store.snapshot():
        league = store.league
        bots = [entrant.name for entrant in store.entrants]
        bundles = bundles_of(store, None if find_variant is None else variant_of(league, find_variant))
        convergence = Convergence(len(bots))
        payoffs = Distribution(bots, league.lowest_payoff)
        swings = Swings(len(bots), league.lowest_payoff, single=league.seating == SINGLE)
        results = passing(store.results(), (bundles, payoffs, swings))
        total = tally(results, bots, league.lowest_payoff, convergence.add)
        lines = standings(total)
        usage, times = {used.bot: used for used in store.usage()}, store.times()
        sandboxes, voids = store.sandboxes(), store.voids()
        return {
            "report": VERSION,
            "league": _league(store),
            "entrants": [asdict(entrant) for entrant in store.entrants],
            "warnings": [*_warnings(sandboxes, len(voids)), *_course_warnings(store)],
            "sandbox": [asdict(count) for count in sandboxes],
            "progress": asdict(store.progress()),
            "chain": asdict(store.chain()),
            "course": _course(store),
            "host": {"latest_ms": 1000 * store.latest_s()},
            "standings": [_standing(line, usage.get(line.bot)) for line in lines],
            "crosstable": _crosstable(crosstable(total), bots, [line.bot for line in lines]),
            "statistics": statistics(store, total, bundles),
            "convergence": _convergence(convergence, bots),
            "payoffs": _payoffs(payoffs, bots),
            "notable": notable(store, swings),
            "faults": _faults(store),
            "void": [{"match": void.name, "reason": void.reason, "attempts": void.attempts} for void in voids],
            "usage": [_usage(usage[bot], times.get(bot, {})) for bot in bots if bot in usage],
        }


def _league(store: Store) -> dict[str, Any]:
    """The terms. The seed is told when nothing can be gained by knowing it any more."""
    league = store.league
    told = {
        **asdict(league),
        "format": " + ".join(one.name for one in course.formats(store)),
        "unit": "deal" if league.mode is Mode.DEALS else "game",
    }
    return told if course.is_over(store) else {**told, "seed": None, "nonce": None}


def _course(store: Store) -> dict[str, Any]:
    return {
        "formats": [asdict(one) for one in course.formats(store)],
        "rounds": {name: len(drawn) for name, drawn in course.rounds(store).items()},
        "over": course.is_over(store),
        "paused": [asdict(pause) for pause in course.pauses(store)],
        "latecomers": list(course.latecomers(store)),
    }


def _course_warnings(store: Store) -> list[str]:
    warnings = [
        f"{pause.bot} is paused, and what it has not played is left out: {pause.reason}"
        for pause in course.pauses(store)
    ]
    if late := course.latecomers(store):
        warnings.append(
            f"{', '.join(late)} entered after this league had been over and its seed told: whoever knew the seed knew "
            "every deal."
        )
    return warnings


def _warnings(sandboxes: Sequence[SandboxCount], void: int) -> list[str]:
    warnings = []
    open_matches = sum(count.matches for count in sandboxes if count.tier == UNPROTECTED)
    if open_matches:
        every = sum(count.matches for count in sandboxes)
        warnings.append(
            f"{open_matches} of {every} matches were played WITHOUT A SANDBOX: their bots could read files, use the "
            "network and meddle with each other. Do not trust these results unless you trust every bot."
        )
    if len(sandboxes) > 1:
        warnings.append("Matches were played under different protections: " + _listed(sandboxes) + ".")
    if void:
        some = "1 match is void" if void == 1 else f"{void} matches are void"
        warnings.append(f"{some} and not counted; run the league again to play what is missing.")
    return warnings


def _listed(sandboxes: Sequence[SandboxCount]) -> str:
    return ", ".join(f"{count.tier} ({count.matches})" for count in sandboxes)


def _standing(line: Standing, usage: Usage | None) -> dict[str, Any]:
    return {
        "place": line.place,
        "bot": line.bot,
        "payoff": estimate_data(line.payoff),
        "card_play": estimate_data(line.card_play),
        "behind": estimate_data(line.behind),
        "separated": line.separated,
        "stood_in": line.stood_in,
        "forfeited": line.forfeited,
        "out": line.out,
        "faults": usage.faults if usage else 0,
    }


def _crosstable(meetings: list[list[Meeting | None]], bots: list[str], order: list[str]) -> dict[str, Any]:
    """The meetings, rows and columns in the order of the standings."""
    places = [bots.index(bot) for bot in order]
    return {"bots": order, "cells": [[_meeting(meetings[row][column]) for column in places] for row in places]}


def _meeting(meeting: Meeting | None) -> dict[str, Any] | None:
    return None if meeting is None else asdict(meeting)


def _convergence(convergence: Convergence, bots: list[str]) -> dict[str, Any]:
    """After how many deals it was looked, and by bot the mean and half its interval, or null, at each look."""
    looks = convergence.looks()
    by_bot = {
        bot: [None if paid is None else [paid.mean, paid.half_width] for paid in (look.payoffs[n] for look in looks)]
        for n, bot in enumerate(bots)
    }
    return {"deals": [look.deals for look in looks], "bots": by_bot}


def _payoffs(payoffs: Distribution, bots: list[str]) -> dict[str, Any]:
    """By bot, pairs of a payoff, ascending, and how many tables paid it; `width` is what payoffs are rounded to."""
    by_bot = {bot: [list(pair) for pair in payoffs.counts(number)] for number, bot in enumerate(bots)}
    return {"width": payoffs.width, "counts": by_bot}


def _faults(store: Store) -> list[dict[str, Any]]:
    return [
        {
            "bot": found.bot,
            "kind": found.kind,
            "count": found.count,
            "examples": [
                _example(match, fault) for match, fault in store.fault_examples(found.bot, found.kind, EXAMPLES)
            ],
        }
        for found in store.fault_counts()
    ]


def _example(match: str, fault: Fault) -> dict[str, Any]:
    return {
        "match": match,
        "table": fault.table,
        "hand": fault.hand,
        "trick": fault.trick,
        "seat": fault.seat,
        "detail": fault.detail,
        "used_ms": fault.used_ms,
        "allowed_ms": fault.allowed_ms,
        "frames": list(fault.frames),
        "stderr": fault.stderr[-LOG_CHARACTERS:],
    }


def _usage(used: Usage, times: Mapping[int, int]) -> dict[str, Any]:
    """What a bot used. Median and 99th percentile are right to some percent, and null where nobody counted."""
    from arena.stats import time_quantile

    median, most = (1000 * time_quantile(times, share) if times else None for share in (0.5, 0.99))
    decisions = used.decisions
    return {
        "bot": used.bot,
        "decisions": decisions,
        "mean_ms": 1000 * used.think_s / decisions if decisions else None,
        "median_ms": median,
        "p99_ms": most,
        "slowest_ms": 1000 * used.slowest_s,
        "cpu_ms": 1000 * used.cpu_s / decisions if decisions else None,
        "cpu_s": used.cpu_s,
        "peak_memory_mb": used.peak_memory_mb,
        "starts": used.starts,
        "late": used.late,
        "faults": used.faults,
        "out": used.out,
    }
