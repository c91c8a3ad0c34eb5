"""The check of a league's database: every hand is played again with the rules, and compared.

Called by `arena verify`. It trusts only the league's seed, its terms and the actions; whatever else is stored must
follow from them. Differences are sentences, and one of them does not hide the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from arena.errors import IllegalAction, StoreError
from arena.game import Game
from arena.records import FaultKind, HandRecord, MatchRecord, Mode, TableRecord
from arena.replay import PlayedHand, replay_table
from arena.reports.export import FindVariant, variant_of
from arena.store import Store
from arena.store.names import match_place
from arena.variant import Variant

KILLED = "killed by signal 9 "
"""How the detail of a fault says that a bot's process was killed, by whomever."""

Seating = Callable[[int, int], Sequence[str]]
"""Which bots the schedule puts into the seats, for a line-up and a sitting."""


@dataclass(frozen=True, slots=True)
class VerifyResult:
    """What was checked, and in what the database differs from the rules, a sentence each.

    `notes` are accidents that the rules know nothing of.
    """

    matches: int
    tables: int
    hands: int
    differences: tuple[str, ...]
    notes: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether nothing differs."""
        return not self.differences


def verify(store: Store, find_variant: FindVariant, *, seating: Seating | None = None) -> VerifyResult:
    """Check all that is stored. Memory is bounded by one match, and by what differs.

    seating: the schedule's word on who sits where; without it seats are compared only with what else the database
    says of them. Raises StoreError for a database that can't be read at all.
    """
    with store.snapshot():
        checked = _Check(store, variant_of(store.league, find_variant), seating)
        found = [difference for name in store.names() for difference in checked.match(name)]
    return VerifyResult(checked.matches, checked.tables, checked.hands, tuple(found), tuple(checked.notes))


class _Check:
    """A check under way: the counts, and what earlier matches said that later ones must agree with."""

    def __init__(self, store: Store, variant: Variant, seating: Seating | None) -> None:
        self.matches = self.tables = self.hands = 0
        self.notes: list[str] = []
        self._store = store
        self._variant = variant
        self._seed = store.league.seed
        self._single = store.league.mode is Mode.DEALS
        self._seating = seating
        self._entrants = {entrant.name for entrant in store.entrants}
        self._sat: dict[tuple[int, int], tuple[str, ...]] = {}
        self._sitting = (-1, -1)
        self._seen = bytearray()

    def match(self, name: str) -> Iterator[str]:
        """The differences of one match."""
        self.matches += 1
        try:
            record = self._store.record(name)
        except StoreError as error:
            yield str(error)
            return
        self._killed(record)
        yield from self._seats(record)
        yield from self._numbers(record)
        for table in record.tables:
            self.tables += 1
            self.hands += len(table.hands)
            where = record.spec.table(table.number)
            yield from (f"{where}: {difference}" for difference in self._table(table))

    def _killed(self, record: MatchRecord) -> None:
        """Note the bots that were killed: the kernel does not say by whom, and a bot can kill itself."""
        hands = (hand for table in record.tables for hand in table.hands)
        faults = (*record.faults, *(fault for hand in hands for fault in hand.faults))
        bots = sorted({fault.bot for fault in faults if fault.kind is FaultKind.CRASH and KILLED in fault.detail})
        if bots:
            name = record.spec.name
            self.notes.append(
                f"{name}: killed by SIGKILL while it played: {', '.join(bots)}. If it was not the bot that did it "
                "itself, but the kernel for want of memory (dmesg tells), or a person, have the match played again: "
                f"arena league withdraw {self._store.path.parent} {name} --reason ..."
            )

    def _seats(self, record: MatchRecord) -> Iterator[str]:
        """Whether the bots are entrants, and sit where they should."""
        spec = record.spec
        lineup, sitting, _ = match_place(spec.name)
        if len(spec.bots) != self._variant.seats:
            yield f"{spec.name}: has {len(spec.bots)} seats, the league {self._variant.seats}"
        for stranger in sorted(set(spec.bots) - self._entrants):
            yield f"{spec.name}: {stranger!r} plays, but is no entrant of the league"
        used = tuple(seat.bot for seat in record.seats)
        if used != spec.bots:
            yield f"{spec.name}: the match seats {_listed(spec.bots)}, its seats' own records say {_listed(used)}"
        before = self._sat.setdefault((lineup, sitting), spec.bots)
        if before != spec.bots:
            yield f"{spec.name}: seats {_listed(spec.bots)}, an earlier block of the sitting {_listed(before)}"
        first = self._sat.get((lineup, 0), spec.bots)
        if set(first) != set(spec.bots):
            yield f"{spec.name}: seats {_listed(spec.bots)}, another sitting of its line-up {_listed(first)}"
        elif sitting and first == spec.bots:
            yield f"{spec.name}: seats {_listed(spec.bots)}, just as sitting 0 does"
        if self._seating is not None and (due := tuple(self._seating(lineup, sitting))) != spec.bots:
            yield f"{spec.name}: seats {_listed(spec.bots)}, the schedule {_listed(due)}"

    def _numbers(self, record: MatchRecord) -> Iterator[str]:
        """Whether just the tables that were due are there, each once in its sitting."""
        spec = record.spec
        due, there = set(spec.numbers), {table.number for table in record.tables}
        for number in sorted(due - there):
            yield f"{spec.table(number)}: is missing in match {spec.name}"
        for number in sorted(there - due):
            yield f"{spec.table(number)}: is not part of match {spec.name}"
        lineup, sitting, _ = match_place(spec.name)
        if (lineup, sitting) != self._sitting:
            self._sitting, self._seen = (lineup, sitting), bytearray()
        for number in sorted(there):
            if number >= len(self._seen):
                self._seen.extend(bytes(number + 1 - len(self._seen)))
            if self._seen[number]:
                yield f"{spec.table(number)}: is there twice, the second time in match {spec.name}"
            self._seen[number] = 1

    def _table(self, table: TableRecord) -> Iterator[str]:
        """The differences of a table."""
        numbers = [hand.hand for hand in table.hands]
        if numbers != list(range(1, len(numbers) + 1)) or not numbers:
            yield f"has the hands {numbers}, which are not 1, 2, 3 and so on"
            return
        actions = [hand.actions for hand in table.hands]
        last: PlayedHand | None = None
        try:
            again = replay_table(self._variant, self._seed, table.number, actions, single=self._single)
            for hand, last in zip(table.hands, again, strict=True):
                yield from (f"hand {hand.hand}: {difference}" for difference in _hand(hand, last))
        except IllegalAction as error:
            yield str(error)
            return
        assert last is not None
        yield from self._end(table, last)

    def _end(self, table: TableRecord, last: PlayedHand) -> Iterator[str]:
        """How the table ended, and what it paid."""
        due: Sequence[float]
        if table.forfeited:
            if last.complete:
                yield f"seats {_listed(table.forfeited)} forfeited it, but its last hand was finished"
            forfeiter = table.forfeited[0]
            if forfeiter >= self._variant.seats:
                yield f"seat {forfeiter} forfeited it, and does not exist"
                return
            team = tuple(self._variant.teams[self._variant.team_of(forfeiter)])
            if team != table.forfeited:
                yield _differs("forfeited", table.forfeited, team)
            game = Game(self._variant, self._seed, table.number, single=self._single)
            due = game.forfeit_payoffs(forfeiter)
        elif not last.game_over:
            state = "broke off" if not last.complete else "was followed by another"
            yield f"has {len(table.hands)} hands; by the rules the last one {state}, and nobody forfeited"
            return
        else:
            due = last.game_payoffs
        if tuple(table.payoffs) != tuple(due):
            yield _differs("payoffs", table.payoffs, due)


def _hand(hand: HandRecord, again: PlayedHand) -> Iterator[str]:
    if hand.complete != again.complete:
        words = {True: "finished", False: "broken off"}
        yield f"the database says {words[hand.complete]}, the rules say {words[again.complete]}"
    for name in ("scores", "totals", "payoffs"):
        stored, due = tuple(getattr(hand, name)), tuple(getattr(again, name))
        if stored != due:
            yield _differs(name, stored, due)


def _differs(name: str, stored: Sequence[float], due: Sequence[float]) -> str:
    return f"{name} are {_listed(stored)} in the database, {_listed(due)} by the rules"


def _listed(values: Sequence[object]) -> str:
    return " ".join(f"{value:g}" if isinstance(value, float) else str(value) for value in values) or "none"
