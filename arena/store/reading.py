"""The reading half of the store: what has been played, in the order of the schedule or deal by deal.

Status, reports, export, verify and the runner read through here. Matches come one at a time, so that memory is
bounded by the largest match, whatever the league's size.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any, Self

from arena.errors import StoreError
from arena.records import Fault, HandRecord, MatchRecord, MatchResult, MatchSpec, SeatRecord, TableRecord
from arena.store import chain, checking, opening, rows
from arena.store.chain import Chain
from arena.store.checking import ChainCheck
from arena.store.figures import FaultCount, Progress, SandboxCount, Usage, VoidMatch
from arena.store.league import Entrant, League, league_from
from arena.store.names import numbers_from, table_name, table_place

_FAULT_COLUMNS = "kind, seat, bot, detail, table_name, hand, trick, used_ms, allowed_ms, frames, stderr"
_SEAT_COLUMNS = "bot, decisions, think_s, slowest_s, peak_memory_mb, cpu_s, starts, faults, late, out, log, times"


class Reader:
    """An open database. Made by `arena.store.store.Store`, which also documents what all methods raise."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self.connection = connection
        self.path = path / opening.DATABASE if path.is_dir() else path

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the database."""
        self.connection.close()

    # The league.

    @cached_property
    def league(self) -> League:
        """The league's terms."""
        try:
            return league_from(self._league_value("terms"))
        except (KeyError, TypeError, ValueError) as error:
            raise self._damaged("the league's terms", error) from error

    @property
    def entrants(self) -> tuple[Entrant, ...]:
        """The bots in the order in which they entered."""
        query = "SELECT name, version, digest, language FROM entrant ORDER BY position"
        return tuple(Entrant(*row) for row in self._rows(query))

    def progress(self) -> Progress:
        """How much is played."""
        with self.snapshot():
            query = "SELECT count(*), coalesce(sum(tables), 0), coalesce(sum(hands), 0) FROM match"
            matches, tables, hands = self._execute(query).fetchone()
            (void,) = self._execute("SELECT count(*) FROM void").fetchone()
            return Progress(matches, tables, hands, void, self._league_value("planned"))

    def done(self) -> set[str]:
        """The names of the matches that are stored; void ones are not among them."""
        return {name for (name,) in self._rows("SELECT name FROM match")}

    def voids(self) -> list[VoidMatch]:
        """The void matches that are still to be played, in the schedule's order."""
        query = "SELECT name, reason, attempts FROM void ORDER BY lineup, sitting, block, name"
        return [VoidMatch(*row) for row in self._rows(query)]

    def chain(self) -> Chain:
        """The chain of records in short: its head is what an organiser publishes."""
        with self.snapshot(), opening.told(self.path):
            return chain.summary(self.connection)

    def check_chain(self, published: str = "") -> ChainCheck:
        """What has been changed, taken out, put in or moved since it was stored.

        published: a head, or its beginning, that was written down elsewhere.
        """
        with self.snapshot(), opening.told(self.path):
            return checking.check(self.connection, published)

    # Matches.

    def names(self) -> Iterator[str]:
        """The names of the stored matches in the schedule's order: line-up, sitting, deal."""
        for (name,) in self._rows("SELECT name FROM match ORDER BY lineup, sitting, first, id"):
            yield name

    def records(self) -> Iterator[MatchRecord]:
        """The stored matches in the schedule's order, one at a time. Raises StoreError for a damaged one."""
        for name in self.names():
            yield self.record(name)

    def record(self, name: str) -> MatchRecord:
        """One match. Raises StoreError if it is not stored, or damaged."""
        query = "SELECT id, numbers, bots, sandbox, wall_s, late_s FROM match WHERE name = ?"
        row = self._execute(query, (name,)).fetchone()
        if row is None:
            raise StoreError(f"{self.path}: no match {name!r} is stored")
        match, numbers, bots, sandbox, wall_s, late_s = row
        try:
            faults = self._faults(match)
            return MatchRecord(
                spec=self._spec(name, bots, numbers),
                tables=tuple(self._tables(match, faults)),
                seats=tuple(map(rows.seat_from, self._of_match("seat", _SEAT_COLUMNS, match, "seat"))),
                sandbox=sandbox,
                wall_s=wall_s,
                late_s=late_s,
                faults=tuple(faults[None, None]),
            )
        except (TypeError, ValueError) as error:
            raise self._damaged(f"match {name}", error) from error

    def table(self, name: str) -> tuple[MatchSpec, TableRecord]:
        """The table with this name ("m3.r0.d17") and the match that it belongs to.

        Raises StoreError if there is none.
        """
        lineup, sitting, number = table_place(name)
        query = (
            "SELECT match.id, match.name, match.numbers, match.bots FROM match JOIN played ON played.match = match.id "
            "WHERE match.lineup = ? AND match.sitting = ? AND played.number = ?"
        )
        row = self._execute(query, (lineup, sitting, number)).fetchone()
        if row is None:
            raise StoreError(f"{self.path}: no table {name!r} has been played")
        match, match_name, numbers, bots = row
        try:
            (table,) = self._tables(match, self._faults(match), number)
            return self._spec(match_name, bots, numbers), table
        except (TypeError, ValueError) as error:
            raise self._damaged(f"table {name}", error) from error

    def tables(self) -> Iterator[str]:
        """The names of the tables played, all sittings of a deal together: by line-up, number, sitting."""
        query = (
            "SELECT lineup, sitting, number FROM played JOIN match ON match.id = played.match "
            "ORDER BY lineup, number, sitting"
        )
        for lineup, sitting, number in self._rows(query):
            yield table_name(lineup, sitting, number)

    def sittings(self, name: str) -> list[str]:
        """The tables at which the line-up of this table has played the same deal, itself among them, by sitting.

        Raises StoreError for what is not the name of a table.
        """
        lineup, _, number = table_place(name)
        query = (
            "SELECT sitting FROM played JOIN match ON match.id = played.match WHERE lineup = ? AND number = ? "
            "ORDER BY sitting"
        )
        return [table_name(lineup, sitting, number) for (sitting,) in self._rows(query, (lineup, number))]

    def seats(self, match: str) -> tuple[SeatRecord, ...]:
        """What each seat used over a match, by seat; empty if no such match is stored."""
        query = f"SELECT {_SEAT_COLUMNS} FROM seat JOIN match ON match.id = seat.match WHERE name = ? ORDER BY seat"
        try:
            return tuple(map(rows.seat_from, self._rows(query, (match,))))
        except (TypeError, ValueError) as error:
            raise self._damaged(f"match {match}", error) from error

    def results(self) -> Iterator[MatchResult]:
        """The stored matches without their hands, those with the lowest numbers first."""
        query = "SELECT id, name, bots FROM match ORDER BY first, lineup, sitting, id"
        for match, name, bots in self._rows(query):
            tables = list(self._of_match("played", "number, payoffs, stood_in, forfeited", match, "number"))
            out = self._of_match("seat", "out", match, "seat")
            try:
                yield MatchResult(
                    bots=rows.texts_from(bots),
                    out=tuple(bool(gone) for (gone,) in out),
                    numbers=tuple(row[0] for row in tables),
                    payoffs=tuple(rows.real_from(row[1]) for row in tables),
                    stood_in=tuple(rows.whole_from(row[2]) for row in tables),
                    forfeited=tuple(rows.whole_from(row[3]) for row in tables),
                    name=name,
                )
            except (TypeError, ValueError) as error:
                raise self._damaged(f"match {name}", error) from error

    def appearances(self) -> Iterator[tuple[int, str, str, bool]]:
        """Each bot's matches in the order in which they were stored: a rising number, match, bot, and whether it was
        put out of it.
        """
        query = (
            "SELECT match.id, match.name, bot, max(out) FROM seat JOIN match ON match.id = seat.match "
            "GROUP BY match.id, bot ORDER BY match.id"
        )
        for number, match, bot, out in self._rows(query):
            yield number, match, bot, bool(out)

    # Sums for the reports.

    def latest_s(self) -> float:
        """By how much the host woke the referee late at worst, in all stored matches."""
        (latest,) = self._execute("SELECT coalesce(max(late_s), 0) FROM match").fetchone()
        return float(latest)

    def usage(self) -> list[Usage]:
        """What each bot that has played used, in alphabetical order."""
        query = (
            "SELECT bot, sum(decisions), sum(think_s), max(slowest_s), max(peak_memory_mb), sum(cpu_s), sum(starts), "
            "sum(faults), sum(late), count(DISTINCT CASE WHEN out THEN match END) FROM seat GROUP BY bot ORDER BY bot"
        )
        return [Usage(*row) for row in self._rows(query)]

    def times(self) -> dict[str, Counter[int]]:
        """By bot, how many decisions took how long, by slot (`arena.records.time_slot`).

        Matches that were stored before format 3 do not say.
        """
        found: dict[str, Counter[int]] = defaultdict(Counter)
        for bot, times in self._rows("SELECT bot, times FROM seat WHERE times <> ''"):
            try:
                found[bot].update(rows.times_from(times))
            except (TypeError, ValueError) as error:
                raise self._damaged(f"the times of {bot}", error) from error
        return dict(found)

    def sandboxes(self) -> list[SandboxCount]:
        """The tiers of protection that matches were played with, in alphabetical order."""
        query = "SELECT sandbox, count(*) FROM match GROUP BY sandbox ORDER BY sandbox"
        return [SandboxCount(*row) for row in self._rows(query)]

    def fault_counts(self) -> list[FaultCount]:
        """How many faults there were, by bot and kind in alphabetical order."""
        query = "SELECT bot, kind, count(*) FROM fault GROUP BY bot, kind ORDER BY bot, kind"
        return [FaultCount(*row) for row in self._rows(query)]

    def fault_examples(self, bot: str, kind: str, most: int) -> list[tuple[str, Fault]]:
        """The first faults of a kind that a bot committed, in the schedule's order, with their match's name."""
        query = (
            f"SELECT match.name, {_FAULT_COLUMNS} FROM fault JOIN match ON match.id = fault.match "
            "WHERE bot = ? AND kind = ? ORDER BY lineup, sitting, first, match.id, place LIMIT ?"
        )
        try:
            return [(row[0], rows.fault_from(row[1:])) for row in self._rows(query, (bot, kind, most))]
        except (TypeError, ValueError) as error:
            raise self._damaged(f"a fault of {bot}", error) from error

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """What is read inside is of one moment, whatever a run writes meanwhile."""
        if self.connection.in_transaction:
            yield
            return
        self._execute("BEGIN")
        try:
            yield
        finally:
            self._execute("COMMIT")

    # Rows.

    def _spec(self, name: str, bots: str, numbers: str) -> MatchSpec:
        league = self.league
        return MatchSpec(
            name=name,
            variant=league.variant,
            options=league.options,
            seed=league.seed,
            mode=league.mode,
            bots=rows.texts_from(bots),
            numbers=numbers_from(numbers),
            limits=league.limits,
        )

    def _tables(
        self, match: int, faults: dict[tuple[int | None, int | None], list[Fault]], number: int | None = None
    ) -> Iterator[TableRecord]:
        """The tables of a match, or the one with this number; hands without a table are damage."""
        hands: dict[int, list[HandRecord]] = defaultdict(list)
        columns = "number, hand, actions, scores, totals, payoffs, complete"
        for row in self._of_match("hand", columns, match, "number, hand", number):
            hands[row[0]].append(rows.hand_from(row, tuple(faults[row[0], row[1]])))
        for row in self._of_match("played", "number, payoffs, stood_in, forfeited", match, "number", number):
            payoffs, stood_in, forfeited = rows.real_from(row[1]), rows.whole_from(row[2]), rows.whole_from(row[3])
            yield TableRecord(row[0], tuple(hands.pop(row[0], ())), payoffs, stood_in, forfeited)
        if hands:
            raise ValueError(f"hands of table {min(hands)}, but no such table")

    def _faults(self, match: int) -> dict[tuple[int | None, int | None], list[Fault]]:
        """The faults of a match by table and hand; under (None, None) those outside any hand."""
        found: dict[tuple[int | None, int | None], list[Fault]] = defaultdict(list)
        for row in self._of_match("fault", f"number, in_hand, {_FAULT_COLUMNS}", match, "place"):
            found[row[0], row[1]].append(rows.fault_from(row[2:]))
        return found

    def _of_match(
        self, table: str, columns: str, match: int, order: str, number: int | None = None
    ) -> Iterator[tuple[Any, ...]]:
        if number is None:
            return self._rows(f"SELECT {columns} FROM {table} WHERE match = ? ORDER BY {order}", (match,))
        query = f"SELECT {columns} FROM {table} WHERE match = ? AND number = ? ORDER BY {order}"
        return self._rows(query, (match, number))

    def remembered(self, key: str) -> Any:
        """What `Store.remember` was given last under this key; None if nothing was."""
        return self._league_value(key)

    def _league_value(self, key: str) -> Any:
        row = self._execute("SELECT value FROM league WHERE key = ?", (key,)).fetchone()
        try:
            return json.loads(row[0]) if row else None
        except ValueError as error:
            raise self._damaged(f"the league's {key}", error) from error

    def _rows(self, query: str, values: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
        with opening.told(self.path):
            # Not `yield from`: that closes the cursor of rows that nobody wants any more, which fails once the
            # database is closed.
            for row in self.connection.execute(query, values):  # noqa: UP028
                yield row

    def _execute(self, query: str, values: tuple[Any, ...] = ()) -> sqlite3.Cursor:
        with opening.told(self.path):
            return self.connection.execute(query, values)

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """Everything inside is kept, or nothing of it."""
        with opening.told(self.path):
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield self.connection
                self.connection.execute("COMMIT")
            except BaseException:
                # After some failures (a full disk) SQLite has rolled back by itself.
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")
                raise

    def _damaged(self, what: str, error: Exception) -> StoreError:
        return StoreError(f"{self.path}: {what} is damaged: {error}")
