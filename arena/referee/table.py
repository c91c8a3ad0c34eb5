"""One table of a match: the game in play, what each seat has been told of it, and its record as it grows.

`arena.referee.match` drives it. It knows the rules only through the game layer, and no process at all.
"""

from __future__ import annotations

from arena.game import Game
from arena.phases import Event, Phase
from arena.records import Fault, HandRecord, TableRecord
from arena.seeds import bot_seed
from arena.views import Views
from arena.wire.messages import Act, End, Start

NOBODY = -1


class Table:
    """A game with its audience.

    absent: by seat, whether a stand-in plays the present hand. guest: by seat, which start of the seat's bot
    follows this table (NOBODY: it has not been told that the table is open). waiting: whether the table waits
    between hands for bots that are being started.
    """

    __slots__ = ("_folded", "_views", "absent", "faults", "game", "guest", "hands", "number", "stood_in", "told")

    def __init__(self, game: Game) -> None:
        seats = game.variant.seats
        self.game = game
        self.number = game.number
        self.absent = [False] * seats
        self.guest = [NOBODY] * seats
        self.stood_in: set[int] = set()
        self.faults: list[Fault] = []
        self.hands: list[HandRecord] = []
        self.told = [0] * seats
        self._views = Views(game.variant, game.totals)
        self._folded = 0

    def act(self, seat: int, phase: Phase, legal: int, turn: int, *, view: bool) -> Act:
        """The question to the seat whose turn it is; its clock (`ms`) is still to be set."""
        log = self.game.log
        act = Act(self.number, turn, phase.tokens(self.game.hand, legal), 0, self._news(seat))
        if view:
            if self._folded < len(log):
                self._views.fold(log, self._folded)
                self._folded = len(log)
            act.view = self._views.view(seat, phase.kind)
        return act

    def _news(self, seat: int) -> list[Event]:
        log = self.game.log
        news = [event for to, event in log[self.told[seat] :] if to < 0 or to == seat]
        self.told[seat] = len(log)
        return news

    def start(self, seat: int) -> Start:
        """The message that opens the table for a bot that comes to it before the present hand."""
        game, hand = self.game, self.game.hand
        self.told[seat] = hand.opening
        seed = bot_seed(game.seed, game.variant.name, game.variant.seats, game.number, seat)
        return Start(self.number, hand.dealer, game.totals, seed)

    def end(self, seat: int) -> End:
        """The message that closes the table."""
        return End(self.number, self.game.totals, [float(paid) for paid in self.game.payoffs], self._news(seat))

    def close_hand(self) -> None:
        """Score the finished hand and write its record."""
        game, hand = self.game, self.game.hand
        game.close()
        self._record(hand.scores, game.hand_payoffs, complete=True)

    def forfeit(self, seat: int) -> None:
        """End the table now: `seat` pays for it, and the hand in play counts for nothing."""
        game = self.game
        game.over, game.payoffs = True, game.forfeit_payoffs(seat)
        zeros = (0,) * game.variant.seats
        self._record(zeros, zeros, complete=False)

    def _record(self, scores: tuple[int, ...], payoffs: tuple[float, ...], *, complete: bool) -> None:
        game, hand = self.game, self.game.hand
        self.hands.append(
            HandRecord(
                number=game.number,
                hand=hand.number,
                actions=bytes(hand.actions),
                scores=scores,
                totals=tuple(game.totals),
                payoffs=payoffs,
                complete=complete,
                faults=tuple(self.faults),
            )
        )
        self.faults = []

    def record(self, forfeited: tuple[int, ...]) -> TableRecord:
        """What came of the finished table."""
        return TableRecord(
            number=self.number,
            hands=tuple(self.hands),
            payoffs=self.game.payoffs,
            stood_in=tuple(sorted(self.stood_in)),
            forfeited=forfeited,
        )
