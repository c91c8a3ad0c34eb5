"""The run of an analysis: which hands, judged by whom, kept where, and summed up at the end.

Called by the command line with an open store and an executor. Hands are chosen by a hash of their names, so that a
larger sample holds the smaller one, and what was judged before is not judged again.
"""

from __future__ import annotations

import hashlib
import heapq
import platform
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future
from dataclasses import asdict, dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import Protocol

from arena.analysis.judging import Settings
from arena.analysis.keeping import Judgements, judgements, write_analysis
from arena.analysis.summary import Analysis, BotLosses, Costly, costliest, losses, unknown
from arena.analysis.work import SeatHand, Work, judge_hand
from arena.errors import InputError
from arena.records import MatchSpec, Mode
from arena.store import Store

VERSION = 1
"""Of the kept files' shape, and of the way in which decisions are judged."""

WORST = 10
LOOKED_AT_AGAIN = 15
"""How many of a bot's decisions that look worst are looked at again: being the worst of many is partly bad luck."""

AHEAD = 4
"""How many pieces of work are handed out for each worker before the first of them is done."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """What of a league is analysed: one bot's decisions (None: all), one table (None: any), and at most so many hands.

    hands: 0 for all of them.
    """

    bot: str | None = None
    table: str | None = None
    hands: int = 0


@dataclass(frozen=True, slots=True)
class Means:
    """With what it is done: an executor, how many workers it has, the plugins given by path; `fresh`: begin anew."""

    executor: Executor
    jobs: int
    plugins: tuple[str, ...] = ()
    fresh: bool = False


class Progress(Protocol):
    """Who is told how the analysis goes."""

    def begin(self, hands: int, of_hands: int, kept: int) -> None:
        """So many hands of so many were chosen; so many of them had been judged before."""

    def judged(self) -> None:
        """One hand more."""

    def again(self, decisions: int) -> None:
        """So many decisions will be looked at again."""


def analyse(
    store: Store, folder: Path, settings: Settings, chosen: Chosen, means: Means, progress: Progress
) -> Analysis:
    """Judge what is chosen of a league, keep it in its folder, and sum it up.

    Raises InputError for a bot or hands that are not there, for settings that can't be used, and as
    `arena.analysis.keeping` says; StoreError for a database that is damaged.
    """
    if settings.worlds < 2:
        raise InputError(f"worlds must be 2 or more, not {settings.worlds}: one alone tells nothing of the noise")
    league = store.league
    bots = [entrant.name for entrant in store.entrants]
    if chosen.bot is not None and chosen.bot not in bots:
        raise InputError(f"there is no bot {chosen.bot!r} in this league; it has {', '.join(bots)}")
    picked, total = pick(store, chosen, settings.seed)
    if not picked:
        raise InputError("there is nothing to analyse: no hand of this choice has been played yet")
    versions = {"arena": version("trickarena"), "python": platform.python_version()}
    made_with = {"analysis": VERSION, "league": league.name, "settings": asdict(settings), "versions": versions}
    with judgements(folder, made_with, fresh=means.fresh) as kept:
        wanted = [work for work in (_work(store, *place, settings, chosen, means) for place in picked) if work.seats]
        todo = [work for work in (_left(work, kept) for work in wanted) if work.seats]
        progress.begin(len(picked), total, len(wanted) - len(todo))
        for done in _in_order(todo, means):
            for seat_hand in done:
                kept.keep(seat_hand)
            progress.judged()
        found = [kept.kept[work.table, len(work.hands), seat] for work in wanted for seat in work.seats]
    found.sort(key=lambda seat_hand: (seat_hand.deal, seat_hand.table, seat_hand.hand, seat_hand.seat))
    sitting = [bot for bot in bots if any(seat_hand.bot == bot for seat_hand in found)]
    suspects = {bot: costliest(found, bot, LOOKED_AT_AGAIN) for bot in sitting}
    again = _again([costly for row in suspects.values() for costly in row], wanted)
    progress.again(sum(len(work.only) for work in again))
    confirmed = [seat_hand for done in _in_order(again, means) for seat_hand in done]
    summed = tuple(
        BotLosses(bot, losses(found, bot), tuple(costliest(confirmed, bot, WORST)), unknown(found, bot))
        for bot in sitting
    )
    analysis = Analysis(league.name, league.variant, settings, versions, len(picked), total, summed)
    write_analysis(folder, analysis)
    return analysis


def pick(store: Store, chosen: Chosen, seed: str) -> tuple[list[tuple[str, int]], int]:
    """The hands to look at, as table and number, and of how many they were chosen; memory is bounded by the choice."""
    hands = _hands(store, chosen)
    if not chosen.hands:
        every = list(hands)
        return every, len(every)
    total = 0

    def counted() -> Iterator[tuple[bytes, tuple[str, int]]]:
        nonlocal total
        for table, hand in hands:
            total += 1
            yield hashlib.sha256(f"{seed}|{table}|{hand}".encode()).digest(), (table, hand)

    return [place for _, place in heapq.nsmallest(chosen.hands, counted())], total


def _hands(store: Store, chosen: Chosen) -> Iterator[tuple[str, int]]:
    """The hands that the choice allows, in the schedule's order."""
    if chosen.table is not None:
        spec, record = store.table(chosen.table)
        if chosen.bot is not None and chosen.bot not in spec.bots:
            raise InputError(f"{chosen.bot} does not sit at table {chosen.table}; there are {', '.join(spec.bots)}")
        yield from ((chosen.table, hand.hand) for hand in record.hands)
        return
    for match in store.records():
        if chosen.bot is None or chosen.bot in match.spec.bots:
            for table in match.tables:
                yield from ((match.spec.table(table.number), hand.hand) for hand in table.hands)


