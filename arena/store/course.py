"""What was decided in the course of a league: formats taken up, rounds drawn, bots paused, the seed made known.

The run decides and writes it down here; status and reports read it. None of it can be had from the records alone:
rounds were drawn from what the standings were at the time, and a pause is lifted by a person.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from arena.store.reading import Reader
from arena.store.store import Store


@dataclass(frozen=True, slots=True)
class PlayedFormat:
    """A format of the league. founders: how many bots the league had when it took the format up."""

    name: str
    settings: Mapping[str, Any]
    founders: int


@dataclass(frozen=True, slots=True)
class Pause:
    """A bot that is not asked to play any more for now. match: the last that it failed in; reason: a sentence."""

    bot: str
    match: str
    reason: str


def formats(store: Reader) -> tuple[PlayedFormat, ...]:
    """The formats in the order in which they were taken up; in a league of before formats, what its terms say."""
    kept = store.remembered("course.formats")
    if kept is None:
        return (PlayedFormat(store.league.format, {}, len(store.entrants)),)
    return tuple(PlayedFormat(**one) for one in kept)


def take_up(store: Store, played: Iterable[PlayedFormat]) -> None:
    """Write down the league's formats, all of them."""
    store.remember("course.formats", [asdict(one) for one in played])


def count(store: Reader) -> int | None:
    """How many deals, or games, the league was to have the last time; None in older leagues."""
    asked = store.remembered("course.count")
    return None if asked is None else int(asked)


def count_to(store: Store, number: int) -> None:
    """Write down how many deals, or games, the league is to have."""
    store.remember("course.count", number)


def rounds(store: Reader) -> dict[str, list[list[int]]]:
    """For each format with rounds: the numbers of the line-ups of each round that has been drawn."""
    return store.remembered("course.rounds") or {}


def draw(store: Store, name: str, lineups: Sequence[int]) -> None:
    """Write down the next round of a format."""
    known = rounds(store)
    store.remember("course.rounds", {**known, name: [*known.get(name, []), list(lineups)]})


def pauses(store: Reader) -> tuple[Pause, ...]:
    """The bots that are paused."""
    return tuple(Pause(**one) for one in store.remembered("course.pauses") or ())


def pause(store: Store, paused: Iterable[Pause]) -> None:
    """Write down which bots are paused, all of them."""
    store.remember("course.pauses", [asdict(one) for one in paused])


def lifted(store: Reader) -> dict[str, int]:
    """For bots that were taken up again: the number of the last match that is not held against them any more."""
    return store.remembered("course.lifted") or {}


def lift(store: Store, bot: str) -> None:
    """Take a paused bot up again: what it did so far is not held against it."""
    last = max((number for number, _, name, _ in store.appearances() if name == bot), default=0)
    store.remember("course.lifted", {**lifted(store), bot: last})
    pause(store, [one for one in pauses(store) if one.bot != bot])
    end(store, over=False)


def is_over(store: Reader) -> bool:
    """Whether all was played that could be, so that the seed may be told.

    A league of before commitments never hid its seed.
    """
    return bool(store.remembered("course.over")) or not store.league.commitment


def end(store: Store, *, over: bool) -> None:
    """Write down whether all has been played that can be."""
    if over != bool(store.remembered("course.over")):
        store.remember("course.over", over)
    if over:
        store.remember("course.told", True)


def was_told(store: Reader) -> bool:
    """Whether the league has been over at some time, so that its seed may be known to everybody."""
    return bool(store.remembered("course.told"))


def latecomers(store: Reader) -> tuple[str, ...]:
    """The bots that entered when the league had been over before: their authors may have known the seed."""
    return tuple(store.remembered("course.latecomers") or ())


def come_late(store: Store, bots: Iterable[str]) -> None:
    """Write down bots that enter after the seed was told."""
    store.remember("course.latecomers", [*latecomers(store), *bots])
