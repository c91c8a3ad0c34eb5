"""Swiss: round after round, those meet who have done about equally well, and never the same ones twice.

Called by the schedule, which plays a round to its end before it asks for the next. For many bots and few rounds: it
finds the best ones with far fewer matches than a round robin.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import fsum
from types import MappingProxyType
from typing import Any

from arena.plugin import Field, Meeting


class Swiss:
    """Each round ranks the bots by what they have done, and seats neighbours together.

    The rank is by points a match (the share of its table that a bot was paid more than, half for the same; half a
    point before its first match), then by the mean payoff, then by the order of entry. Who can't be seated because
    the tables don't come out even has a bye: nobody a second one before all have had one, and the lowest first. A bye
    changes no mean, so that it neither gains nor costs anything.
    """

    name = "swiss"
    settings: Mapping[str, Any] = MappingProxyType({"rounds": 0})

    def obstacle(self, field: Field, settings: Mapping[str, Any]) -> str:
        """Bots can't come in later, and there must be enough of them for so many rounds."""
        rounds, bots = settings["rounds"], field.founders
        if len(field.bots) > bots:
            late = ", ".join(field.bots[bots:])
            return (
                f"swiss: {late} can't join: who plays whom was drawn round by round among the first {bots} bots; run "
                "the league with them into another folder (--out)"
            )
        if bots < field.size:
            return f"swiss: a table needs {field.size} bots, and there are {bots}"
        # Up to here two matches can always be mended by an exchange, whatever has been played (see `_mended`).
        most = max(1, (bots - bots % 2) // 2) if field.size == 2 else bots - 1
        if not 1 <= rounds <= most:
            return f"rounds: must be a number from 1 to {most} with {bots} bots, not {rounds}"
        return ""

    def refusal(self, before: Mapping[str, Any], now: Mapping[str, Any]) -> str:
        """More rounds are welcome."""
        if now["rounds"] < before["rounds"]:
            return f"rounds: were {before['rounds']}, and what is drawn can't be taken back; set as many or more"
        return ""

    def rounds(self, field: Field, settings: Mapping[str, Any]) -> int:
        """As many as were asked for."""
        return int(settings["rounds"])

    def size(self, field: Field, settings: Mapping[str, Any]) -> int:
        """As many tables as can be filled, in every round."""
        return int(settings["rounds"]) * (field.founders // field.size)

    def draw(
        self, field: Field, settings: Mapping[str, Any], before: Sequence[Sequence[Meeting]]
    ) -> Iterator[tuple[int, ...]]:
        """The next round's tables, the highest first; without bots that are absent.

        A table that could only be one that was there before is left out, and its bots have a bye.
        """
        past = _Past.of(before)
        ranked = past.ranked(place for place in range(field.founders) if place not in field.absent)
        seated = past.without_byes(ranked, len(ranked) % field.size)
        tables = [seated[start : start + field.size] for start in range(0, len(seated), field.size)]
        return (table for table in map(_ascending, _mended(tables, past)) if table not in past.lineups)


@dataclass(frozen=True, slots=True)
class _Past:
    """What has been: points and payoffs of each bot by match, its byes, who has met whom, and all line-ups."""

    points: Mapping[int, list[float]]
    payoffs: Mapping[int, list[float]]
    seats: Counter[int]
    rounds: int
    met: Counter[tuple[int, ...]]
    lineups: frozenset[tuple[int, ...]]

    @classmethod
    def of(cls, before: Sequence[Sequence[Meeting]]) -> _Past:
        points: dict[int, list[float]] = {}
        payoffs: dict[int, list[float]] = {}
        seats: Counter[int] = Counter()
        met: Counter[tuple[int, ...]] = Counter()
        for meeting in (meeting for drawn in before for meeting in drawn):
            seats.update(meeting.lineup)
            met.update(combinations(_ascending(meeting.lineup), 2))
            for bot, mine in zip(meeting.lineup, meeting.payoffs, strict=False):
                beaten = sum((mine > other) + (mine == other) / 2 for other in meeting.payoffs) - 0.5
                points.setdefault(bot, []).append(beaten / (len(meeting.lineup) - 1))
                payoffs.setdefault(bot, []).append(mine)
        lineups = frozenset(_ascending(meeting.lineup) for drawn in before for meeting in drawn)
        return cls(points, payoffs, seats, len(before), met, lineups)

    def ranked(self, bots: Iterable[int]) -> list[int]:
        """The bots, the best first."""

        def key(bot: int) -> tuple[float, float, int]:
            matches = len(self.points.get(bot, ()))
            if not matches:
                return -0.5, 0.0, bot
            # Sums that do not depend on the order in which the rounds' matches were stored.
            return -fsum(self.points[bot]) / matches, -fsum(self.payoffs[bot]) / matches, bot

        return sorted(bots, key=key)

    def without_byes(self, ranked: Sequence[int], byes: int) -> list[int]:
        """Those who play: all but the lowest among those with the fewest byes."""
        lowest_first = ranked[::-1]
        out = set(sorted(lowest_first, key=lambda bot: self.rounds - self.seats[bot])[:byes])
        return [bot for bot in ranked if bot not in out]

    def repeats(self, table: Sequence[int]) -> int:
        """How much of a table there was before: for each two that meet again, how often; the whole table is worst."""
        table = _ascending(table)
        pairs = sum(self.met[pair] for pair in combinations(table, 2))
        return pairs + (1_000_000 if table in self.lineups else 0)


def _mended(tables: list[list[int]], past: _Past) -> list[list[int]]:
    """The tables with bots exchanged, between tables as near in rank as can be, as long as that makes fewer repeats.

    With two at a table an exchange always mends a repeat while rounds are no more than half the bots: of the other
    bots each of the two has met fewer than half, and only a pair that holds one of those is of no use.
    """
    while True:
        for number, table in enumerate(tables):
            if past.repeats(table) and _exchange(tables, number, past):
                break
        else:
            return tables


def _exchange(tables: list[list[int]], number: int, past: _Past) -> bool:
    """Exchange one bot of this table for the one nearest in rank where that makes fewer repeats; False if none."""
    size = len(tables[number])
    mine = [(number, i) for i in range(size)]
    others = [(table, j) for table in range(len(tables)) if table != number for j in range(size)]

    def apart(exchange: tuple[tuple[int, int], tuple[int, int]]) -> tuple[int, bool]:
        (table, i), (other, j) = exchange
        # The lower of two equally near: the highest tables matter most.
        return abs(table * size + i - other * size - j), other < table

    for (_, i), (other, j) in sorted(product(mine, others), key=apart):
        here, there = tables[number], tables[other]
        now = past.repeats(here) + past.repeats(there)
        here[i], there[j] = there[j], here[i]
        if past.repeats(here) + past.repeats(there) < now:
            return True
        here[i], there[j] = there[j], here[i]
    return False


def _ascending(lineup: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(lineup))
