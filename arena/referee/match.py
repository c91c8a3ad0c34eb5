"""A match: some bots at the tables of one block of deals, from the first `hello` to the last `bye`.

`play_match` is called by the league's workers and by `arena play`. The loop here is the hot path of the whole
arena: ask, wait, judge, apply. It reaches bots through `Lines` alone, so that it runs the same with real
processes and with players in memory. Whatever a bot does is data; only our own errors are exceptions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from math import inf

from arena.errors import PluginError, WireError
from arena.game import Game
from arena.records import Fault, FaultKind, MatchRecord, MatchSpec, Mode, OnFault, TableRecord
from arena.referee import faults
from arena.referee.lines import HostFailed, Lines, Trouble
from arena.referee.player import Player, Question, State
from arena.referee.table import Table
from arena.variant import Variant
from arena.wire.messages import Bye, FaultNotice, Hello, Move, Ready, decode, encode

FAREWELL_S = 1.0
SURVIVABLE = {FaultKind.ILLEGAL, FaultKind.TIMEOUT}
HOST_SHARE = 0.5


class HostTooSlow(HostFailed):
    """The host kept the match waiting for so long that a bot's time-out is not the bot's own."""


def play_match(
    spec: MatchSpec, variant: Variant, lines: Lines, clocks_ms: Mapping[int, int] | None = None
) -> MatchRecord:
    """Play a match to its end and return what came of it; all processes are gone then.

    clocks_ms: for seats with another clock than the match's `move_ms`, a person's for instance. A failure of the
    variant's code or of the host makes the match void; it is not raised.
    """
    match = _Match(spec, variant, lines, clocks_ms or {})
    begun_s = lines.now()
    void = ""
    try:
        match.play()
        match.say_bye()
    except HostFailed as error:
        void = f"host: {error}"
    except Exception as error:
        # Told apart after the fact, so that the hot path pays nothing for it.
        if not isinstance(error, PluginError) and not faults.raised_by(variant, error.__traceback__):
            raise
        table = match.table
        void = faults.variant_failure(variant, error, table, spec.table(table.number) if table else "")
    finally:
        lines.close()
    return MatchRecord(
        spec=spec,
        tables=() if void else tuple(sorted(match.records, key=lambda table: table.number)),
        seats=tuple(player.record(lines.usage(player.seat), lines.log(player.seat)) for player in match.players),
        sandbox=lines.sandbox,
        wall_s=lines.now() - begun_s,
        late_s=lines.worst_late_s,
        faults=tuple(match.faults),
        void=void,
    )


class _Match:
    def __init__(self, spec: MatchSpec, variant: Variant, lines: Lines, clocks_ms: Mapping[int, int]) -> None:
        self.spec = spec
        self.variant = variant
        self.lines = lines
        self.limits = spec.limits
        self.move_ms = [clocks_ms.get(seat, spec.limits.move_ms) for seat in range(spec.seats)]
        self.players = [Player(seat, bot) for seat, bot in enumerate(spec.bots)]
        self.numbers: Iterator[int] = iter(spec.numbers)
        self.capacity = 1
        self.tables: dict[int, Table] = {}
        self.waiting: list[Table] = []
        self.records: list[TableRecord] = []
        self.faults: list[Fault] = []
        self.table: Table | None = None
        self.more = True

    # The loop.

    def play(self) -> None:
        for player in self.players:
            self._start(player)
        players, lines = self.players, self.lines
        while self._seat_tables():
            until_s = inf
            for player in players:
                if player.new:
                    self._send(player)
                if player.deadline_s < until_s:
                    until_s = player.deadline_s
            seen_s, happenings = lines.wait(until_s)
            now_s = lines.now()
            for seat, what in happenings:
                if type(what) is bytes:
                    self._heard(players[seat], what, now_s)
                else:
                    self._trouble(players[seat], what)  # type: ignore[arg-type]
            if until_s <= seen_s:  # What was asked since is due later.
                for player in players:
                    if player.deadline_s <= seen_s and player.overdue(seen_s):
                        self._expired(player, seen_s)

    def _heard(self, player: Player, payload: bytes, now_s: float) -> None:
        player.recent.append(("<", payload))
        try:
            messages = decode(payload)
        except WireError as error:
            self._fault(player, FaultKind.PROTOCOL, str(error))
            return
        for message in messages:
            if type(message) is Move:
                question = player.open.get(message.table)
                if question is not None and question.act.turn == message.turn:
                    self._answer(player, question, message, now_s)
                else:
                    self._unexpected(player, message)
            elif isinstance(message, Ready):
                self._ready(player, message)
            if player.state is not State.READY:
                return

    def _answer(self, player: Player, question: Question, move: Move, now_s: float) -> None:
        table = question.table
        hand = table.game.hand
        action = hand.phase.action(hand, move.action, question.legal)  # type: ignore[union-attr]
        if action < 0:
            self._fault(player, FaultKind.ILLEGAL, faults.illegal(question, move), [question], now_s)
            return
        player.answered(question, now_s)
        if not player.open:
            self.lines.rest(player.seat)
        self.table = table
        hand.apply(action)
        self._advance(table)

    def _advance(self, table: Table) -> None:
        """Go on until a bot must be asked, or the table is over or waits."""
        self.table = table
        game = table.game
        while True:
            hand = game.hand
            phase = hand.phase
            if phase is None:
                table.close_hand()
                if game.over:
                    self._finish(table)
                    return
                game.next_hand()
                if not self._deal_in(table):
                    return
                continue
            seat = phase.turn
            legal = phase.legal(hand)
            if not legal:
                raise PluginError("no action is legal, but the hand is not over")
            if table.absent[seat]:
                table.stood_in.add(seat)
                hand.apply((legal & -legal).bit_length() - 1)
                continue
            player = self.players[seat]
            act = table.act(seat, phase, legal, player.turn(table.number), view=player.view)
            player.ask(Question(table, act, legal))
            return

    def _send(self, player: Player) -> None:
        ms = len(player.open) * self.move_ms[player.seat]
        for question in player.new:
            question.act.ms = ms
        frame = encode(player.outbox)
        player.outbox = []
        # A bot on the same core may answer before the write returns: its time to think begins here, its clock
        # only when the frame is written.
        asked_s = self.lines.now()
        self.lines.send(player.seat, frame)
        player.recent.append((">", frame))
        player.sent(asked_s, self.lines.now() + ms / 1000)

    # Tables.

    def _seat_tables(self) -> bool:
        """Open what tables can be opened; False when all have been played."""
        if (self.waiting or (self.more and len(self.tables) < self.capacity)) and not self._starting():
            waiting, self.waiting = self.waiting, []
            for table in waiting:
                if self._deal_in(table):
                    self._advance(table)
            while self.more and len(self.tables) < self.capacity and not self._starting():
                self._open_next()
        return self.more or bool(self.tables)

    def _open_next(self) -> None:
        number = next(self.numbers, None)
        if number is None:
            self.more = False
            return
        self.table = None
        game = Game(self.variant, self.spec.seed, number, single=self.spec.mode is Mode.DEALS)
        table = self.tables[number] = Table(game)
        if self._deal_in(table):
            self._advance(table)

    def _starting(self) -> bool:
        return any(player.state is State.STARTING for player in self.players)

    def _deal_in(self, table: Table) -> bool:
        """Bring the bots to a hand that was just dealt; False if the table must wait for one, or is over."""
        for player in self.players:
            if player.state is State.DOWN:
                self._start(player)
        if self._starting():
            self.waiting.append(table)
            return False
        for player in self.players:
            seat = player.seat
            table.absent[seat] = player.state is State.OUT
            if player.state is State.READY and table.guest[seat] != player.starts:
                table.guest[seat] = player.starts
                player.outbox.append(table.start(seat))
        if self.limits.on_fault is OnFault.FORFEIT and any(table.absent):
            self._forfeit(table, table.absent.index(True))
            return False
        return True

    def _forfeit(self, table: Table, seat: int) -> None:
        table.forfeit(seat)
        self._finish(table, forfeited=self.variant.teams[self.variant.team_of(seat)])

    def _finish(self, table: Table, forfeited: tuple[int, ...] = ()) -> None:
        for player in self.players:
            if player.state is State.READY and table.guest[player.seat] == player.starts:
                player.drop(table.number)
                player.outbox.append(table.end(player.seat))
        self.records.append(table.record(forfeited))
        del self.tables[table.number]

    # Bots that come and go.

    def _start(self, player: Player) -> None:
        limits = self.limits
        player.state = State.STARTING
        player.starts += 1
        player.opened_s = self.lines.now()
        player.deadline_s = player.opened_s + limits.start_ms / 1000
        self.lines.open(player.seat)
        memory_mb = self.lines.memory_mb(player.seat)
        asked = {"start_ms": limits.start_ms, "move_ms": self.move_ms[player.seat], "memory_mb": memory_mb}
        hello = Hello(
            variant=self.variant.name,
            options=asdict(self.variant.options),
            seats=self.variant.seats,
            seat=player.seat,
            tables=limits.tables,
            limits=asked,
        )
        frame = encode([hello])
        self.lines.send(player.seat, frame)
        player.recent.append((">", frame))

    def _ready(self, player: Player, ready: Ready) -> None:
        if player.state is not State.STARTING:
            self._fault(player, FaultKind.PROTOCOL, "`ready` was said twice; it answers `hello`, once.")
            return
        player.state = State.READY
        player.tables = ready.tables
        player.view = ready.view
        player.deadline_s = inf
        offers = [other.tables for other in self.players if other.state is State.READY]
        self.capacity = min(self.limits.tables, *offers)
        self.lines.rest(player.seat)

    def say_bye(self) -> None:
        """Send the farewells and give the bots their second to go in peace."""
        present = {player.seat for player in self.players if player.state is State.READY}
        for seat in present:
            player = self.players[seat]
            player.outbox.append(Bye())
            self._send(player)
        deadline_s = self.lines.now() + FAREWELL_S
        seen_s = 0.0
        while present and seen_s < deadline_s:
            seen_s, happenings = self.lines.wait(deadline_s)
            present -= {seat for seat, what in happenings if isinstance(what, Trouble)}

    # Faults.

    def _unexpected(self, player: Player, move: Move) -> None:
        asked = player.asked.get(move.table, 0)
        if player.state is State.READY and 0 <= move.turn < asked:
            player.late += 1
            if not player.open:
                self.lines.rest(player.seat)
        else:
            self._fault(player, FaultKind.PROTOCOL, faults.not_asked(move, asked))

    def _trouble(self, player: Player, trouble: Trouble) -> None:
        if player.state in (State.STARTING, State.READY):
            self._fault(player, trouble.kind, trouble.detail)

    def _expired(self, player: Player, seen_s: float) -> None:
        starting = player.state is State.STARTING
        allowed_s = (self.limits.start_ms if starting else self.move_ms[player.seat]) / 1000
        if self.lines.late_s > HOST_SHARE * allowed_s:
            raise HostTooSlow(f"it woke {self.lines.late_s * 1000:.0f} ms late, of {allowed_s * 1000:.0f} ms allowed")
        unfinished = self.lines.unfinished(player.seat)
        if starting:
            came = f"; of an answer there were {unfinished}" if unfinished else ""
            detail = f"no `ready` within {self.limits.start_ms} ms of `hello`{came}."
            self._fault(player, FaultKind.START_TIMEOUT, detail, now_s=seen_s)
            return
        expired = [question for question in player.open.values() if question.deadline_s <= seen_s]
        detail = faults.timeout(player, expired, unfinished)
        self._fault(player, FaultKind.TIMEOUT, detail, expired, seen_s)

    def _fault(
        self,
        player: Player,
        kind: FaultKind,
        detail: str,
        questions: list[Question] | None = None,
        now_s: float | None = None,
    ) -> None:
        """Write a fault down, tell the bot, and let what follows follow."""
        seat = player.seat
        questions = questions or list(player.open.values())
        if kind not in SURVIVABLE and (asked := faults.asked(questions)):
            detail = f"{detail.rstrip('.')}. {asked}"
        present = [t for t in self.tables.values() if t.guest[seat] == player.starts and not t.absent[seat]]
        at = questions[0].table if questions else present[0] if present else None
        self._write_down(player, kind, detail, at, questions, self.lines.now() if now_s is None else now_s)
        notice = FaultNotice(at.number if at else None, str(kind), detail)
        if kind in SURVIVABLE and player.faults < self.limits.max_faults:
            hit = [question.table for question in questions]
            for table in hit:
                player.drop(table.number)
            player.outbox.append(notice)
            self._send(player)
        else:
            hit = present
            self._dismiss(player, notice)
        for table in hit:
            if self.limits.on_fault is OnFault.FORFEIT:
                self._forfeit(table, seat)
                continue
            table.absent[seat] = True
            phase = table.game.hand.phase
            if phase is not None and phase.turn == seat:
                self._advance(table)

    def _dismiss(self, player: Player, notice: FaultNotice) -> None:
        """End a bot's process; it may come back at the next hand unless it has used up its faults."""
        self.lines.send(player.seat, encode([notice, Bye()]))
        self.lines.shut(player.seat)
        player.gone()
        if player.faults >= self.limits.max_faults:
            player.state = State.OUT

    def _write_down(
        self, player: Player, kind: FaultKind, detail: str, at: Table | None, questions: list[Question], now_s: float
    ) -> None:
        player.faults += 1
        if questions:
            used_s, allowed_s = now_s - questions[0].asked_s, questions[0].act.ms / 1000
        elif player.state is State.STARTING:
            used_s, allowed_s = now_s - player.opened_s, self.limits.start_ms / 1000
        else:
            used_s = allowed_s = 0.0
        fault = faults.fault_record(
            player,
            kind,
            detail,
            table=self.spec.table(at.number) if at else "",
            at=at,
            question=questions[0] if questions else None,
            log=self.lines.log(player.seat),
            used_s=used_s,
            allowed_s=allowed_s,
        )
        (at.faults if at else self.faults).append(fault)
