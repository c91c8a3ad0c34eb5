"""Bidding: phases in which seats compete for a contract by tokens that everybody hears.

Events are `["bid", seat, token]`. Bids that don't depend on each other (how many tricks will I take?) need no
phase of their own: they are `arena.phases.Choose` with the kind "bid", one after the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Self

from arena.phases import Phase

if TYPE_CHECKING:
    from arena.hand import Hand

PASS = "pass"


class Auction(Phase):
    """Ascending bids, clockwise: each seat in turn bids higher than the last bid, or passes.

    bids: the tokens in ascending order. With `passing_is_final` who has passed is out, and the auction ends when
    one bidder is left, or none; otherwise it ends when everybody else has passed in a row (bridge).
    bidder, high: the highest bid's seat and token so far; None and "" while there is none.

    A subclass narrows what a seat may say by `may_say`, and may add tokens that are no bids in `extra`.
    """

    __slots__ = ("_alphabet", "_final", "_high", "_passes", "bidder", "bids", "first", "out")
    kind = "bid"
    extra: tuple[str, ...] = ()

    def __init__(self, first: int, bids: Sequence[str], *, passing_is_final: bool = True) -> None:
        self.turn = self.first = first
        self.bids = tuple(bids)
        self.bidder: int | None = None
        self.out: tuple[int, ...] = ()
        self._alphabet = (PASS, *self.bids, *self.extra)
        self._high = 0
        self._passes = 0
        self._final = passing_is_final

    @property
    def high(self) -> str:
        """The highest bid so far, "" if there is none."""
        return self._alphabet[self._high] if self._high else ""

    def alphabet(self, hand: Hand) -> Sequence[str]:
        """`pass`, the bids in ascending order, and the extra tokens."""
        return self._alphabet

    def legal(self, hand: Hand) -> int:
        """Passing, and every higher bid, unless `may_say` says otherwise."""
        higher = ((1 << len(self.bids) + 1) - 1) & ~((1 << self._high + 1) - 1)
        return self.may_say(hand, higher | 1)

    def may_say(self, hand: Hand, usual: int) -> int:
        """The tokens that `self.turn` may say, given the usual ones. For subclasses."""
        return usual

    def said(self, hand: Hand, token: str) -> None:
        """An extra token was said. For subclasses; it counts as no pass."""

    def apply(self, hand: Hand, action: int) -> bool:
        """Take a bid or a pass."""
        seat, token = self.turn, self._alphabet[action]
        hand.tell((self.kind, seat, token))
        if action == 0:
            self._passes += 1
            if self._final:
                self.out = (*self.out, seat)
        else:
            self._passes = 0
            if action <= len(self.bids):
                self._high, self.bidder = action, seat
            else:
                self.said(hand, token)
        if self._over(hand):
            return True
        self.turn = next(place for place in hand.around(hand.left_of(seat)) if place not in self.out)
        return False

    def _over(self, hand: Hand) -> bool:
        if self._final:
            left = hand.seats - len(self.out)
            return left == 0 or (left == 1 and self.bidder is not None) or self._high == len(self.bids)
        return self._passes == hand.seats - (self.bidder is not None)

    def copy(self) -> Self:
        """An independent copy."""
        twin = object.__new__(type(self))
        twin.turn, twin.first, twin.bids, twin.bidder = self.turn, self.first, self.bids, self.bidder
        twin.out, twin._alphabet, twin._high = self.out, self._alphabet, self._high
        twin._passes, twin._final = self._passes, self._final
        return twin

    def why_illegal(self, hand: Hand, token: str) -> str:
        """Name the bid that must be beaten."""
        if token in self.bids and self._high >= self.bids.index(token) + 1:
            return f"{token!r} is not higher than {self.high!r}, bid by seat {self.bidder}."
        return super().why_illegal(hand, token)


YES = "yes"


class Duels(Phase):
    """Bidding by question and answer: one seat names values, another says `yes` to each or passes (skat).

    seats: in the order of their right; the first is bid to by the second until one of them passes, then who is left
    by the third, and so on. When nobody has bid, who is left may have the lowest bid or pass.
    bids: the tokens in ascending order. bidder, high: who has won and the highest bid; None and "" when nobody has.
    """

    __slots__ = ("_alphabet", "_asker", "_coming", "_high", "_listener", "bidder")
    __match_args__: ClassVar[tuple[str, ...]] = ("bidder", "high")
    kind = "bid"

    def __init__(self, seats: Sequence[int], bids: Sequence[str]) -> None:
        self._listener = seats[0]
        self._asker: int | None = seats[1]
        self._coming = tuple(seats[2:])
        self._alphabet = (PASS, YES, *bids)
        self._high = 1
        self.turn = seats[1]
        self.bidder: int | None = None

    @property
    def high(self) -> str:
        """The highest bid so far, "" if there is none."""
        return self._alphabet[self._high] if self._high > 1 else ""

    def alphabet(self, hand: Hand) -> Sequence[str]:
        """`pass`, `yes` and the bids in ascending order."""
        return self._alphabet

    def legal(self, hand: Hand) -> int:
        """Passing; and a higher bid for who asks, `yes` for who is asked, the lowest bid for who is left alone."""
        if self.turn == self._asker:
            return (1 << len(self._alphabet)) - (1 << self._high + 1) | 1
        return 0b101 if self._asker is None else 0b011

    def apply(self, hand: Hand, action: int) -> bool:
        """Take a bid or an answer; True when it is settled who has won, or that nobody has."""
        hand.tell((self.kind, self.turn, self._alphabet[action]))
        if action > 1:
            self._high = action
        asker = self._asker
        if asker is None:
            self.bidder = self.turn if action else None
            return True
        if action:
            self.turn = self._listener if self.turn == asker else asker
            return False
        left = self._listener if self.turn == asker else asker
        if self._coming:
            self._asker = self.turn = self._coming[0]
            self._listener, self._coming = left, self._coming[1:]
        elif self._high > 1:
            self.bidder = left
            return True
        else:
            self._asker, self.turn = None, left
        return False

    def copy(self) -> Self:
        """An independent copy."""
        twin = object.__new__(type(self))
        twin.turn, twin.bidder, twin._high, twin._coming = self.turn, self.bidder, self._high, self._coming
        twin._asker, twin._listener, twin._alphabet = self._asker, self._listener, self._alphabet
        return twin

    def why_illegal(self, hand: Hand, token: str) -> str:
        """Say what is expected."""
        if token not in self._alphabet:
            return super().why_illegal(hand, token)
        if self.turn == self._asker:
            higher = f"a bid above {self.high!r}" if self.high else "a bid"
            return f"{token!r} can't be said by who asks: say {higher} or 'pass'."
        answer = self._alphabet[2] if self._asker is None else YES
        return f"{token!r} can't be said by who is asked: say {answer!r} or 'pass'."
