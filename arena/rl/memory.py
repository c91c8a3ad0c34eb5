"""What one seat remembers of the present hand beyond its view: who played what, and what else was told.

A `Memory` is fed the events that its seat is told and nothing else, by the environment as by a bot's own process, so
that both have the same. It keeps seats as the events have them; `arena.rl.encoding` turns them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from arena.phases import ALL, Told
from arena.rl.coders import Tensor
from arena.variant import Variant
from arena.views import PARTING, Views

OF_TRICKS = ("play", "trick")

IN_VIEW = ("hand", "scores", "bid", "up", "show", "picked")
"""Kinds of events that the usual keys of a view tell all about."""


class Memory:
    """The memory of one seat at one table.

    number, dealer: of the present hand. aside: the cards that this seat passed or discarded. heard: for every kind of
    event that the usual keys of a view don't tell all about, what came with it, time after time.
    """

    __slots__ = (
        "_faces",
        "_fresh",
        "_led",
        "_news",
        "_played",
        "_seats",
        "_share",
        "_strayed",
        "_suits",
        "aside",
        "dealer",
        "heard",
        "number",
        "seat",
    )

    def __init__(self, variant: Variant, seat: int) -> None:
        self.seat = seat
        self._seats = variant.seats
        self._faces = {face: place for place, face in enumerate(variant.deck.faces)}
        self._share = 1 / max(cards.bit_count() for cards in variant.deck.faces.values())
        self._suits = {suit: place for place, suit in enumerate(variant.deck.suits)}
        self._begin(1, 0)

    def _begin(self, number: int, dealer: int) -> None:
        self.number = number
        self.dealer = dealer
        self.aside: list[str] = []
        self.heard: dict[str, list[list[Any]]] = {}
        self._played: Tensor = np.zeros((self._seats, len(self._faces)), np.float32)
        self._strayed: Tensor = np.zeros((self._seats, len(self._suits)), np.float32)
        self._led: str | None = None
        self._fresh = True
        self._news: list[Sequence[Any]] = []

    def see(self, event: Sequence[Any]) -> None:
        """Take in one event that this seat was told."""
        kind = event[0]
        if kind in OF_TRICKS:
            self._news.append(event)
        elif kind == "deal":
            self._begin(event[1], event[2])
        elif kind in PARTING:
            self.aside.append(event[2])
        elif kind not in IN_VIEW:
            self.heard.setdefault(kind, []).append(list(event[1:]))

    def plays(self) -> tuple[Tensor, Tensor]:
        """Two tables, a row for each seat: what it has played of each face, and a 1 where it strayed from a suit.

        1 is as many of a face as the deck has of any. To stray is to answer a lead of that suit with a card of another
        one, as the suits are printed; it is not always to lack it. The tables are the memory's own.
        """
        # Folded only when asked for: most seats hear most cards without being asked anything.
        for event in self._news:
            if event[0] == "play":
                self._play(event[1], event[2])
            else:
                self._fresh = True
        self._news = []
        return self._played, self._strayed

    def _play(self, seat: int, token: str) -> None:
        self._played[seat, self._faces[token]] += self._share
        suit = token[1:] if token[1:] in self._suits else None
        if self._fresh:
            self._fresh, self._led = False, suit
        elif suit and self._led and suit != self._led:
            self._strayed[seat, self._suits[self._led]] = 1


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
