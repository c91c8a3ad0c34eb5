"""Rounds that are drawn one by one from the results so far, for the formats that need that (Swiss).

The season plays through here where no question is asked. A round is drawn when all that came before it is stored, and
written down before it is played: an interrupted league goes on with the round that was drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import fsum
from typing import Protocol

from arena.league.file import ChosenFormat
from arena.league.pauses import Pauses
from arena.league.schedule import Schedule
from arena.records import MatchResult, MatchSpec
from arena.store import Store, course


class Told(Protocol):
    """Who is told of a draw."""

    def grow(self, tables: int) -> None:
        """The league has so many tables now."""

    def note(self, text: str) -> None:
        """What was drawn, in words."""


class Drawing:
    """What a run has to play: what is missing, then one round after the other."""

    def __init__(self, schedule: Schedule, store: Store, pauses: Pauses, told: Told) -> None:
        self._schedule = schedule
        self._store = store
        self._pauses = pauses
        self._told = told

    def matches(self) -> Iterator[MatchSpec] | None:
        """What is missing of the next round; None when there are no more rounds.

        To be called when all matches that are drawn are stored. Paused bots are not drawn.
        """
        chosen = self._schedule.next_to_draw()
        if chosen is None:
            return None
        results = mean_payoffs(self._store.results(), self._met(chosen), self._store.league.lowest_payoff)
        numbers = self._schedule.draw(chosen, results, self._pauses.bots)
        course.draw(self._store, chosen.name, numbers)
        self._schedule = self._schedule.with_round(chosen, numbers)
        tables = self._schedule.tables()
        self._store.plan(tables)
        self._told.grow(tables)
        drawn = len(self._schedule.drawn[chosen.name])
        self._told.note(f"{chosen.name}: round {drawn} is drawn, {len(numbers)} line-ups")
        return self._schedule.missing(self._store.done())

    def _met(self, chosen: ChosenFormat) -> list[frozenset[str]]:
        lineups = self._schedule.lineups
        rounds = self._schedule.drawn.get(chosen.name, ())
        return [frozenset(lineups[number]) for numbers in rounds for number in numbers]


def mean_payoffs(
    results: Iterable[MatchResult], lineups: Iterable[frozenset[str]], lowest: float
) -> Mapping[frozenset[str], Mapping[str, float]]:
    """For each of these sets of bots that has played: each bot's mean payoff a table.

    A bot that holds several seats is paid their mean; one that was put out of a match is paid `lowest` in it.
    """
    paid: dict[frozenset[str], dict[str, list[float]]] = {lineup: {} for lineup in lineups}
    for result in results:
        by_bot = paid.get(frozenset(result.bots))
        if by_bot is None:
            continue
        for bot in dict.fromkeys(result.bots):
            seats = [seat for seat, name in enumerate(result.bots) if name == bot]
            out = any(result.out[seat] for seat in seats)
            tables = [lowest if out else fsum(row[seat] for seat in seats) / len(seats) for row in result.payoffs]
            by_bot.setdefault(bot, []).extend(tables)
    return {
        lineup: {bot: fsum(tables) / len(tables) for bot, tables in by_bot.items()}
        for lineup, by_bot in paid.items()
        if by_bot and all(by_bot.values())
    }
