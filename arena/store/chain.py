"""The chain of a league's records: whatever is stored gets a link, and each link holds on to the one before it.

A link keeps the SHA-256 of what it is about (the terms, an entrant, a match with all its rows) and a value that
follows from that and from the value before; so nothing stored can be changed, taken out, put in or moved without a
link that no longer holds. Called by the writing half of the store and by `arena verify`; it knows no rules.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What a link is about."""

    LEAGUE = "league"
    ENTRANT = "entrant"
    MATCH = "match"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class Link:
    """One link: `digest` is of what it is about, `value` of the value before and that digest. Both are hex.

    `kind` is a `Kind`, unless somebody has tampered with it.
    """

    place: int
    kind: str
    name: str
    note: str
    digest: str
    value: str


@dataclass(frozen=True, slots=True)
class Chain:
    """A chain in short. `head` is the last value, empty before the first link.

    unchained: matches that a program of before format 2 stored. withdrawn: matches that were taken back in the open.
    """

    head: str
    links: int
    matches: int
    unchained: int
    withdrawn: int


TERMS = "terms"
"""The name under which a league's own terms are linked."""

# Names of columns are written out: a column that a later format adds must not change what an old link holds.
_LEAGUE = "SELECT key, value FROM league WHERE key IN ('terms', 'unchained') ORDER BY key"
_ENTRANT = "SELECT position, name, version, digest, language FROM entrant WHERE name = ?"
_MATCH = (
    "SELECT id, name, lineup, sitting, block, first, numbers, bots, tables, hands, sandbox, wall_s, late_s "
    "FROM match WHERE name = ?"
)
_OF_MATCH = {
    "seat": "SELECT seat, bot, decisions, think_s, slowest_s, peak_memory_mb, cpu_s, starts, faults, late, out, log "
    "FROM seat WHERE match = ? ORDER BY seat",
    "played": "SELECT number, payoffs, stood_in, forfeited FROM played WHERE match = ? ORDER BY number",
    "hand": "SELECT number, hand, hex(actions), scores, totals, payoffs, complete FROM hand WHERE match = ? "
    "ORDER BY number, hand",
    "fault": "SELECT place, number, in_hand, kind, seat, bot, detail, table_name, hand, trick, used_ms, allowed_ms, "
    "frames, stderr FROM fault WHERE match = ? ORDER BY place",
}
# What format 3 added, in a line of its own where there is any, so that older matches have the digests that they had.
_TIMES = "SELECT seat, times FROM seat WHERE match = ? AND times <> '' ORDER BY seat"
_LINKS = "SELECT place, kind, name, note, digest, value FROM chain ORDER BY place"
_LAST = "SELECT value FROM chain ORDER BY place DESC LIMIT 1"


def value_after(before: str, digest: str) -> str:
    """The value of a link: the SHA-256 of the two hex texts one after the other; `before` is empty at the first."""
    return hashlib.sha256((before + digest).encode()).hexdigest()


def digest_of(connection: sqlite3.Connection, kind: Kind, name: str, note: str = "") -> str | None:
    """The SHA-256 of what is stored under this name, in hex; None if nothing is.

    It is taken of lines, each a JSON array without spaces and in ASCII: first kind, name and note, then for each
    table its name and its rows (`docs/durability.md` has an example to compute).
    """
    parts = _parts(connection, kind, name)
    if parts is None:
        return None
    total = hashlib.sha256(_line([kind, name, note]))
    for table, rows in parts:
        total.update(_line([table, *rows]))
    return total.hexdigest()


def begin(connection: sqlite3.Connection) -> None:
    """Link the league's terms and every entrant that is there. For a transaction; the chain must be empty."""
    _add(connection, Kind.LEAGUE, TERMS)
    for name in _entrants(connection):
        _add(connection, Kind.ENTRANT, name)


