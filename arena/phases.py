"""Phases: the small state machines that a hand is made of.

A phase says whose turn it is, which actions are legal, and what an action does to the hand. An action is a
number: the position of a token in the phase's `alphabet`; the legal ones are the set bits of an `int`. A phase is
cheap to copy and holds no reference to its hand. Here are the contract and the simplest phase; `arena.tricks` has
the play of the cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self

from arena.cards import bits

if TYPE_CHECKING:
    from arena.hand import Hand

Event = tuple[Any, ...]
"""What happened, as the protocol shows it: the kind, then what belongs to it."""

ALL = -1
"""The audience of an event that everybody sees."""

Told = tuple[int, Event]
"""An entry of a hand's log: the seat that is told, or ALL, and the event."""

MOST_TOKENS = 256


class Phase:
    """The contract of a phase. Subclasses keep their state in slots and say how to copy it.

    kind: the phase's name in records, views and transcripts ("play", "trump"), and of the event of an action; told_as:
    other kinds of events that actions of this phase are told by.
    turn: the seat that must act.
    """

    __slots__ = ("turn",)
    kind: str
    told_as: ClassVar[tuple[str, ...]] = ()
    turn: int

    def alphabet(self, hand: Hand) -> Sequence[str]:
        """Every token that could ever be an action here, at most 256; an action is a position in it."""
        raise NotImplementedError

    def legal(self, hand: Hand) -> int:
        """The actions that are legal now, one bit each; never 0 while the phase lasts."""
        raise NotImplementedError

    def apply(self, hand: Hand, action: int) -> bool:
        """Carry out a legal action; True when the phase is over. The action is not checked."""
        raise NotImplementedError

    def copy(self) -> Self:
        """An independent copy."""
        raise NotImplementedError

    def tokens(self, hand: Hand, legal: int) -> list[str]:
        """The tokens of a set of actions, in the order of their numbers."""
        alphabet = self.alphabet(hand)
        return [alphabet[action] for action in bits(legal)]

    def action(self, hand: Hand, token: str, legal: int) -> int:
        """The legal action that `token` names, or -1 if there is none."""
        alphabet = self.alphabet(hand)
        number = alphabet.index(token) if token in alphabet else -1
        return number if number >= 0 and legal >> number & 1 else -1

    def why_illegal(self, hand: Hand, token: str) -> str:
        """Why `token` is not legal now, as a sentence for the bot's author."""
        if token not in self.alphabet(hand):
            return f"{token!r} is not an action of this phase ({self.kind})."
        return f"{token!r} is not allowed now."


class Choose(Phase):
    """One seat chooses one of a few tokens; everybody hears which: the event is `[kind, seat, token]`.

    `choice` is the token chosen, empty until then.
    """

    __slots__ = ("_mask", "choice", "choices", "kind")
    __match_args__: ClassVar[tuple[str, ...]] = ("kind", "turn", "choice")

    def __init__(self, kind: str, seat: int, tokens: Iterable[str], allowed: Iterable[str] | None = None) -> None:
        self.kind = kind
        self.turn = seat
        self.choices = tuple(tokens)
        self.choice = ""
        names = self.choices if allowed is None else tuple(allowed)
        self._mask = sum(1 << self.choices.index(token) for token in names)

    def alphabet(self, hand: Hand) -> Sequence[str]:
        """The tokens to choose from, those not allowed this time included."""
        return self.choices

    def legal(self, hand: Hand) -> int:
        """The tokens allowed."""
        return self._mask

    def apply(self, hand: Hand, action: int) -> bool:
        """Make the choice known and end the phase."""
        self.choice = self.choices[action]
        hand.tell((self.kind, self.turn, self.choice))
        return True

    def copy(self) -> Self:
        """An independent copy."""
        twin = object.__new__(type(self))
        twin.kind, twin.turn, twin.choices = self.kind, self.turn, self.choices
        twin.choice, twin._mask = self.choice, self._mask
        return twin

    def why_illegal(self, hand: Hand, token: str) -> str:
        """Name what may be chosen."""
        allowed = ", ".join(self.tokens(hand, self._mask))
        return f"{token!r} can't be chosen here; the choice ({self.kind}) is between {allowed}."
