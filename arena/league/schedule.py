"""The schedule of a league: which bots meet in which seats on which deals, and what of it is yet to play.

Pure and lazy: the formats say which line-ups there are, the schedule adds sittings and deals. A match is computed from
the league's description, and has a name that says what it is, so that going on with a league, more deals, one bot
more or one format more are all a difference of sets. Called by the run of a season; it knows no process, no file
and no store.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from arena.league.file import ChosenFormat, LeagueSpec, Seating
from arena.league.lineups import Lineups
from arena.plugin import Field, Meeting
from arena.records import MatchSpec, Mode

BLOCK = {Mode.DEALS: 500, Mode.GAMES: 50}
"""How many tables one match plays. Names of stored matches depend on it: it never changes."""

_NAME = re.compile(r"(m\d+\.r\d+\.b\d+)(?:-(\d+))?")


@dataclass(frozen=True, slots=True)
class Schedule:
    """All matches of a league. `teams` are the variant's partnerships, as tuples of seats.

    founders: for the name of each format, how many bots there were when it was taken up; without a word, all of them.
    drawn: for each format with several rounds, the numbers of the line-ups of each round that has been drawn. A format
    plays no more than what has been drawn.
    """

    league: LeagueSpec
    teams: tuple[tuple[int, ...], ...]
    founders: Mapping[str, int] = field(default_factory=dict)
    drawn: Mapping[str, Sequence[Sequence[int]]] = field(default_factory=dict)

    @property
    def lineups(self) -> Lineups:
        """All line-ups that there can be, and their sittings."""
        return Lineups(tuple(entry.name for entry in self.league.entries), self.teams)

    def field(self, chosen: ChosenFormat, absent: Iterable[str] = ()) -> Field:
        """The bots as a format is told of them."""
        lineups = self.lineups
        gone = frozenset(lineups.bots.index(bot) for bot in absent)
        return Field(lineups.bots, lineups.size, self.founders.get(chosen.name, len(lineups.bots)), gone)

    def missing(self, done: Collection[str] = ()) -> Iterator[MatchSpec]:
        """The matches that are yet to play, given the names of those that are stored.

        Block by block through all line-ups, so that an interrupted league has all pairings equally far.
        A last, short block that was stored before the league was given more deals is gone on with where it
        ended.
        """
        reached = _reached(done)
        lineups = self.lineups
        sittings = lineups.sittings()
        # Where a sitting plays only its share of the deals, a block is longer by as much, so that what a match
        # costs to begin stays small beside what it plays.
        block = BLOCK[self.league.mode] * (len(sittings) if self.league.seating is Seating.SINGLE else 1)
        for low in range(0, self.league.count, block):
            high = min(low + block, self.league.count)
            for number, places in self.chosen():
                lineup = [lineups.bots[place] for place in places]
                for r, sitting in enumerate(sittings):
                    name = f"m{number}.r{r}.b{low // block}"
                    numbers = self._numbers(max(low, reached.get(name, 0)), high, r, len(sittings))
                    if numbers:
                        short = "" if high == low + block else f"-{high}"
                        yield self._match(name + short, lineups.seats(lineup, sitting), tuple(numbers))

    def chosen(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Number and places of each line-up that the formats bring together, as far as they are drawn, each once."""
        lineups = self.lineups
        seen: set[int] | None = set() if len(self.league.formats) > 1 else None
        for chosen in self.league.formats:
            for number, places in self._of_format(chosen, lineups):
                if seen is None:
                    yield number, places
                elif number not in seen:
                    seen.add(number)
                    yield number, places

    def _of_format(self, chosen: ChosenFormat, lineups: Lineups) -> Iterator[tuple[int, tuple[int, ...]]]:
        if self._has_rounds(chosen):
            for numbers in self.drawn.get(chosen.name, ()):
                yield from ((number, lineups.places(number)) for number in numbers)
        else:
            for places in chosen.format.draw(self.field(chosen), chosen.settings, ()):
                yield lineups.number(places), places

    def tables(self) -> int:
        """How many tables the whole league has; of rounds that are yet to be drawn, at most."""
        sittings = 1 if self.league.seating is Seating.SINGLE else len(self.lineups.sittings())
        return self._lineup_count() * sittings * self.league.count

    def _lineup_count(self) -> int:
        sizes = {chosen.name: self._size(chosen) for chosen in self.league.formats}
        if len(sizes) == 1 or max(sizes.values()) == len(self.lineups):
            return max(sizes.values())
        open_rounds = sum(sizes[chosen.name] - self._drawn_count(chosen) for chosen in self.with_rounds())
        return open_rounds + sum(1 for _ in self.chosen())

    def _size(self, chosen: ChosenFormat) -> int:
        """How many line-ups a format has, counted as drawn where they are drawn."""
        size = chosen.format.size(self.field(chosen), chosen.settings)
        rounds = self.drawn.get(chosen.name, ())
        if not self._has_rounds(chosen) or not rounds:
            return size
        each = size // chosen.format.rounds(self.field(chosen), chosen.settings)
        return size - each * len(rounds) + self._drawn_count(chosen)

    def _drawn_count(self, chosen: ChosenFormat) -> int:
        return sum(map(len, self.drawn.get(chosen.name, ())))

    # Rounds.

    def with_rounds(self) -> list[ChosenFormat]:
        """The formats whose rounds are drawn one by one."""
        return [chosen for chosen in self.league.formats if self._has_rounds(chosen)]

    def _has_rounds(self, chosen: ChosenFormat) -> bool:
        return chosen.format.rounds(self.field(chosen), chosen.settings) > 1

    def next_to_draw(self) -> ChosenFormat | None:
        """The first format that has a round yet to be drawn."""
        for chosen in self.with_rounds():
            if len(self.drawn.get(chosen.name, ())) < chosen.format.rounds(self.field(chosen), chosen.settings):
                return chosen
        return None

    def draw(
        self, chosen: ChosenFormat, results: Mapping[frozenset[str], Mapping[str, float]], absent: Iterable[str] = ()
    ) -> list[int]:
        """The line-ups of a format's next round, by number.

        results: by the set of bots of a line-up, each bot's mean payoff a table. absent: bots that are not to be drawn.
        """
        lineups = self.lineups
        before = [
            [_meeting(lineups, number, results) for number in numbers] for numbers in self.drawn.get(chosen.name, ())
        ]
        drawn = chosen.format.draw(self.field(chosen, absent), chosen.settings, before)
        return [lineups.number(places) for places in drawn]

    def with_round(self, chosen: ChosenFormat, numbers: Sequence[int]) -> Schedule:
        """The schedule after one more round of a format has been drawn."""
        return replace(self, drawn={**self.drawn, chosen.name: [*self.drawn.get(chosen.name, ()), numbers]})

    # One match.

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


def _meeting(lineups: Lineups, number: int, results: Mapping[frozenset[str], Mapping[str, float]]) -> Meeting:
    places = lineups.places(number)
    bots = [lineups.bots[place] for place in places]
    paid = results.get(frozenset(bots), {})
    return Meeting(places, tuple(paid[bot] for bot in bots) if paid else ())


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
