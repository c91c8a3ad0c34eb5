"""A moment of a hand as text: the cards still held, the trick on the table, who is to act.

For `arena replay --step`. What a seat knows is folded by `arena.views`, as it is for bots.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import click

from arena.cli.hands import SHOWN_OTHERWISE, Watched, event_text, name_width, painted, wrapped
from arena.errors import InputError
from arena.phases import ALL
from arena.reports.viewer.watched import ADDED, entries_of, heard
from arena.variant import Variant
from arena.views import Views


def moment_text(
    hand: Watched, variant: Variant, bots: Sequence[str], step: int, seat: int | None = None, *, legal: bool = False
) -> Iterator[str]:
    """The lines that show a hand after so many decisions, all of it or what `seat` knows then.

    Raises InputError for a step that the hand has not.
    """
    steps = hand["steps"]
    if not 0 <= step <= len(steps):
        raise InputError(f"hand {hand['n']} has {len(steps)} steps, not {step}; --step 0 is the deal")
    open_, known = (_folded(hand, variant, step, who) for who in (None, seat))
    yield click.style(f"hand {hand['n']}, step {step} of {len(steps)}", bold=True) + (
        "" if seat is None else f", as seat {seat} ({bots[seat]}) sees it"
    )
    width = name_width(bots)
    for place, bot in enumerate(bots):
        own = open_.view(place, "")
        head = f"  seat {place}  {bot[:width]:{width}}  {own['won'][place]:2} tricks  "
        yield from wrapped(head, _held(own["hand"], known, place, seat))
    view = known.view(seat or 0, "")
    yield from _table(view)
    yield from _last(steps[step - 1] if step else None, seat)
    if step < len(steps):
        yield from _next(steps[step], bots, seat, legal=legal)


def _folded(hand: Watched, variant: Variant, step: int, seat: int | None) -> Views:
    views = Views(variant, hand["before"])
    entries = [*hand["deal"], *(entry for each in hand["steps"][:step] for entry in entries_of(each))]
    for audience, event in entries:
        if event[0] != ADDED and heard([(audience, event)], seat):
            views.see(event, audience)
    return views


def _held(cards: Sequence[str], known: Views, place: int, seat: int | None) -> list[str]:
    """The cards of a seat that can be named, and how many there are besides."""
    if seat in (None, place):
        return [painted(token, 2) for token in cards] or ["no cards"]
    shown = dict(known.view(place, "").get("shown", ())).get(place, [])
    hidden = len(cards) - len(shown)
    return [*(painted(token, 2) for token in shown), *([f"{hidden} hidden"] if hidden else [])] or ["no cards"]


def _table(view: dict[str, Any]) -> Iterator[str]:
    if view["trick"]:
        yield from wrapped("  on the table: ", [f"seat {seat} {painted(token)}" for seat, token in view["trick"]], ", ")
    if view.get("up"):
        yield from wrapped("  face up: ", [painted(token) for token in view["up"]])
    if view["trump"]:
        yield f"  trumps: {painted(view['trump'])}"


def _last(step: Sequence[Any] | None, seat: int | None) -> Iterator[str]:
    """The decision that led here, and who took the trick."""
    if step is None:
        return
    asked, kind, token, *_ = step
    entries = entries_of(step)
    yield f"  last: seat {asked} {kind} {painted(token) if heard(entries[:1], seat) else 'hidden'}"
    for audience, event in entries:
        if event[0] == "trick":
            yield f"  seat {event[1]} takes the trick"
        elif event[0] == "scores":
            yield "  score: " + ", ".join(f"seat {place} {score:+}" for place, score in enumerate(event[1]))
        elif event[0] not in SHOWN_OTHERWISE and audience in (ALL, seat) and event[0] != kind:
            yield from wrapped(f"  {event[0]}: ", event_text(event).split(" "))


def _next(step: Sequence[Any], bots: Sequence[str], seat: int | None, *, legal: bool) -> Iterator[str]:
    asked, kind, _, choices, *_ = step
    head = f"  to act: seat {asked} ({bots[asked]}), {kind}"
    if not legal or seat not in (None, asked):
        yield head
        return
    yield from wrapped(f"{head}; legal: ", [painted(token) for token in choices] if choices else ["any card"])
