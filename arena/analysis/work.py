"""One hand to be judged as a piece of work: plain data that any executor can carry, and how it is done.

Made by `arena.analysis.run`, done in a worker. It knows the plugins and the rules; it knows no store and no file.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from arena.analysis.decisions import decisions
from arena.analysis.judging import Judgement, Settings, judge
from arena.errors import IllegalAction, StoreError
from arena.plugin import Registry, load

MORE_WORLDS = 4
"""How many times the usual worlds a decision is looked at in when it is looked at again."""


@dataclass(frozen=True, slots=True)
class SeatHand:
    """What one seat's decisions in one hand were judged to be. `deal` is the table's number in the league."""

    table: str
    hand: int
    seat: int
    bot: str
    deal: int
    judgements: tuple[Judgement, ...]


@dataclass(frozen=True, slots=True)
class Work:
    """A hand of a table and the seats to judge in it.

    bots: by seat. hands: the recorded actions of the table up to and with this hand. only: the numbers of the
    actions to look at again, in fresh worlds and more of them; empty: all, for the first time.
    """

    variant: str
    options: Mapping[str, Any]
    bots: tuple[str, ...]
    league_seed: str
    single: bool
    table: str
    deal: int
    hands: tuple[bytes, ...]
    seats: tuple[int, ...]
    settings: Settings
    plugins: tuple[str, ...] = ()
    only: tuple[int, ...] = ()


def judge_hand(work: Work) -> list[SeatHand]:
    """Judge the decisions of the seats asked for, a value for each of these seats.

    Raises StoreError where the rules do not allow what is recorded.
    """
    variant = _registry(work.plugins).variant(work.variant)(seats=len(work.bots), **work.options)
    number = len(work.hands)
    settings, label = work.settings, f"{work.table}|{number}"
    if work.only:
        settings, label = replace(settings, worlds=MORE_WORLDS * settings.worlds), f"again|{label}"
    found: dict[int, list[Judgement]] = {seat: [] for seat in work.seats}
    try:
        for decision in decisions(variant, work.league_seed, work.deal, work.hands, work.seats, single=work.single):
            if not work.only or decision.number in work.only:
                found[decision.seat].append(judge(variant, decision, settings, label))
    except IllegalAction as error:
        raise StoreError(f"table {work.table} can't be replayed: {error}; see arena verify") from error
    return [
        SeatHand(work.table, number, seat, work.bots[seat], work.deal, tuple(judged)) for seat, judged in found.items()
    ]


@functools.lru_cache(maxsize=1)
def _registry(plugins: tuple[str, ...]) -> Registry:
    # To look for the plugins takes longer than to judge many a hand.
    return load(plugins)