def _work(store: Store, name: str, hand: int, settings: Settings, chosen: Chosen, means: Means) -> Work:
    """The hand as a piece of work. Seats for which a stand-in played at this table are left out."""
    spec, table = store.table(name)
    return Work(
        variant=spec.variant,
        options=spec.options,
        bots=spec.bots,
        league_seed=spec.seed,
        single=spec.mode is Mode.DEALS,
        table=name,
        deal=table.number,
        hands=tuple(record.actions for record in table.hands[:hand]),
        seats=tuple(seat for seat in _seats(spec, chosen) if seat not in table.stood_in),
        settings=settings,
        plugins=means.plugins,
    )


def _seats(spec: MatchSpec, chosen: Chosen) -> list[int]:
    return [seat for seat, bot in enumerate(spec.bots) if chosen.bot in (None, bot)]


def _left(work: Work, kept: Judgements) -> Work:
    """The work without the seats that have been judged."""
    seats = tuple(seat for seat in work.seats if (work.table, len(work.hands), seat) not in kept.kept)
    return replace(work, seats=seats)


def _again(suspects: Sequence[Costly], works: Sequence[Work]) -> list[Work]:
    """The decisions that look worst, as work."""
    numbers: dict[tuple[str, int], set[tuple[int, int]]] = {}
    for costly in suspects:
        numbers.setdefault((costly.table, costly.hand), set()).add((costly.judgement.number, costly.seat))
    return [
        replace(
            work,
            seats=tuple(sorted({seat for _, seat in chosen})),
            only=tuple(sorted({number for number, _ in chosen})),
        )
        for work in works
        if (chosen := numbers.get((work.table, len(work.hands))))
    ]


def _in_order(works: Iterable[Work], means: Means) -> Iterator[list[SeatHand]]:
    """The works done, in their order; only a few are handed out at a time."""
    playing: deque[Future[list[SeatHand]]] = deque()
    for work in works:
        while playing and (playing[0].done() or len(playing) >= AHEAD * means.jobs):
            yield playing.popleft().result()
        playing.append(means.executor.submit(judge_hand, work))
    while playing:
        yield playing.popleft().result()
