"""Choosing cards of one's own hand: to discard them, or to pass them to others.

What takes several cards is several questions in a row. Each answer is told to the chooser alone, as
`[kind, seat, card]`; everybody hears how many were chosen when all are, `["picked", seat, count]`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

from arena.cards import CardSet
from arena.phases import Phase

if TYPE_CHECKING:
    from arena.hand import Hand


class Pick(Phase):
    """Seats choose cards to part with, one seat after the other, none knowing what the others chose.

    seats: who chooses, in this order. count: how many cards each. kind: "pass" or "discard". allowed: the cards
    that may be chosen, waived when the hand has no other (None: any). `picked[seat]` is what each has chosen.
    """

    __slots__ = ("_allowed", "_position", "_seats", "count", "kind", "picked")

    def __init__(self, kind: str, seats: Sequence[int], count: int, *, allowed: CardSet | None = None) -> None:
        self.kind = kind
        self.count = count
        self.picked: dict[int, CardSet] = dict.fromkeys(seats, 0)
        self.turn = seats[0]
        self._seats = tuple(seats)
        self._position = 0
        self._allowed = allowed

    def alphabet(self, hand: Hand) -> Sequence[str]:
        """The deck's tokens."""
        return hand.deck.tokens

    def legal(self, hand: Hand) -> CardSet:
        """The cards of the hand that may be chosen; of equal faces one."""
        cards = hand.hands[self.turn]
        if self._allowed is not None:
            cards = cards & self._allowed or cards
        return hand.deck.one_of_each(cards) if hand.deck.has_twins else cards

    def tokens(self, hand: Hand, legal: int) -> list[str]:
        """The tokens of a set of cards."""
        return hand.deck.tokens_of(legal)

    def action(self, hand: Hand, token: str, legal: int) -> int:
        """The legal card with this token, or -1."""
        cards = hand.deck.faces.get(token, 0) & legal
        return (cards & -cards).bit_length() - 1

    def apply(self, hand: Hand, action: int) -> bool:
        """Put a card aside."""
        seat = self.turn
        hand.hands[seat] ^= 1 << action
        self.picked[seat] |= 1 << action
        hand.tell((self.kind, seat, hand.deck.tokens[action]), to=seat)
        if self.picked[seat].bit_count() < self.count:
            return False
        hand.tell(("picked", seat, self.count))
        self._position += 1
        if self._position == len(self._seats):
            return True
        self.turn = self._seats[self._position]
        return False

    def copy(self) -> Self:
        """An independent copy."""
        twin = object.__new__(type(self))
        twin.kind, twin.count, twin.turn = self.kind, self.count, self.turn
        twin.picked = self.picked.copy()
        twin._seats, twin._position, twin._allowed = self._seats, self._position, self._allowed
        return twin

    def why_illegal(self, hand: Hand, token: str) -> str:
        """Say whether the card is not there or may not be chosen."""
        face = hand.deck.faces.get(token, 0)
        if not face & hand.hands[self.turn]:
            return f"{token!r} is not in the hand."
        return f"{token} may not be chosen for this ({self.kind})."
