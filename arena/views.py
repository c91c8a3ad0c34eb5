"""What the chairs of a table know, folded from the events that they were told.

`Views` is the only place where knowledge is kept: it is fed events, never the state of a hand, so it can't show
what was not told. The referee feeds it every event with its audience and asks for the view of the seat to be
questioned; a bot feeds it its own events and asks for its own view: both get the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arena.cards import CardSet
from arena.phases import Event, Told
from arena.variant import Variant

PARTING = ("pass", "discard")


class Views:
    """The views of all seats of one table. What everybody knows is kept once, the hands by seat.

    `totals` is the score at the table's start, by seat (in the `start` message).
    """

    __slots__ = (
        "_bids",
        "_deck",
        "_extra",
        "_hands",
        "_leader",
        "_seats",
        "_shown",
        "_totals",
        "_trick",
        "_trump",
        "_up",
        "_variant",
        "_won",
    )

    def __init__(self, variant: Variant, totals: Sequence[int]) -> None:
        self._variant = variant
        self._deck = variant.deck
        self._seats = variant.seats
        self._totals = list(totals)
        self._new_hand()

    def _new_hand(self) -> None:
        self._hands: list[CardSet] = [0] * self._seats
        self._trick: list[tuple[int, str]] = []
        self._leader: int | None = None
        self._trump: str | None = None
        self._won = [0] * self._seats
        self._bids: list[tuple[int, str]] = []
        self._up: list[str] = []
        self._shown: dict[int, CardSet] = {}
        self._extra = self._variant.opening_view()

    def fold(self, told: Sequence[Told], start: int = 0) -> None:
        """Take in the entries of a log from position `start` on."""
        for position in range(start, len(told)):
            seat, event = told[position]
            self.see(event, seat)

    def see(self, event: Event | Sequence[Any], seat: int) -> None:
        """Take in one event; `seat` is who is told, which matters for cards given alone."""
        kind = event[0]
        if kind == "play":
            player: int = event[1]
            token: str = event[2]
            self._trick.append((player, token))
            self._part(player, token)
            if player in self._shown:
                self._no_longer_shown(player, token)
        elif kind == "trick":
            self._trick = []
            self._leader = winner = event[1]
            self._won[winner] += 1
        else:
            self._see_rarer(event, seat)

    def _part(self, seat: int, token: str) -> None:
        """A card has left a hand, as far as that hand is known."""
        face = self._deck.faces[token]
        held = self._hands[seat] & face
        self._hands[seat] ^= held & -held

    def _no_longer_shown(self, seat: int, token: str) -> None:
        shown = self._shown[seat] & self._deck.faces[token]
        self._shown[seat] ^= shown & -shown

    def _see_rarer(self, event: Event | Sequence[Any], seat: int) -> None:
        kind = event[0]
        if kind == "hand":
            # Held and new tokens together, so that a second card with the same face counts.
            self._hands[seat] = self._deck.set_of([*self._deck.tokens_of(self._hands[seat]), *event[1]])
        elif kind in PARTING:
            self._part(event[1], event[2])
        elif kind == "down":
            for token in event[2]:
                self._part(event[1], token)
                self._no_longer_shown(event[1], token)
        elif kind == "picked":
            # What it put aside is hidden, so that nothing is certain any more of what it showed before.
            self._shown.pop(event[1], None)
        elif kind == "show":
            self._shown[event[1]] = self._shown.get(event[1], 0) | self._deck.set_of(event[2])
        elif kind == "bid":
            self._bids.append((event[1], event[2]))
        elif kind == "up":
            self._up = list(event[1])
        elif kind == "trump":
            self._trump = event[2]
        elif kind == "deal":
            self._new_hand()
        elif kind == "scores":
            changes: Sequence[int] = event[1]
            self._totals = [total + change for total, change in zip(self._totals, changes, strict=True)]
        self._variant.see(self._extra, tuple(event))

    def view(self, seat: int, phase: str) -> dict[str, Any]:
        """The view of `seat` when it is asked in a phase of this name, as the protocol sends it.

        Beside the keys that are always there: `bids` (pairs of seat and token) once there are any, `up` (cards
        turned up), `shown` (pairs of a seat and the cards it is known to hold), and what the variant adds.

        The lists in it are the fold's own: encode or copy them before the next event.
        """
        trick = self._trick
        leader = trick[0][0] if trick else self._leader
        if leader is None and phase == "play":
            leader = seat
        view: dict[str, Any] = {
            "phase": phase,
            "hand": self._deck.tokens_of(self._hands[seat]),
            "trick": trick,
            "leader": leader,
            "trump": self._trump,
            "won": self._won,
            "scores": self._totals,
        }
        if self._bids:
            view["bids"] = self._bids
        if self._up:
            view["up"] = self._up
        if self._shown:
            view["shown"] = [(place, self._deck.tokens_of(cards)) for place, cards in sorted(self._shown.items())]
        if self._extra:
            view.update(self._extra)
        return view
