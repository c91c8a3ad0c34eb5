"""`Bot`: the base of a bot that keeps state. There is one instance for each table that is open.

Bots subclass it; the session makes the instances and calls them. It knows nothing of frames.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:  # `typing` would be half of a small bot's start-up
    import random
    from typing import Any

    from arena.sdk.heard import Act, End, Hello, Start
    from arena.variant import Variant
    from arena.views import Views
    from arena.worlds import Worlds


class Bot:
    """One table's bot: write `choose`, and what else you need.

    The attributes are there from `start` on (not yet in `__init__`, which takes no arguments): `hello`, `seat`,
    `seats`, `variant` (the game's name), `options`, and `events`, all that this table has been told so far.

    A bot for many tables may answer all questions of a frame together: give it a class method
    `choose_many(cls, acts)` that returns as many tokens; `act.bot` is the instance of each table.
    """

    hello: Hello
    seat: int
    seats: int
    variant: str
    options: dict[str, Any]
    events: list[list[Any]]

    _opening: Start
    _rng: random.Random | None = None
    _views: Views | None = None
    _folded: int = 0

    def choose(self, act: Act) -> str:
        """The token to play, one of `act.legal`."""
        raise NotImplementedError(f"{type(self).__name__} has no method choose(self, act)")

    def start(self, start: Start) -> None:
        """The table opens."""

    def event(self, event: list[Any]) -> None:
        """Something happened at this table; each event comes once, in order, before `choose`."""

    def end(self, end: End) -> None:
        """The table is over; nothing more comes for this instance."""

    @property
    def rng(self) -> random.Random:
        """A generator seeded by the referee for this table, so that a bot that uses no other can be replayed."""
        if self._rng is None:
            import random

            self._rng = random.Random(self._opening.seed)
        return self._rng

    @property
    def game(self) -> Variant:
        """The rules: the variant at this number of seats, with these options.

        Raises LookupError outside a match that names the game's class.
        """
        from arena.sdk.knowledge import game_of

        return game_of(self.hello)

    def knowledge(self, legal: list[str], phase: str | None = None) -> dict[str, Any]:
        """What this seat knows now, in the shape of the view, folded from `events`."""
        from arena.sdk.knowledge import folded_view

        if self._views is None:
            from arena.views import Views

            self._views = Views(self.game, self._opening.totals)
        news, self._folded = self.events[self._folded :], len(self.events)
        if phase is None:
            phase = "play" if legal[0] in self.game.deck.faces else ""
        return folded_view(self._views, news, self.seat, phase)

    def worlds(self) -> Worlds:
        """How the unseen cards of the present hand can lie, to draw from; they follow from `events` (`arena.worlds`).

        Made anew each time, which takes longest at the beginning of a hand: keep it for all the draws of a decision.
        """
        from arena.sdk.knowledge import worlds_of

        return worlds_of(self.game, self.seat, self.events)

    def seated(self, hello: Hello, start: Start) -> None:
        """Give the attributes their values; the session calls it before `start`."""
        self.hello = hello
        self.seat = hello.seat
        self.seats = hello.seats
        self.variant = hello.variant
        self.options = hello.options
        self.events = []
        self._opening = start
