"""The schedule of a league: which bots meet in which seats on which deals, and what of it is yet to play.

Pure and lazy: a match is computed from the league's description and from nothing else, and it has a name
that says what it is, so that going on with a league, more deals, or one bot more are all a difference of
sets. Called by the runner; it knows no process, no file and no store.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from arena.league.file import LeagueSpec, Seating
from arena.league.lineups import Lineups
from arena.records import MatchSpec, Mode

BLOCK = {Mode.DEALS: 500, Mode.GAMES: 50}
"""How many tables one match plays. Names of stored matches depend on it: it never changes."""

_NAME = re.compile(r"(m\d+\.r\d+\.b\d+)(?:-(\d+))?")


@dataclass(frozen=True, slots=True)
class Schedule:
    """All matches of a league. `teams` are the variant's partnerships, as tuples of seats."""

    league: LeagueSpec
    teams: tuple[tuple[int, ...], ...]

    @property
    def lineups(self) -> Lineups:
        """Who meets whom, and in which seats."""
        return Lineups(tuple(entry.name for entry in self.league.entries), self.teams)

    def missing(self, done: Collection[str] = ()) -> Iterator[MatchSpec]:
        """The matches that are yet to play, given the names of those that are stored.

        Block by block through all line-ups, so that an interrupted league has all pairings equally far.
        A last, short block that was stored before the league was given more deals is gone on with where it
        ended.
        """
        for name, bots, numbers in self._pieces(done):
            yield self._match(name, bots, tuple(numbers))

    def left(self, done: Collection[str]) -> int:
        """How many tables are yet to play, given the names of the stored matches."""
        return sum(len(numbers) for _, _, numbers in self._pieces(done))

    def tables(self) -> int:
        """How many tables the whole league has."""
        lineups = self.lineups
        sittings = 1 if self.league.seating is Seating.SINGLE else len(lineups.sittings())
        return len(lineups) * sittings * self.league.count

    def _pieces(self, done: Collection[str]) -> Iterator[tuple[str, tuple[str, ...], range]]:
        """Name, bots by seat and numbers of each match that is yet to play."""
        reached = _reached(done)
        lineups = self.lineups
        sittings = lineups.sittings()
        # Where a sitting plays only its share of the deals, a block is longer by as much, so that what a match
        # costs to begin stays small beside what it plays.
        block = BLOCK[self.league.mode] * (len(sittings) if self.league.seating is Seating.SINGLE else 1)
        for low in range(0, self.league.count, block):
            high = min(low + block, self.league.count)
            for m, lineup in enumerate(lineups):
                for r, sitting in enumerate(sittings):
                    name = f"m{m}.r{r}.b{low // block}"
                    numbers = self._numbers(max(low, reached.get(name, 0)), high, r, len(sittings))
                    if numbers:
                        short = "" if high == low + block else f"-{high}"
                        yield name + short, lineups.seats(lineup, sitting), numbers

    def _numbers(self, start: int, high: int, sitting: int, sittings: int) -> range:
        """The numbers of a sitting: all of them, or, where each deal is played once, its own share."""
        if self.league.seating is Seating.SINGLE:
            return range(start + (sitting - start) % sittings, high, sittings)
        return range(start, high)

    def _match(self, name: str, bots: tuple[str, ...], numbers: tuple[int, ...]) -> MatchSpec:
        return MatchSpec(
            name=name,
            variant=self.league.variant,
            options=self.league.options,
            seed=self.league.seed,
            mode=self.league.mode,
            bots=bots,
            numbers=numbers,
            limits=self.league.limits,
        )


def _reached(done: Collection[str]) -> dict[str, int]:
    """For each block of which something is stored, the number at which what is stored ends.

    A match named without an end has played its block to the block's own end, whichever number it began at.
    """
    reached: dict[str, int] = {}
    for name in done:
        found = _NAME.fullmatch(name)
        if found:
            block, end = found.groups()
            reached[block] = max(reached.get(block, 0), int(end) if end else sys.maxsize)
    return reached
