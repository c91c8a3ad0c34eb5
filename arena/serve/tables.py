"""Tables at which a person plays in a browser: each a match in a thread of its own, told to its page news by news.

The person's side is a `Front` like that of the terminal. A table belongs to the browser session that opened it, ends
when its person leaves or nobody has looked at it for a while, and is kept like any table once it is over.
"""

from __future__ import annotations

import queue
import secrets
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path
from typing import Any

from arena.errors import ArenaError, InputError
from arena.human import HUMAN, NO_CLOCK_MS, Asked, Left, Sitting
from arena.league.file import Entry, find_bot, number_names
from arena.league.keeping import entrants, keep
from arena.league.preflight import make_programs
from arena.plugin import Registry
from arena.records import MatchRecord, MatchSpec, Mode
from arena.referee.sandbox import Sandbox
from arena.sdk import End, Hello, Start
from arena.serve.stream import Channel
from arena.variant import Variant

MOST_REMEMBERED = 100
"""How many tables that are over may be looked at again by their page."""

MOST_TABLES = 12
"""How many tables may be open at once: each has bots that use memory and time."""

UNATTENDED_S = 1800.0
"""So long may nobody look at a table before it is closed."""

WAIT_S, AGAIN_S = 5.0, 0.05
"""How often the wait for an answer looks up: at the most, and when the clock is about to run out."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A table that somebody wishes to play at. `players` by seat: names of bots, and HUMAN once."""

    variant: str
    players: tuple[str, ...]
    mode: Mode
    move_ms: int = NO_CLOCK_MS


class BrowserFront:
    """A person's side that tells a channel and waits for answers that come by `say`."""

    def __init__(self, channel: Channel, variant: Variant) -> None:
        self._channel = channel
        self._variant = variant
        self._said: queue.Queue[tuple[int, str] | None] = queue.Queue()
        self._asked: Asked | None = None
        self._number = 0
        self._until_s = 0.0
        self._scored: list[Sequence[int]] = []

    def say(self, number: int, text: str) -> None:
        """Answer question `number`; an answer to another than the open one is passed over."""
        self._said.put((number, text))

    def leave(self) -> None:
        """End the waiting for answers."""
        self._said.put(None)

    def opened(self, hello: Hello, start: Start) -> None:
        """A table opens."""
        self._scored = []
        sheet = self._variant.score_sheet([])
        self._channel.tell(kind="opened", seat=hello.seat, dealer=start.dealer, totals=start.totals, sheet=sheet)

    def told(self, event: Sequence[Any]) -> None:
        """Something has happened."""
        self._channel.tell(kind="event", event=list(event))
        if event[0] == "scores":
            self._scored.append(event[1])
            self._channel.tell(kind="sheet", sheet=self._variant.score_sheet(self._scored))

    def answer(self, asked: Asked) -> str:
        """Ask, and wait."""
        if asked is not self._asked:
            self._asked = asked
            self._number += 1
            self._until_s = time.monotonic() + asked.ms / 1000
        clock_ms = None if asked.ms >= NO_CLOCK_MS else asked.ms
        self._channel.tell(
            kind="asked", number=self._number, legal=list(asked.legal), view=asked.view, clock_ms=clock_ms
        )
        while True:
            left_s = max(self._until_s - time.monotonic(), AGAIN_S)
            try:
                said = self._said.get(timeout=min(WAIT_S, left_s))
            except queue.Empty:
                if asked.withdrawn():
                    # Passed over as late; what the referee has sent meanwhile is heard after it.
                    return asked.legal[0]
                if not self._channel.attended and time.monotonic() - self._channel.heard_s > UNATTENDED_S:
                    raise Left from None
                continue
            if said is None:
                raise Left
            number, text = said
            if number == self._number:
                return text

    def refused(self, reason: str) -> None:
        """Tell why."""
        self._channel.tell(kind="refused", reason=reason)

    def ended(self, end: End) -> None:
        """The table is over."""
        self._channel.tell(kind="ended", totals=end.scores, payoffs=end.payoffs)

    def fault(self, kind: str, detail: str) -> None:
        """What the referee wrote down."""
        self._channel.tell(kind="fault", fault=kind, detail=detail)


