"""What a bot hears, as objects with attributes: `Hello`, `Start`, `Act`, `End`.

Each wraps the map that came over the wire, which stays at hand as `message`: a key that is newer than this
SDK is found there. Made for every decision, so making one must cost next to nothing.
"""

from __future__ import annotations

import time

TYPE_CHECKING = False
if TYPE_CHECKING:  # `typing` would be half of a small bot's start-up
    import random
    from typing import Any

    from arena.sdk.bot import Bot
    from arena.sdk.stakes import Stakes
    from arena.wire.plain import Message
    from arena.worlds import Worlds


class Hello:
    """What game this process is here to play, and in which chair; the same for all its tables."""

    __slots__ = ("message", "options", "seat", "seats", "variant")

    def __init__(self, message: Message) -> None:
        self.message = message
        self.variant: str = message["variant"]
        self.options: dict[str, Any] = message["options"]
        self.seats: int = message["seats"]
        self.seat: int = message["seat"]

    @property
    def tables(self) -> int:
        """How many tables at once the referee can offer."""
        tables: int = self.message["tables"]
        return tables

    @property
    def limits(self) -> dict[str, int]:
        """`start_ms`, `move_ms` and `memory_mb`."""
        limits: dict[str, int] = self.message["limits"]
        return limits


class Start:
    """A table opens: one game, or one deal."""

    __slots__ = ("dealer", "message", "seed", "table", "totals")

    def __init__(self, message: Message) -> None:
        self.message = message
        self.table: int = message["table"]
        self.dealer: int = message["dealer"]
        self.totals: list[int] = message["totals"]
        self.seed: int = message["seed"]


class End:
    """A table is over. `payoffs` is the result by seat, higher always better."""

    __slots__ = ("events", "message", "payoffs", "scores", "table")

    def __init__(self, message: Message) -> None:
        self.message = message
        self.table: int = message["table"]
        self.scores: list[int] = message["scores"]
        self.payoffs: list[float] = message["payoffs"]
        self.events: list[list[Any]] = message["events"]


class Act:
    """A question: choose one of `legal`. `bot` is the bot of the table where it is asked."""

    __slots__ = ("bot", "heard_s", "legal", "message")

    def __init__(self, message: Message, bot: Bot, heard_s: float) -> None:
        self.message = message
        self.bot = bot
        self.heard_s = heard_s
        self.legal: list[str] = message["legal"]

    @property
    def table(self) -> int:
        """The table's number."""
        table: int = self.message["table"]
        return table

    @property
    def turn(self) -> int:
        """Which question at this table it is, as the referee counts them."""
        turn: int = self.message["turn"]
        return turn

    @property
    def ms(self) -> int:
        """The milliseconds allowed for the answer, from the moment the question was sent."""
        ms: int = self.message["ms"]
        return ms

    @property
    def left_s(self) -> float:
        """The seconds left for the answer, by this process's own clock."""
        return self.heard_s + self.ms / 1000 - time.monotonic()

    @property
    def events(self) -> list[list[Any]]:
        """What has happened at this table since the last question; `bot.events` has all of it."""
        events: list[list[Any]] = self.message["events"]
        return events

    @property
    def view(self) -> dict[str, Any]:
        """What this seat knows, as the referee sent it; folded from the events for a bot that refused it."""
        view: dict[str, Any] | None = self.message.get("view")
        return self.knowledge() if view is None else view

    def knowledge(self) -> dict[str, Any]:
        """The same as `view`, folded from the events by the rules of the game (see `Bot.game`).

        A bot that refused the view gets `phase` as "play" when cards are asked for, else as "".
        """
        sent = self.message.get("view")
        return self.bot.knowledge(self.legal, None if sent is None else sent["phase"])

    def worlds(self) -> Worlds:
        """How the unseen cards can lie, given all that this seat was told: draw hands from it, and play them on."""
        return self.bot.worlds()

    def stakes(self) -> Stakes:
        """What this decision is about: which cards beat which, and what a trick pays by who wins it.

        Made anew each time, in about a millisecond; it draws from `rng`.
        """
        from arena.sdk.knowledge import stakes_of

        return stakes_of(self.bot.game, self.seat, self.bot.events, self.rng)

    @property
    def hand(self) -> list[str]:
        """The cards that this seat holds."""
        hand: list[str] = self.view["hand"]
        return hand

    @property
    def trick(self) -> list[list[Any]]:
        """The cards on the table, in the order played: `[seat, card]` each; empty for who leads."""
        trick: list[list[Any]] = self.view["trick"]
        return trick

    @property
    def trump(self) -> str | None:
        """The trump suit, or None."""
        trump: str | None = self.view["trump"]
        return trump

    @property
    def seat(self) -> int:
        """The chair of this bot."""
        return self.bot.seat

    @property
    def hello(self) -> Hello:
        """What game this is."""
        return self.bot.hello

    @property
    def rng(self) -> random.Random:
        """The table's own generator: the same cards, the same draws."""
        return self.bot.rng
