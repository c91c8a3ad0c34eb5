"""The store as the runner uses it: create a league's database, go on with it, write matches.

One transaction holds one match, so that a crash at any instant loses at most the matches that were not handed
over yet. What reading needs is in `arena.store.reading`.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Self

from arena.errors import StoreError
from arena.records import MatchRecord
from arena.store import chain, opening, rows
from arena.store.chain import Kind
from arena.store.league import Entrant, League, league_values
from arena.store.names import match_place
from arena.store.reading import Reader

_MATCH_COLUMNS = "name, lineup, sitting, block, first, numbers, bots, tables, hands, sandbox, wall_s, late_s"


class Store(Reader):
    """A league's database. A context manager; closing it twice is harmless.

    `path` is always the database or the league's folder, which holds it as `league.db`. Not to be shared between
    threads. Every method raises StoreError when the database fails (damaged, disk full, held by another process).
    """

    @classmethod
    def create(cls, path: Path, league: League, entrants: Iterable[Entrant], *, planned: int | None = None) -> Self:
        """Make the database of a new league. Raises StoreError if there is one already.

        planned: how many tables the whole league has, where that is known.
        """
        entrants = tuple(entrants)

        def fill(connection: sqlite3.Connection) -> None:
            connection.execute("BEGIN IMMEDIATE")
            values = {"terms": league_values(league), "planned": planned}
            connection.executemany("INSERT INTO league VALUES (?, ?)", [(k, json.dumps(v)) for k, v in values.items()])
            _enter(connection, entrants, 0)
            chain.begin(connection)
            connection.execute("COMMIT")

        return cls(opening.create(path, fill), path)

    @classmethod
    def append(cls, path: Path) -> Self:
        """Open a league's database to write more matches."""
        return cls(opening.append(path), path)

    @classmethod
    def read(cls, path: Path) -> Self:
        """Open a league's database for reading; another process may be writing it."""
        return cls(opening.read(path), path)

    def plan(self, tables: int) -> None:
        """Remember how many tables the whole league has (it may have grown)."""
        self.remember("planned", tables)

    def remember(self, key: str, value: Any) -> None:
        """Keep something about the league besides its terms: plain data that JSON can hold."""
        with self._transaction():
            self._execute("INSERT OR REPLACE INTO league VALUES (?, ?)", (key, json.dumps(value)))

    def enter(self, entrants: Iterable[Entrant]) -> None:
        """Add bots that the league does not have yet, in order, behind those that it has.

        Raises StoreError, and adds none, if a bot that it has comes with another content: results of two
        programs would be mixed under one name.
        """
        present = {entrant.name: entrant for entrant in self.entrants}
        new = []
        for entrant in entrants:
            known = present.get(entrant.name)
            if known is None:
                new.append(entrant)
            elif known.digest != entrant.digest:
                raise StoreError(
                    f"{self.path}: bot {entrant.name!r} has changed since it entered this league "
                    f"(version {known.version or '?'} then, {entrant.version or '?'} now); "
                    "give it a new name, or run into another folder"
                )
        with self._transaction() as connection:
            _enter(connection, new, len(present))
            if new:
                chain.extend(connection, Kind.ENTRANT, [entrant.name for entrant in new])

    def write(self, record: MatchRecord) -> None:
        """Keep a match, in one transaction. A void one is kept apart until it is played.

        Raises StoreError, and keeps nothing, if the match is stored already or was played on other terms.
        """
        spec = record.spec
        if misfits := self.league.misfits(spec):
            raise StoreError(f"{self.path}: match {spec.name} is not of this league: {'; '.join(misfits)}")
        with self._transaction():
            if self._execute("SELECT 1 FROM match WHERE name = ?", (spec.name,)).fetchone():
                raise StoreError(f"{self.path}: match {spec.name} is stored already")
            if record.void:
                self._write_void(record)
            else:
                self._write_match(record)

    def withdraw(self, name: str, reason: str) -> list[str]:
        """Take a stored match back, so that it is played again; the chain keeps that it was there, and the reason.

        Later parts of its block go with it, since a block is gone on with where what is stored of it ends. Returns
        the names of all that were taken back. Raises StoreError if the match is not stored, or no reason is given.
        """
        reason = " ".join(rows.text_of(reason).split())
        if not reason:
            raise StoreError(f"{self.path}: a match is withdrawn for a reason; say which")
        place = "SELECT lineup, sitting, block, first FROM match WHERE name = ?"
        with self._transaction():
            found = self._execute(place, (name,)).fetchone()
            if found is None:
                raise StoreError(f"{self.path}: no match {name!r} is stored")
            later = (
                "SELECT id, name FROM match WHERE (lineup, sitting, block) = (?, ?, ?) AND first >= ? ORDER BY first"
            )
            matches = self._execute(later, found).fetchall()
            for number, _ in matches:
                self._execute("DELETE FROM match WHERE id = ?", (number,))
                for table in ("seat", "played", "hand", "fault"):
                    self._execute(f"DELETE FROM {table} WHERE match = ?", (number,))
            names = [each for _, each in matches]
            chain.extend(self.connection, Kind.WITHDRAWN, names, reason)
        return names

    def _write_void(self, record: MatchRecord) -> None:
        name = record.spec.name
        self._execute(
            "INSERT INTO void VALUES (?, ?, ?, ?, ?, ?, 1) ON CONFLICT (name) DO UPDATE "
            "SET reason = excluded.reason, sandbox = excluded.sandbox, attempts = attempts + 1",
            (name, *match_place(name), rows.text_of(record.void), record.sandbox),
        )

    def _write_match(self, record: MatchRecord) -> None:
        row = rows.match_row(record)
        match = self._execute(f"INSERT INTO match ({_MATCH_COLUMNS}) VALUES ({_marks(12)})", row).lastrowid
        assert match is not None
        many = self.connection.executemany
        many(f"INSERT INTO seat VALUES ({_marks(14)})", rows.seat_rows(match, record.seats))
        many(f"INSERT INTO played VALUES ({_marks(5)})", rows.table_rows(match, record.tables))
        many(f"INSERT INTO hand VALUES ({_marks(8)})", rows.hand_rows(match, record.tables))
        many(f"INSERT INTO fault VALUES ({_marks(15)})", rows.fault_rows(match, record))
        # The block is what is played at last, whatever its name was when a part of it was void.
        self._execute("DELETE FROM void WHERE (lineup, sitting, block) = (?, ?, ?)", row[1:4])
        chain.extend(self.connection, Kind.MATCH, [record.spec.name])


def _enter(connection: sqlite3.Connection, entrants: Iterable[Entrant], position: int) -> None:
    connection.executemany(
        f"INSERT INTO entrant VALUES ({_marks(5)})",
        [(n, e.name, e.version, e.digest, e.language) for n, e in enumerate(entrants, position)],
    )


def _marks(count: int) -> str:
    return ", ".join("?" * count)
