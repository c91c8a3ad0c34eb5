"""The check of a league's chain of records: what was changed, taken out, put in or moved since it was stored.

Called by `arena verify` through the store. Differences are sentences that name what they are about; whether the
stored play is right by the rules is another check's business.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field

from arena.store import chain
from arena.store.chain import Kind, Link


@dataclass(frozen=True, slots=True)
class ChainCheck:
    """What the check found. `notes` are worth knowing and no differences."""

    differences: tuple[str, ...]
    notes: tuple[str, ...]


@dataclass(slots=True)
class _Walk:
    """What the links say is stored, and which values they have had."""

    linked: dict[tuple[Kind, str], str] = field(default_factory=dict)
    withdrawn: list[Link] = field(default_factory=list)
    found: bool = False


def check(connection: sqlite3.Connection, published: str = "") -> ChainCheck:
    """Compare every link with the one before it and with what is stored. For a transaction.

    published: a head that was written down elsewhere, or its beginning; it must be among the values.
    """
    walk = _Walk()
    differences = list(_walk(connection, walk, published.lower()))
    if published and not walk.found:
        differences.append(
            f"chain: the published head {published} is none of its values: records that were stored when it was "
            "published have been taken out or made anew since"
        )
    older = set(chain.unlinked_before(connection))
    differences += _linked(connection, walk)
    differences += _unlinked(connection, walk, older)
    differences += [
        f"chain: {table} has rows of a match (number {match}) that is not stored"
        for table, match in chain.strays(connection)
    ]
    return ChainCheck(tuple(differences), tuple(_notes(walk, older)))


def _walk(connection: sqlite3.Connection, walk: _Walk, published: str) -> Iterator[str]:
    """Follow the links from the first; a broken one is told once, and what follows it is taken at its word."""
    before, due = "", 1
    for link in chain.links(connection):
        what = f"{link.kind} {link.name}"
        if link.value != chain.value_after(before, link.digest) or link.place != due:
            yield (
                f"chain: link {link.place} ({what}) does not follow from the one before it: links were changed, "
                "taken out, put in or moved there"
            )
        before, due = link.value, link.place + 1
        walk.found |= bool(published) and link.value.startswith(published)
        if link.kind not in list(Kind):
            yield f"chain: link {link.place} is about {what}, which is nothing that a league stores"
            continue
        if link.kind == Kind.WITHDRAWN:
            walk.linked.pop((Kind.MATCH, link.name), None)
            walk.withdrawn.append(link)
            if link.digest != chain.digest_of(connection, Kind.WITHDRAWN, link.name, link.note):
                yield f"chain: the reason why match {link.name} was withdrawn has been changed"
            continue
        kind = Kind(link.kind)
        if kind is Kind.MATCH and (kind, link.name) in walk.linked:
            yield f"chain: match {link.name} is linked twice, the second time by link {link.place}"
        walk.linked[kind, link.name] = link.digest


def _linked(connection: sqlite3.Connection, walk: _Walk) -> Iterator[str]:
    """Whether everything that is linked is there, and is what it was."""
    for (kind, name), digest in walk.linked.items():
        what = "the league's terms" if kind is Kind.LEAGUE else f"{kind} {name}"
        try:
            now = chain.digest_of(connection, kind, name)
        except sqlite3.Error as error:
            yield f"chain: {what}: can't be read any more: {error}"
            continue
        if now is None:
            yield f"chain: {what}: stored once, and not there any more"
        elif now != digest:
            yield f"chain: {what}: changed since it was stored"


def _unlinked(connection: sqlite3.Connection, walk: _Walk, older: set[str]) -> Iterator[str]:
    """What is stored though no link says so. A chain that has not begun yet has nothing to say of it."""
    matches = (name for (name,) in connection.execute("SELECT name FROM match ORDER BY id"))
    stored = [(Kind.MATCH, name) for name in matches if name not in older]
    if walk.linked:
        names = (name for (name,) in connection.execute("SELECT name FROM entrant ORDER BY position"))
        stored += [(Kind.ENTRANT, name) for name in names]
    for kind, name in stored:
        if (kind, name) not in walk.linked:
            yield f"chain: {kind} {name} is stored without a link: it was put in by something else than a run"


def _notes(walk: _Walk, older: set[str]) -> Iterator[str]:
    if older:
        yield (
            f"chain: {len(older)} matches are unchained, since they were stored before there was a chain (format 1); "
            "their play is checked, later changes of their figures may not be seen"
        )
    for link in walk.withdrawn:
        yield f"chain: match {link.name} was withdrawn (link {link.place}): {link.note}"
