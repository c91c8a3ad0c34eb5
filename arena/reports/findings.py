"""What the statistics found, in sentences, the same in every format that is read.

Used by the writers, with the section `statistics` of a report. Names in these sentences are as bots gave them: what is
shown goes through `wording.plain`, or the writer's own escape.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import median
from typing import Any

from arena.reports import wording

MOST_SHOWN = 10
"""How many companions that stand out are told."""


def findings(report: Mapping[str, Any]) -> list[str]:
    """A sentence each: separation, what deals were worth, the control, seats, the dealer, company."""
    found = report["statistics"]
    return [*_separation(report), *_worth(found), *_control(found), *_seats(found), *_company(found)]


def _separation(report: Mapping[str, Any]) -> Iterator[str]:
    close = [
        f"{above['bot']} and {below['bot']}"
        for above, below in zip(report["standings"], report["standings"][1:], strict=False)
        if wording.close(below)
    ]
    if close:
        yield f"Not separated, all pairs of bots considered: {'; '.join(close)}."


def _worth(found: Mapping[str, Any]) -> Iterator[str]:
    known = [pair for pair in found["pairs"] if pair["worth"] is not None and pair["tables_per_deal"] > 1]
    if not known:
        return
    worths = [pair["worth"] for pair in known]
    cost = median(pair["tables_per_deal"] for pair in known)
    gain = median(pair["worth_per_table"] for pair in known)
    spread = f" (from {min(worths):.1f} to {max(worths):.1f} by pairing)" if len(known) > 1 else ""
    yield (
        f"For the lead of one bot on another, a deal played at {cost:g} tables was worth {median(worths):.1f} tables "
        f"with deals of their own{spread}: {gain:.2f} times what it cost."
    )


def _control(found: Mapping[str, Any]) -> Iterator[str]:
    gains = [pair["control_gain"] for pair in found["pairs"] if pair["control_gain"] is not None]
    if gains:
        yield (
            f"Taking off what the baseline {found['method']['control']} scores with the same cards divides the "
            f"variance of a lead by {median(gains):.2f} (median of the pairings)."
        )


def _seats(found: Mapping[str, Any]) -> Iterator[str]:
    for effects, what in ((found["seats"], "seat {}"), (found["dealer"], "{} after the dealer")):
        told = [effect for effect in effects if _certain(effect["more"])]
        if told:
            places = ", ".join(
                f"{what.format(effect['place'])} {wording.signed(effect['more']['mean'], 3)} ± "
                f"{wording.number(effect['more']['half_width'])}"
                for effect in told
            )
            yield f"Paid more or less than the mean of all places: {places}."


def _certain(estimate: Mapping[str, Any]) -> bool:
    return estimate["half_width"] is not None and abs(estimate["mean"]) > estimate["half_width"]


def _company(found: Mapping[str, Any]) -> Iterator[str]:
    told = [one for one in found["company"]["listed"] if one["stands_out"]]
    if found["company"]["pairs"] and not told:
        yield "No bot does better or worse in another's company than their strengths explain."
    if told:
        yield from _companions(told)


def _companions(told: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for one in told[:MOST_SHOWN]:
        more = one["more"]
        yield (
            f"In the company of {one['companion']}, {one['bot']} is paid {wording.number(one['payoff'])} where the "
            f"strengths say {wording.number(one['expected'])}: {wording.signed(more['mean'], 3)} ± "
            f"{wording.number(more['half_width'])}."
        )
    if len(told) > MOST_SHOWN:
        yield f"{len(told) - MOST_SHOWN} more pairs stand out; report.json has them all."
