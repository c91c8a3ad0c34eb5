"""What the judged decisions say of each bot: mean losses with intervals, and the decisions that cost most.

Called by `arena.analysis.run`. Plain values in and out, made to be kept and to be put into reports.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from arena.analysis.judging import Judgement, Loss, Settings
from arena.analysis.work import SeatHand
from arena.stats.moments import Estimate, Moments

EVERY = "all"
"""The kind under which all decisions of a bot are summed up."""


@dataclass(frozen=True, slots=True)
class Losses:
    """A bot's decisions of one kind ("play", "bid", ...), or of `EVERY` kind.

    known, seen: the mean loss of a decision by what the seat knew and by all cards, in payoff, with its 95 %
    interval clustered by deal (`tables` counts the decisions); None without any. mistakes: how many of them were clear
    by what the seat knew. exact: how many could be solved in every world.
    """

    kind: str
    decisions: int
    known: Estimate | None
    seen: Estimate | None
    mistakes: int
    exact: int


@dataclass(frozen=True, slots=True)
class Costly:
    """One decision that cost a bot something, as it was found when it was looked at again."""

    table: str
    hand: int
    seat: int
    judgement: Judgement


@dataclass(frozen=True, slots=True)
class BotLosses:
    """One bot: its losses by kind of decision, all first, and its worst decisions, the worst first.

    unknown: decisions for which no world could be drawn, and which count nowhere.
    """

    bot: str
    kinds: tuple[Losses, ...]
    worst: tuple[Costly, ...]
    unknown: int


@dataclass(frozen=True, slots=True)
class Analysis:
    """The whole. hands: how many were looked at, of how many. versions: of "arena" and "python" that made it."""

    league: str
    variant: str
    settings: Settings
    versions: Mapping[str, str]
    hands: int
    of_hands: int
    bots: tuple[BotLosses, ...]


def losses(found: Sequence[SeatHand], bot: str) -> tuple[Losses, ...]:
    """The losses of a bot by kind, all first, then by kind in the order in which they came."""
    mine = [seat_hand for seat_hand in found if seat_hand.bot == bot]
    kinds = dict.fromkeys(judged.kind for seat_hand in mine for judged in seat_hand.judgements)
    names = [EVERY, *sorted(kinds)] if len(kinds) > 1 else [EVERY]
    return tuple(_losses(mine, name) for name in names)


def _losses(mine: Sequence[SeatHand], kind: str) -> Losses:
    rows = [
        (seat_hand.deal, judged)
        for seat_hand in mine
        for judged in seat_hand.judgements
        if judged.known is not None and kind in (EVERY, judged.kind)
    ]
    lost = [judged.known for _, judged in rows if judged.known is not None]
    return Losses(
        kind=kind,
        decisions=len(rows),
        known=_mean(rows, lambda judged: judged.known),
        seen=_mean(rows, lambda judged: judged.seen),
        mistakes=sum(loss.clear for loss in lost),
        exact=sum(loss.exact for loss in lost),
    )


def _mean(rows: Iterable[tuple[int, Judgement]], of: Callable[[Judgement], Loss | None]) -> Estimate | None:
    """The mean over decisions, those of one deal taken as one observation."""
    sums: dict[int, float] = defaultdict(float)
    counts: dict[int, int] = defaultdict(int)
    for deal, judged in rows:
        lost = of(judged)
        assert lost is not None
        sums[deal] += lost.mean
        counts[deal] += 1
    moments = Moments(1)
    deals = sorted(sums)
    if deals:
        moments.add(np.array([[sums[deal]] for deal in deals]), np.array([[float(counts[deal])] for deal in deals]))
    return moments.mean(0)


def unknown(found: Iterable[SeatHand], bot: str) -> int:
    """For how many decisions of a bot no world could be drawn."""
    return sum(judged.known is None for seat_hand in found if seat_hand.bot == bot for judged in seat_hand.judgements)


def costliest(found: Iterable[SeatHand], bot: str, most: int) -> list[Costly]:
    """The decisions of a bot that cost most by what it knew, the worst first; only what is clear."""
    costly = [
        Costly(seat_hand.table, seat_hand.hand, seat_hand.seat, judged)
        for seat_hand in found
        if seat_hand.bot == bot
        for judged in seat_hand.judgements
        if judged.known is not None and judged.known.clear
    ]
    return sorted(costly, key=_by_loss)[:most]


def _by_loss(costly: Costly) -> tuple[float, str, int, int]:
    known = costly.judgement.known
    assert known is not None
    return -known.mean, costly.table, costly.hand, costly.judgement.number


def analysis_from(plain: Mapping[str, Any]) -> Analysis:
    """The analysis out of its plain data. Raises KeyError, TypeError or ValueError for what is none."""
    return Analysis(
        **{
            **plain,
            "settings": Settings(**plain["settings"]),
            "bots": tuple(
                BotLosses(
                    bot=bot["bot"],
                    kinds=tuple(
                        Losses(**{**kind, "known": _estimate(kind["known"]), "seen": _estimate(kind["seen"])})
                        for kind in bot["kinds"]
                    ),
                    worst=tuple(
                        Costly(**{**costly, "judgement": judgement_from(costly["judgement"])})
                        for costly in bot["worst"]
                    ),
                    unknown=bot["unknown"],
                )
                for bot in plain["bots"]
            ),
        }
    )


def _estimate(plain: Mapping[str, Any] | None) -> Estimate | None:
    return Estimate(**plain) if plain is not None else None


def judgement_from(plain: Mapping[str, Any]) -> Judgement:
    """A judgement out of its plain data; raises as `analysis_from` does."""
    known = plain["known"]
    return Judgement(**{**plain, "known": Loss(**known) if known else None, "seen": Loss(**plain["seen"])})
