"""The database's tables, as numbered steps that are only ever added to.

Step n brings a database from format n-1 to format n; `PRAGMA user_version` says which format it has. A step that
has been released is never changed. Called when a database is created or opened.
"""

from __future__ import annotations

import sqlite3

APPLICATION_ID = 0x54524152
"""The mark of our databases in the file's header: "TRAR"."""

MIGRATIONS: tuple[str, ...] = (
    # 1: the first format. Lists by seat are JSON texts, so that a person with any SQLite tool can read them;
    # actions are bytes. A match's rows follow each other, because its id leads every key.
    """
    CREATE TABLE league (
        key TEXT PRIMARY KEY,
        value TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE entrant (
        position INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        version TEXT NOT NULL,
        digest TEXT NOT NULL,
        language TEXT NOT NULL
    );
    CREATE TABLE match (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        lineup INTEGER NOT NULL,
        sitting INTEGER NOT NULL,
        block INTEGER NOT NULL,
        first INTEGER NOT NULL,
        numbers TEXT NOT NULL,
        bots TEXT NOT NULL,
        tables INTEGER NOT NULL,
        hands INTEGER NOT NULL,
        sandbox TEXT NOT NULL,
        wall_s REAL NOT NULL,
        late_s REAL NOT NULL
    );
    CREATE INDEX match_in_schedule ON match (lineup, sitting, first, id);
    CREATE INDEX match_by_deal ON match (first, lineup, sitting, id);
    CREATE TABLE seat (
        match INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        bot TEXT NOT NULL,
        decisions INTEGER NOT NULL,
        think_s REAL NOT NULL,
        slowest_s REAL NOT NULL,
        peak_memory_mb REAL NOT NULL,
        cpu_s REAL NOT NULL,
        starts INTEGER NOT NULL,
        faults INTEGER NOT NULL,
        late INTEGER NOT NULL,
        out INTEGER NOT NULL,
        log TEXT NOT NULL,
        PRIMARY KEY (match, seat)
    ) WITHOUT ROWID;
    CREATE TABLE played (
        match INTEGER NOT NULL,
        number INTEGER NOT NULL,
        payoffs TEXT NOT NULL,
        stood_in TEXT NOT NULL,
        forfeited TEXT NOT NULL,
        PRIMARY KEY (match, number)
    ) WITHOUT ROWID;
    CREATE TABLE hand (
        match INTEGER NOT NULL,
        number INTEGER NOT NULL,
        hand INTEGER NOT NULL,
        actions BLOB NOT NULL,
        scores TEXT NOT NULL,
        totals TEXT NOT NULL,
        payoffs TEXT NOT NULL,
        complete INTEGER NOT NULL,
        PRIMARY KEY (match, number, hand)
    ) WITHOUT ROWID;
    CREATE TABLE fault (
        match INTEGER NOT NULL,
        place INTEGER NOT NULL,
        number INTEGER,
        in_hand INTEGER,
        kind TEXT NOT NULL,
        seat INTEGER NOT NULL,
        bot TEXT NOT NULL,
        detail TEXT NOT NULL,
        table_name TEXT NOT NULL,
        hand INTEGER NOT NULL,
        trick INTEGER NOT NULL,
        used_ms INTEGER NOT NULL,
        allowed_ms INTEGER NOT NULL,
        frames TEXT NOT NULL,
        stderr TEXT NOT NULL,
        PRIMARY KEY (match, place)
    );
    CREATE INDEX fault_by_bot ON fault (bot, kind, match, place);
    CREATE TABLE void (
        name TEXT PRIMARY KEY,
        lineup INTEGER NOT NULL,
        sitting INTEGER NOT NULL,
        block INTEGER NOT NULL,
        reason TEXT NOT NULL,
        sandbox TEXT NOT NULL,
        attempts INTEGER NOT NULL
    ) WITHOUT ROWID;
    """,
    # 2: the chain of records. Matches that are there already stay without a link: nobody can vouch for them now.
    """
    CREATE TABLE chain (
        place INTEGER PRIMARY KEY,
        kind TEXT NOT NULL,
        name TEXT NOT NULL,
        note TEXT NOT NULL,
        digest TEXT NOT NULL,
        value TEXT NOT NULL
    );
    INSERT INTO league SELECT 'unchained', coalesce(max(id), 0) FROM match;
    """,
    # 3: how long decisions took: a JSON map of slots (`arena.records.time_slot`) and numbers; '' where nobody counted.
    """
    ALTER TABLE seat ADD COLUMN times TEXT NOT NULL DEFAULT '';
    """,
)


def newest() -> int:
    """The format that this program writes."""
    return len(MIGRATIONS)


def version(connection: sqlite3.Connection) -> int:
    """The format of an open database."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a database to the newest format, in one transaction: it has either format, never half of one."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        for number in range(version(connection), newest()):
            for statement in MIGRATIONS[number].split(";"):
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {number + 1}")
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute("COMMIT")
    except BaseException:
        # After some failures (a full disk) SQLite has rolled back by itself.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
