"""How a league's database is made, recognised and opened.

`arena.store.store` comes here for its connection. Whatever else may lie at the path (nothing, a folder, another
program's file, a newer format) is refused with one sentence that says what it is and what to do.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from arena.errors import StoreError
from arena.store import migrations
from arena.store.drafts import draft_of, settle_names

DATABASE = "league.db"
"""The name of the database in a league's folder."""

BUSY_S = 10.0
_SMALLEST = 100
"""Bytes of a database's header; SQLite takes what is shorter for a database that is yet to be filled."""


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Turn SQLite's own errors into StoreErrors that name the file."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(f"{path}: {_explained(error)}") from error


def create(path: Path, fill: Callable[[sqlite3.Connection], None]) -> sqlite3.Connection:
    """Make a new, empty database and open it for writing; StoreError if something is there already.

    It is made and filled under another name and put in place when it is whole, so that a crash leaves no half of
    one.
    """
    path = path / DATABASE if path.is_dir() else path
    if path.exists():
        raise StoreError(f"{path}: there is something already; go on with that league, or choose another folder")
    draft = draft_of(path)
    try:
        draft.unlink(missing_ok=True)
        draft.touch()
        with told(path):
            connection = _connected(draft)
            try:
                migrations.migrate(connection)
                fill(connection)
            finally:
                connection.close()
        # A link, unlike a rename, fails when somebody else was quicker.
        os.link(draft, path)
        settle_names(path.parent)
    except FileExistsError:
        raise StoreError(f"{path}: another run has just made this database") from None
    except OSError as error:
        raise StoreError(f"{path}: can't be made: {error.strerror}; {_remedy(error.errno)}") from error
    finally:
        for ending in ("", "-wal", "-shm", "-journal"):
            draft.with_name(draft.name + ending).unlink(missing_ok=True)
    return append(path)


def append(path: Path) -> sqlite3.Connection:
    """Open a league's database for writing."""
    path = recognised(path)
    if not _writable(path):
        raise StoreError(f"{path}: can't be written: {_READ_ONLY}")
    with told(path):
        connection = _connected(path)
        return _current(connection, path)


def read(path: Path) -> sqlite3.Connection:
    """Open a league's database for reading, also while another process writes it."""
    path = recognised(path)
    with told(path):
        connection = _connected(path) if _writable(path) else _frozen(path)
        connection = _current(connection, path)
        connection.execute("PRAGMA query_only = ON")
        return connection


def recognised(path: Path) -> Path:
    """The database file at `path` (or in the folder `path`); StoreError says what is there instead.

    That it is a database SQLite itself finds out, since nobody else may open the file: whoever closes it drops all
    locks of this process on it, and the next reader to leave would delete the log from under a run that goes on.
    """
    if path.is_dir():
        path = path / DATABASE
        if not path.is_file():
            raise StoreError(f"{path.parent}: holds no league ({DATABASE} is missing); give the folder of a league")
    try:
        size = path.stat().st_size
    except FileNotFoundError:
        raise StoreError(f"{path}: there is no such file; give the folder of a league that was run") from None
    except OSError as error:
        raise StoreError(f"{path}: can't be read: {error.strerror}") from error
    if not size:
        raise StoreError(f"{path}: is empty, not a league's database; delete it and run the league again")
    if size < _SMALLEST:
        raise StoreError(f"{path}: is not a database; give the folder of a league")
    if not os.access(path, os.R_OK):
        raise StoreError(f"{path}: can't be read: {os.strerror(errno.EACCES)}; ask its owner to allow it")
    return path


def _connected(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", timeout=BUSY_S, uri=True, isolation_level=None)
    try:
        # Another program's database must be refused before anything is changed in it.
        if _application(connection) == migrations.APPLICATION_ID or not _tables(connection):
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
    except BaseException:
        connection.close()
        raise
    return connection


def _current(connection: sqlite3.Connection, path: Path) -> sqlite3.Connection:
    """The connection, if it leads to a league's database of a format known here, brought to the newest one."""
    try:
        if _application(connection) != migrations.APPLICATION_ID:
            tables = _tables(connection)
            holds = f" (it holds {', '.join(tables[:4])})" if tables else ""
            raise StoreError(f"{path}: is another program's database, not a league's{holds}")
        version, newest = migrations.version(connection), migrations.newest()
        if version > newest:
            raise StoreError(
                f"{path}: has format {version}, and this program knows formats up to {newest}; "
                "use the newer arena that wrote it"
            )
        if version < newest:
            migrations.migrate(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _application(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA application_id").fetchone()[0])


def _tables(connection: sqlite3.Connection) -> list[str]:
    return [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]


def _writable(path: Path) -> bool:
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def _frozen(path: Path) -> sqlite3.Connection:
    """A connection to a database that can't be written, nor can anything beside it."""
    # Without a log there is nothing that could change, and SQLite needs no notes of its own beside the file.
    fixed = "" if path.with_name(path.name + "-wal").exists() else "&immutable=1"
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro{fixed}", uri=True, isolation_level=None)
    try:
        if (
            _application(connection) == migrations.APPLICATION_ID
            and migrations.version(connection) < migrations.newest()
        ):
            return _copied(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _copied(connection: sqlite3.Connection) -> sqlite3.Connection:
    """A private copy of a database of an older format, which can be brought up where the database itself can't."""
    copy = sqlite3.connect("", isolation_level=None)
    connection.backup(copy)
    connection.close()
    return copy


_READ_ONLY = "the file or its folder is read-only; allow writing there, or copy the folder to where you may write"
_FREE_SPACE = "free some space and run the same command again: it goes on with what is stored"


def _remedy(number: int | None) -> str:
    if number in (errno.ENOSPC, errno.EDQUOT):
        return _FREE_SPACE
    return "make the folder, or choose another one, where you may write"


def _explained(error: sqlite3.Error) -> str:
    name = getattr(error, "sqlite_errorname", "")
    reasons = {
        "SQLITE_BUSY": ("another process holds the database", "is a run of this league going on?"),
        "SQLITE_FULL": ("the disk is full, and what was being stored was not kept", _FREE_SPACE),
        "SQLITE_READONLY": ("can't be written", _READ_ONLY),
        "SQLITE_CANTOPEN": (
            "can't be opened, because its folder is read-only or the disk full",
            "if an interrupted run left a log there (league.db-wal), copy the whole folder to where you may write",
        ),
        "SQLITE_IOERR": ("can't be read or written, because the disk is full or fails", _FREE_SPACE),
        "SQLITE_NOTADB": ("is not a database", "give the folder of a league"),
        "SQLITE_CORRUPT": ("the database is damaged", "restore the folder from a backup, or play the league anew"),
    }
    for known, (reason, remedy) in reasons.items():
        if name.startswith(known):
            return f"{reason} ({error}): {remedy}"
    return f"the database fails: {error}"
