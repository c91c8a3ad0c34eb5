"""The contract of a variant: what the author of a game writes.

A `Variant` is a value: a game at a number of seats with its options. It says what a hand starts with, what
follows a finished phase, what a hand scores and when a game is over; it keeps no state between calls. Plugins
subclass it; everything else plays through it.
"""

from __future__ import annotations

import dataclasses
import difflib
import inspect
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from arena.cards import Deck, Ranking
from arena.errors import InputError
from arena.hand import Hand
from arena.phases import Event, Phase
from arena.reckoning import Reckoning


@dataclasses.dataclass(frozen=True, slots=True)
class NoOptions:
    """The options of a variant that has none."""


def option(
    default: Any,
    meaning: str,
    *,
    least: int | None = None,
    most: int | None = None,
    among: Sequence[Any] = (),
) -> Any:
    """A field of a variant's options: its default, what it means in one line, and the values it may take."""
    limits = {"meaning": meaning, "least": least, "most": most, "among": tuple(among)}
    return dataclasses.field(default=default, metadata=limits)


class Variant:
    """A game, at a number of seats and with its options chosen.

    A subclass sets the class attributes and writes `make_deck`, `begin`, `after`, `score` and `winners`.

    name: what league files call it. summary: one line. players: the numbers of seats allowed.
    Options: a frozen dataclass of `option`s. rules: the rules as a text for players. readings: how this
    implementation reads the rules where they are silent or are played differently, a sentence each. card_names: what a
    player calls cards that are more than a rank and a suit, by token ("the excuse"); replays are told with them.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    players: ClassVar[tuple[int, ...]]
    Options: ClassVar[type] = NoOptions
    rules: ClassVar[str] = ""
    readings: ClassVar[tuple[str, ...]] = ()
    card_names: ClassVar[Mapping[str, str]] = {}

    seats: int
    options: Any

    def __init__(self, seats: int | None = None, **options: Any) -> None:
        """Raise InputError for seats that the game does not allow, and for an unknown or impossible option."""
        self.seats = self.players[0] if seats is None else seats
        if self.seats not in self.players:
            allowed = ", ".join(map(str, self.players))
            raise InputError(f"{self.name} is a game for {allowed} players, not for {self.seats}.")
        self.options = checked_options(self.name, self.Options, options)
        self._rankings: dict[tuple[Any, ...], Ranking] = {}

    # To be written by the author.

    def make_deck(self) -> Deck:
        """The pack for this number of seats and these options; asked once."""
        raise NotImplementedError

    def begin(self, hand: Hand) -> Phase:
        """Deal what is dealt at first and return the first phase."""
        raise NotImplementedError

    def after(self, hand: Hand, phase: Phase) -> Phase | None:
        """The phase that follows a finished one; None when the hand is over."""
        return None

    def score(self, hand: Hand) -> Sequence[int]:
        """The change of the score that a finished hand brings, by seat."""
        raise NotImplementedError

    def winners(self, totals: Sequence[int], hands: int) -> Sequence[int] | None:
        """The seats that have won the game after so many hands, several where they share; None: play on."""
        raise NotImplementedError

    # To be changed where the game differs; what does not depend on the seats or the options as a class attribute.

    @cached_property
    def lowest_payoff(self) -> float:
        """The least that a table of one hand can pay, to value one that is forfeited."""
        return 0

    @cached_property
    def payoff_sum(self) -> float:
        """What such a table pays to all seats together, where that is nearly constant; it serves the same."""
        return 0

    def winners_after(self, hand: Hand, totals: Sequence[int]) -> Sequence[int] | None:
        """As `winners`, for games in which the end depends on more of the last hand than the totals say."""
        return self.winners(totals, hand.number)

    def start_totals(self) -> list[int]:
        """The score that a game starts with, by seat."""
        return [0] * self.seats

    def next_dealer(self, hand: Hand) -> int:
        """Who deals the hand after this one."""
        return hand.left_of(hand.dealer)

    def carry(self, hand: Hand) -> dict[str, Any]:
        """What the next hand of the game must know of this one, given to it as `hand.extra`."""
        return {}

    def payoffs(self, scores: Sequence[int]) -> Sequence[float]:
        """What a hand pays, by seat, higher being better, when each hand stands for itself."""
        return scores

    @cached_property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The seats that win and lose together from the start; each for itself unless the game says otherwise."""
        return tuple((seat,) for seat in range(self.seats))

    def opening_view(self) -> dict[str, Any]:
        """What a view shows from a hand's beginning beside the usual keys, or in their place (a fixed trump)."""
        return {}

    def see(self, view: dict[str, Any], event: Event) -> None:
        """Fold an event of the variant's own kind into what `opening_view` began. Called for rare events only."""

    @cached_property
    def like_suits(self) -> tuple[str, ...]:
        """Groups of suits that the rules treat alike ("HDC"), which the conformance kit exchanges among themselves."""
        return ()

    @cached_property
    def exempt(self) -> Mapping[str, str]:
        """Laws of the conformance kit that the rules of this game break, by name, each with the reason."""
        return {}

    def score_sheet(self, hands: Sequence[Sequence[int]]) -> str | None:
        """The score as the game's tradition draws it, in lines of text; None: the numbers say it all.

        hands: what each hand of the game so far has scored, by seat, in the order played.
        """
        return None

    def reckoning(self, hand: Hand) -> Reckoning | None:
        """How tricks make the score from here on, for searches of the end of a hand; None: by any means.

        See `Reckoning` for what it promises. Asked while tricks are played.
        """
        return None

    # Ready made.

    @cached_property
    def deck(self) -> Deck:
        """The pack."""
        return self.make_deck()

    def ranking(self, trump: str | None = None, *, tops: Sequence[str] = (), **orders: Any) -> Ranking:
        """The deck's `Ranking` under a contract, made once for each."""
        key = (trump, tuple(tops), *sorted(orders.items()))
        if key not in self._rankings:
            self._rankings[key] = Ranking(self.deck, trump=trump, tops=tops, **orders)
        return self._rankings[key]

    def team_of(self, seat: int) -> int:
        """Which of `teams` a seat belongs to."""
        return next(number for number, team in enumerate(self.teams) if seat in team)

    def game_payoffs(self, winners: Sequence[int]) -> list[float]:
        """What a whole game pays, by seat: the winning teams share one point, the others get none."""
        won = {self.team_of(seat) for seat in winners}
        return [1 / len(won) if self.team_of(seat) in won else 0.0 for seat in range(self.seats)]

    @classmethod
    def describe_options(cls) -> list[dict[str, Any]]:
        """The options as plain data: name, default, meaning and, where there are any, least, most, among."""
        rows = []
        for field in dataclasses.fields(cls.Options):
            limits = {key: value for key, value in field.metadata.items() if value not in (None, ())}
            rows.append({"name": field.name, "default": field.default, **limits})
        return rows

    @classmethod
    def rules_text(cls) -> str:
        """The rules as they are printed for a player: game, options and readings."""
        lines = [f"{cls.name}: {cls.summary}", "", inspect.cleandoc(cls.rules)]
        if options := cls.describe_options():
            lines += ["", "Options"]
            lines += [f"  {row['name']} = {row['default']!r}: {row['meaning']}" for row in options]
        if cls.readings:
            lines += ["", "Readings (where the rules are silent, or are played in several ways)"]
            lines += [f"  - {reading}" for reading in cls.readings]
        return "\n".join(lines)


def checked_options(name: str, options: type, given: Mapping[str, Any]) -> Any:
    """The options with the values `given`; InputError names the option that is unknown or has no such value."""
    fields = {field.name: field for field in dataclasses.fields(options)}
    for key, value in given.items():
        if key not in fields:
            near = difflib.get_close_matches(key, fields, 1)
            hint = f" Did you mean {near[0]!r}?" if near else f" It has: {', '.join(fields) or 'none'}."
            raise InputError(f"{name} has no option {key!r}.{hint}")
        default, limits = fields[key].default, fields[key].metadata
        if type(value) is not type(default):
            kind = {bool: "true or false", int: "a whole number", str: "a text"}.get(type(default), "")
            raise InputError(f"{name}: option {key!r} must be {kind}, not {value!r}.")
        if limits["among"] and value not in limits["among"]:
            raise InputError(f"{name}: option {key!r} must be one of {list(limits['among'])}, not {value!r}.")
        least, most = limits["least"], limits["most"]
        if (least is not None and value < least) or (most is not None and value > most):
            reach = f"at least {least}" if most is None else f"from {least} to {most}"
            raise InputError(f"{name}: option {key!r} must be {reach}, not {value!r}.")
    return options(**given)