class Table:
    """One such table. `session` is whose it is, `token` what its page must send along, `kept` where it is kept."""

    def __init__(self, wish: Wish, variant: Variant, session: str) -> None:
        self.wish = wish
        self.variant = variant
        self.session = session
        self.name = secrets.token_urlsafe(12)
        self.token = secrets.token_urlsafe(24)
        self.channel = Channel()
        self.front = BrowserFront(self.channel, variant)
        self.names = tuple(number_names(wish.players))
        self.seat = wish.players.index(HUMAN)
        self.kept = ""
        self.sitting: Sitting | None = None
        self.gone = False

    def leave(self) -> None:
        """Give it up, from any thread."""
        self.gone = True
        self.front.leave()
        if self.sitting is not None:
            self.sitting.leave()


class Tables:
    """All tables of a server. Kept ones lie below `kept`, a folder each."""

    def __init__(self, registry: Registry, tier: Callable[[], Sandbox], kept: Path) -> None:
        self._registry = registry
        self._tier = tier
        self._kept = kept
        self._open: dict[str, Table] = {}
        self._threads: dict[str, threading.Thread] = {}
        self._lock = threading.Lock()

    def open(self, wish: Wish, session: str) -> Table:
        """Begin a table; InputError for a wish that can't be granted."""
        variant = self._registry.variant(wish.variant)(seats=len(wish.players))
        if wish.players.count(HUMAN) != 1:
            raise InputError("you sit in one seat: choose “you” for exactly one of them")
        entries = self._entries(wish)
        table = Table(wish, variant, session)
        with self._lock:
            if len(self._threads) >= MOST_TABLES:
                raise InputError(f"{MOST_TABLES} tables are open already; leave one of them first")
            over = [name for name in self._open if name not in self._threads]
            for name in over[: max(0, len(over) - MOST_REMEMBERED)]:
                del self._open[name]
            self._open[table.name] = table
            thread = threading.Thread(target=self._run, args=(table, entries), name=f"table {table.name}")
            self._threads[table.name] = thread
        thread.start()
        return table

    def find(self, name: str, session: str) -> Table | None:
        """The table of this name, if it is this session's."""
        table = self._open.get(name)
        return table if table is not None and secrets.compare_digest(table.session, session) else None

    def close(self) -> None:
        """Leave all tables; on return no bot is left."""
        with self._lock:
            threads = dict(self._threads)
        for name in threads:
            self._open[name].leave()
        for thread in threads.values():
            thread.join()

    def _entries(self, wish: Wish) -> dict[int, Entry]:
        names = tuple(number_names(wish.players))
        return {
            seat: Entry(names[seat], find_bot(self._known(player), self._registry, Path()))
            for seat, player in enumerate(wish.players)
            if player != HUMAN
        }

    def _known(self, player: str) -> str:
        """A registered bot's name; nobody may have any folder started from a page."""
        if player not in self._registry.bots:
            raise InputError(f"there is no bot called {player!r}")
        return player

    def _run(self, table: Table, entries: dict[int, Entry]) -> None:
        """A table's life, in its thread."""
        bots = Path(tempfile.mkdtemp(prefix="arena-"))
        try:
            record = self._play(table, entries, bots)
            if record is None or (record.void and table.gone):
                table.channel.tell(kind="left")
            elif record.void:
                table.channel.tell(kind="failed", reason=f"the table is void: {record.void}")
            else:
                table.kept = self._keep(table, record, entries, bots)
                table.channel.tell(kind="over", kept=table.kept)
        except ArenaError as error:
            table.channel.tell(kind="failed", reason=str(error))
        finally:
            shutil.rmtree(bots)
            table.channel.close()
            with self._lock:
                del self._threads[table.name]

    def _play(self, table: Table, entries: dict[int, Entry], bots: Path) -> MatchRecord | None:
        wish, tier = table.wish, self._tier()
        spec = MatchSpec(
            name="m0.r0.b0",
            variant=wish.variant,
            options=asdict(table.variant.options),
            seed=secrets.token_hex(8),
            mode=wish.mode,
            bots=table.names,
            numbers=(0,),
        )
        programs = make_programs(list(entries.values()), bots, tier, spec.limits)
        by_seat = {seat: programs[entry.name] for seat, entry in entries.items()}
        table.sitting = Sitting(spec, table.variant, by_seat, tier, seat=table.seat, person_ms=wish.move_ms)
        if table.gone:
            table.sitting.leave()
        return table.sitting.play(table.front)

    def _keep(self, table: Table, record: MatchRecord, entries: dict[int, Entry], bots: Path) -> str:
        """Keep the table; the name of its folder."""
        with self._lock:
            names = (f"{table.wish.variant}-{number}" for number in count(1))
            folder = next(self._kept / name for name in names if not (self._kept / name).exists())
            folder.mkdir(parents=True)
        keep(record, entrants(table.names, entries), table.variant, bots, folder)
        return folder.name
