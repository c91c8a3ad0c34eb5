"""What one seat remembers of the present hand beyond its view: who played what, and what else was told.

A `Memory` is fed the events that its seat is told and nothing else, by the environment as by a bot's own process, so
that both have the same. It keeps seats as the events have them; `arena.rl.encoding` turns them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from arena.cards import Deck
from arena.phases import ALL, Told
from arena.rl.coders import Tensor
from arena.variant import Variant
from arena.views import PARTING, Views

IN_VIEW = frozenset(("deal", "hand", "trick", "scores", "bid", "up", "show", "picked"))
"""Kinds of events that the usual keys of a view tell all about."""


class Memory:
    """The memory of one seat at one table.

    number, dealer: of the present hand. played: how often each seat has played each face. strayed: 1 where a seat
    answered a lead of a suit with a card of another suit, as the suits are printed. aside: the cards that this seat
    passed or discarded. heard: for every other kind of event what came with it, time after time.
    """

    __slots__ = (
        "_faces",
        "_fresh",
        "_led",
        "_seats",
        "_suits",
        "aside",
        "dealer",
        "heard",
        "number",
        "played",
        "seat",
        "strayed",
    )

    def __init__(self, variant: Variant, seat: int) -> None:
        self.seat = seat
        self._seats = variant.seats
        self._faces = face_places(variant.deck)
        self._suits = {suit: place for place, suit in enumerate(variant.deck.suits)}
        self._begin(1, 0)

    def _begin(self, number: int, dealer: int) -> None:
        self.number = number
        self.dealer = dealer
        self._led: int | None = None
        self.played: Tensor = np.zeros((self._seats, len(self._faces)), np.float32)
        self.strayed: Tensor = np.zeros((self._seats, len(self._suits)), np.float32)
        self.aside: list[str] = []
        self.heard: dict[str, list[list[Any]]] = {}
        self._fresh = True

    def see(self, event: Sequence[Any]) -> None:
        """Take in one event that this seat was told."""
        kind = event[0]
        if kind == "play":
            self._play(event[1], event[2])
        elif kind == "trick":
            self._fresh = True
        elif kind == "deal":
            self._begin(event[1], event[2])
        elif kind in PARTING:
            self.aside.append(event[2])
        elif kind not in IN_VIEW:
            self.heard.setdefault(kind, []).append(list(event[1:]))

    def _play(self, seat: int, token: str) -> None:
        self.played[seat, self._faces[token]] += 1
        suit = self._suits.get(token[1:])
        if self._fresh:
            self._fresh, self._led = False, suit
        elif self._led is not None and suit is not None and suit != self._led:
            self.strayed[seat, self._led] = 1


class Memories:
    """All seats of one table as they listen to its log: their memories and their views."""

    __slots__ = ("_heard", "memories", "views")

    def __init__(self, variant: Variant, totals: Sequence[int]) -> None:
        self.views = Views(variant, totals)
        self.memories = tuple(Memory(variant, seat) for seat in range(variant.seats))
        self._heard = 0

    def listen(self, log: Sequence[Told]) -> None:
        """Take in what the log of the table has gained since the last time, each seat what it is told."""
        for audience, event in log[self._heard :]:
            self.views.see(event, audience)
            for memory in self.memories if audience == ALL else (self.memories[audience],):
                memory.see(event)
        self._heard = len(log)


def face_places(deck: Deck) -> dict[str, int]:
    """The place of each face of a deck, in the deck's order."""
    return {face: place for place, face in enumerate(deck.faces)}
