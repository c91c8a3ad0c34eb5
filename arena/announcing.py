"""Tricks in which a player may announce something before playing a card.

An announcement is an action of its own that leaves the player on turn; everybody hears it, `["announce", seat,
word]`. A variant says which words there are, which a seat may say now and what they do; the cards are played as in
`arena.tricks`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, ClassVar

from arena.cards import CardSet, Deck, bits
from arena.tricks import Tricks

if TYPE_CHECKING:
    from arena.hand import Hand


class Announcing(Tricks):
    """The contract: a subclass sets `words` and writes `may_announce` and `announce`."""

    __slots__ = ()
    told_as = ("announce",)
    words: ClassVar[tuple[str, ...]]

    def may_announce(self, hand: Hand) -> int:
        """The words that the seat on turn may say now, as a set of bits."""
        raise NotImplementedError

    def announce(self, hand: Hand, number: int) -> None:
        """The seat on turn has said a word, by its number."""
        raise NotImplementedError

    def alphabet(self, hand: Hand) -> Sequence[str]:
        """The deck's tokens, and behind them the words."""
        return _cards_and_words(hand.deck, self.words)

    def legal(self, hand: Hand) -> CardSet:
        """The cards that may be played, and the words that may be said."""
        return super().legal(hand) | self.may_announce(hand) << hand.deck.size

    def tokens(self, hand: Hand, legal: int) -> list[str]:
        """The tokens of cards and words."""
        deck = hand.deck
        return [*deck.tokens_of(legal & deck.all), *(self.words[number] for number in bits(legal >> deck.size))]

    def action(self, hand: Hand, token: str, legal: int) -> int:
        """The legal card or word with this token, or -1."""
        if token in self.words:
            number = hand.deck.size + self.words.index(token)
            return number if legal >> number & 1 else -1
        return super().action(hand, token, legal)

    def apply(self, hand: Hand, action: int) -> bool:
        """Say a word and stay on turn, or play a card."""
        number = action - hand.deck.size
        if number < 0:
            return super().apply(hand, action)
        hand.tell((*self.told_as, self.turn, self.words[number]))
        self.announce(hand, number)
        return False

    def why_illegal(self, hand: Hand, token: str) -> str:
        """Tell a word that may not be said now from a card."""
        return f"{token!r} can't be announced now." if token in self.words else super().why_illegal(hand, token)


@cache
def _cards_and_words(deck: Deck, words: tuple[str, ...]) -> tuple[str, ...]:
    return (*deck.tokens, *words)
