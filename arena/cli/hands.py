"""A hand as text: who held what, what was said, and the tricks as a grid with a column for each seat.

For `arena play --show` and `arena replay`; it shows hands as the viewer does and knows no rules. Lines fit into 80
columns, and their colours say nothing that the text doesn't.
"""

from __future__ import annotations

import os
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

import click

from arena.phases import ALL
from arena.reports.viewer.faces import short
from arena.reports.viewer.watched import ADDED, entries_of, heard

Watched = Mapping[str, Any]
"""A hand, as `arena.reports.viewer.watched` gives it."""

WIDTH = 80
SHOWN_OTHERWISE = frozenset({ADDED, "deal", "hand", "play", "trick", "scores", "picked", "carry"})
_RED = ("♥", "♦")
_LEFT = 9


def say(lines: Iterable[str]) -> None:
    """Print lines; in colour on a terminal that has not been asked to do without (NO_COLOR)."""
    click.echo("\n".join(lines), color=False if os.environ.get("NO_COLOR") else None)


def painted(token: str, width: int = 0) -> str:
    """A card or a suit in its colour, filled up with spaces."""
    text = f"{short(token):{width}}"
    return click.style(text, fg="red") if short(token).endswith(_RED) else text


def wrapped(head: str, words: Sequence[str], between: str = " ") -> Iterator[str]:
    """Words after a head, in lines that fit; those after the first begin where the first word does."""
    line, used = head, len(click.unstyle(head))
    for word in words:
        length = len(click.unstyle(word)) + len(between)
        if used + length > WIDTH and used > len(click.unstyle(head)):
            yield line.rstrip()
            line, used = " " * len(click.unstyle(head)), len(click.unstyle(head))
        line += word + between
        used += length
    yield line.removesuffix(between).rstrip()


def hand_text(hand: Watched, bots: Sequence[str], seat: int | None = None, *, legal: bool = False) -> Iterator[str]:
    """The lines that show one hand, all of it or what `seat` saw of it.

    hand: as `arena.reports.viewer.watched` gives it. bots: the names by seat. legal: decision by decision, with what
    was legal, instead of the tricks as a grid.
    """
    yield click.style(f"hand {hand['n']}: seat {hand['dealer']} ({bots[hand['dealer']]}) deals", bold=True)
    width = name_width(bots)
    yield from _dealt(hand, bots, width, seat)
    if legal:
        yield from _decisions(hand, bots, width, seat)
    else:
        yield from _spoken(hand, seat)
        yield from _tricks(hand, bots)
    if not hand["whole"]:
        yield "  the hand was not finished"
        return
    yield from _score(hand, bots, width)
    if hand["sheet"]:
        yield from textwrap.indent(hand["sheet"], "  ").splitlines()


def name_width(bots: Sequence[str]) -> int:
    """How many columns names get in a list of seats."""
    return min(max(len(bot) for bot in bots), 20)


def _dealt(hand: Watched, bots: Sequence[str], width: int, seat: int | None) -> Iterator[str]:
    for place, bot in enumerate(bots):
        given = hand["dealt"][place]
        shown = [painted(token, 2) for token in given] if seat in (None, place) else [f"{len(given)} cards"]
        yield from wrapped(f"  seat {place}  {bot[:width]:{width}}  ", shown)
    if hand["rest"] and seat is None:
        yield from wrapped(f"  not dealt{' ' * (width - 1)}  ", [painted(token, 2) for token in hand["rest"]])


def _spoken(hand: Watched, seat: int | None) -> Iterator[str]:
    """Everything but the play of cards, in the order it happened, as far as it was heard."""
    said = []
    for step in hand["steps"]:
        asked, kind, token, *_ = step
        entries = entries_of(step)
        if kind != "play":
            said.append((kind, f"seat {asked} {painted(token) if heard(entries[:1], seat) else 'hidden'}"))
            entries = entries[1:]
        said += [
            (event[0], event_text(event)) for audience, event in entries if seat in (None, audience) or audience == ALL
        ]
    for kind, items in groupby((item for item in said if item[0] not in SHOWN_OTHERWISE), lambda item: item[0]):
        yield from wrapped(f"  {kind}: ", [text for _, text in items], ", ")


def event_text(event: Sequence[Any]) -> str:
    """An event of any kind: a seat where one comes first, then cards and words."""
    _, *values = event
    seated = len(values) > 1 and isinstance(values[0], int)
    head = [f"seat {values[0]}"] if seated else []
    return " ".join([*head, *(_value(value) for value in values[seated:])])


def _value(value: Any) -> str:
    if isinstance(value, list | tuple):
        return " ".join(map(_value, value)) or "nothing"
    if isinstance(value, dict):
        return ", ".join(f"{key} {_value(each)}" for key, each in value.items())
    return painted(value) if isinstance(value, str) else str(value)


def tricks_of(hand: Watched) -> Iterator[tuple[list[tuple[int, str]], int]]:
    """The tricks of a hand: (seat, card) in the order played, and the winner (-1: broken off)."""
    plays: list[tuple[int, str]] = []
    for step in hand["steps"]:
        for _, event in entries_of(step):
            if event[0] == "play":
                plays.append((event[1], event[2]))
            elif event[0] == "trick":
                yield plays, event[1]
                plays = []
    if plays:
        yield plays, -1


def _tricks(hand: Watched, bots: Sequence[str]) -> Iterator[str]:
    """A line a trick: ">" before the card that was led, "*" behind the one that won."""
    tricks = list(tricks_of(hand))
    if not tricks:
        return
    width = max(8, min(max(len(bot) for bot in bots) + 3, (WIDTH - _LEFT) // len(bots)))
    names = "".join(f" {bot[: width - 2]:{width - 1}}" for bot in bots)
    yield click.style(f"  trick  {names}".rstrip(), dim=True)
    for number, (plays, winner) in enumerate(tricks, 1):
        cells = [" " * width] * len(bots)
        for place, (seat, token) in enumerate(plays):
            mark = f"{'' if place else '>'}"
            cells[seat] = _cell(mark, token, width, won=seat == winner)
        yield f"  {number:5}  {''.join(cells).rstrip()}{'' if winner >= 0 else '  broken off'}"


def _cell(mark: str, token: str, width: int, *, won: bool) -> str:
    text = click.style(painted(token), bold=True) if won else painted(token)
    return f"{mark:1}{text}{'*' if won else ' '}" + " " * (width - 2 - len(short(token)))


def _decisions(hand: Watched, bots: Sequence[str], width: int, seat: int | None) -> Iterator[str]:
    """A line for each decision that `seat` may know of: what was chosen, out of what."""
    for number, step in enumerate(hand["steps"], 1):
        asked, kind, token, legal, *_ = step
        if heard(entries_of(step)[:1], seat):
            mine = seat in (None, asked)
            choice = [painted(each) for each in legal] if legal else ["any card"]
            head = f"  {number:3}  seat {asked}  {bots[asked][:width]:{width}}  {kind} {painted(token)}"
            yield from wrapped(f"{head}  of ", choice) if mine else [head]


def _score(hand: Watched, bots: Sequence[str], width: int) -> Iterator[str]:
    """Score, total, payoff and tricks by seat."""
    winners = [winner for _, winner in tricks_of(hand)]
    yield click.style(f"  {'':{width + 8}}  tricks  score  total  payoff", dim=True)
    for seat, bot in enumerate(bots):
        row = (
            f"{winners.count(seat):6}  {hand['scores'][seat]:+5}  {hand['totals'][seat]:5}  {hand['payoffs'][seat]:+6g}"
        )
        yield f"  seat {seat}  {bot[:width]:{width}}  {row}"
