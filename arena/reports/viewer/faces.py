"""How cards look and what they are called, for everything that shows a hand.

Used by the viewer and by `arena replay`. From the deck alone, with the names that a variant gives to cards that are
more than a rank and a suit; it knows no game.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from arena.cards import Deck
from arena.variant import Variant

SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
SUIT_NAMES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
_RANK_NAMES = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten", "C": "knight"}
_RANK_CORNERS = {"T": "10"}
_COUNTED = re.compile(r"(\d+)([SHDC])", re.ASCII)


@dataclass(frozen=True, slots=True)
class Face:
    """One face: what stands in the card's corner, its suit's letter ("" for a special), and what it is called."""

    corner: str
    suit: str
    name: str


def faces(variant: Variant) -> dict[str, Face]:
    """Every face of the variant's deck, by token."""
    return {token: _face(token, variant.deck, variant.card_names.get(token, "")) for token in variant.deck.faces}


def _face(token: str, deck: Deck, name: str) -> Face:
    rank, suit = token[0], token[1:]
    if suit in deck.suits and rank in deck.ranks and suit in SUIT_NAMES:
        called = name or f"the {_RANK_NAMES.get(rank, rank)} of {SUIT_NAMES[suit]}"
        return Face(_RANK_CORNERS.get(rank, rank), suit, called)
    number = re.search(r"\d+$", token)
    return Face(number.group() if number else token, "", name or token)


def short(token: str) -> str:
    """A card, a suit, or a bid that ends in a suit, with the suit as its symbol; anything else as it is."""
    if token in SYMBOLS or (len(token) == 2 and token[1] in SYMBOLS):
        return token[:-1] + SYMBOLS[token[-1]]
    counted = _COUNTED.fullmatch(token)
    return f"{counted[1]}{SYMBOLS[counted[2]]}" if counted else token