def extend(connection: sqlite3.Connection, kind: Kind, names: Iterable[str], note: str = "") -> None:
    """Link what has just been stored, in the transaction that stored it.

    A database of before format 2 has no chain yet: it begins here, with the terms and the entrants.
    """
    if connection.execute(_LAST).fetchone() is None:
        begin(connection)
        if kind is Kind.ENTRANT:
            return
    for name in names:
        _add(connection, kind, name, note)


def links(connection: sqlite3.Connection) -> Iterator[Link]:
    """The links in their order."""
    for row in connection.execute(_LINKS):
        yield Link(*row)


def summary(connection: sqlite3.Connection) -> Chain:
    """The chain in short, without checking it."""
    last = connection.execute(_LAST).fetchone()
    (every,) = connection.execute("SELECT count(*) FROM chain").fetchone()
    (withdrawn,) = connection.execute("SELECT count(*) FROM chain WHERE kind = ?", (Kind.WITHDRAWN,)).fetchone()
    (matches,) = connection.execute("SELECT count(*) FROM match").fetchone()
    unchained = len(list(unlinked_before(connection)))
    return Chain(last[0] if last else "", every, matches - unchained, unchained, withdrawn)


def unlinked_before(connection: sqlite3.Connection) -> Iterator[str]:
    """The names of the matches that were stored before format 2."""
    # The number of a match that was withdrawn may be given once more, to a match that is linked.
    query = (
        "SELECT name FROM match WHERE id <= (SELECT CAST(value AS INTEGER) FROM league WHERE key = 'unchained') "
        "AND name NOT IN (SELECT name FROM chain WHERE kind = 'match')"
    )
    return (name for (name,) in connection.execute(query))


def strays(connection: sqlite3.Connection) -> Iterator[tuple[str, int]]:
    """Tables and match numbers of rows that belong to no match."""
    for table in _OF_MATCH:
        query = f"SELECT DISTINCT match FROM {table} WHERE match NOT IN (SELECT id FROM match) ORDER BY match"
        yield from ((table, match) for (match,) in connection.execute(query))


def _parts(
    connection: sqlite3.Connection, kind: Kind, name: str
) -> Iterator[tuple[str, list[tuple[object, ...]]]] | None:
    """Each table's name and the rows of it that a link is about."""
    if kind is Kind.WITHDRAWN:
        return iter(())
    if kind is Kind.LEAGUE:
        return iter([("league", connection.execute(_LEAGUE).fetchall())])
    own = connection.execute(_ENTRANT if kind is Kind.ENTRANT else _MATCH, (name,)).fetchall()
    if not own:
        return None
    return iter([("entrant", own)]) if kind is Kind.ENTRANT else _of_match(connection, own)


def _of_match(
    connection: sqlite3.Connection, own: list[tuple[object, ...]]
) -> Iterator[tuple[str, list[tuple[object, ...]]]]:
    yield "match", own
    for table, query in _OF_MATCH.items():
        yield table, connection.execute(query, (own[0][0],)).fetchall()
    if times := connection.execute(_TIMES, (own[0][0],)).fetchall():
        yield "times", times


def _add(connection: sqlite3.Connection, kind: Kind, name: str, note: str = "") -> None:
    last = connection.execute(_LAST).fetchone()
    digest = digest_of(connection, kind, name, note)
    assert digest is not None, f"{kind} {name} is linked before it is stored"
    value = value_after(last[0] if last else "", digest)
    connection.execute(
        "INSERT INTO chain (kind, name, note, digest, value) VALUES (?, ?, ?, ?, ?)", (kind, name, note, digest, value)
    )


def _entrants(connection: sqlite3.Connection) -> list[str]:
    return [name for (name,) in connection.execute("SELECT name FROM entrant ORDER BY position")]


def _line(values: list[object]) -> bytes:
    # Bytes are where no program of ours puts them, but a database may be tampered with.
    text = json.dumps(values, separators=(",", ":"), default=lambda value: {"bytes": bytes(value).hex()})
    return text.encode() + b"\n"
