"""Cards, packs, and how cards rank.

A card is a small integer, a set of cards is an `int` with one bit a card, and a token ("TH", "BJ") is for
people and wires. `Deck` translates between them; `Ranking` says, for one contract, which suit each card belongs
to and what beats what. Everything that plays or judges cards uses these; they know no game and no table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

SUITS = "SHDC"
RANKS = "23456789TJQKA"

CardSet = int


def bits(mask: int) -> Iterator[int]:
    """The positions of the set bits of `mask`, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Deck:
    """A pack of cards, each with a number from 0: suit by suit, low rank to high, then the specials.

    `tokens[card]` is a card's face. With `copies` above 1, or with equal specials, several cards share a face
    (`has_twins`). `without` names faces that are taken out. Two decks made of the same faces are equal; a deck never
    changes.
    """

    def __init__(
        self,
        *,
        ranks: str = RANKS,
        suits: str = SUITS,
        specials: Sequence[str] = (),
        copies: int = 1,
        without: Sequence[str] = (),
    ) -> None:
        self.suits = suits
        self.ranks = ranks
        faces = [rank + suit for suit in suits for rank in ranks if rank + suit not in without]
        self._plain = len(faces) * copies
        self.tokens: tuple[str, ...] = tuple(face for face in [*faces, *specials] for _ in range(copies))
        self.size = len(self.tokens)
        self.all: CardSet = (1 << self.size) - 1
        self.copies = copies
        # One set for each face: all the cards that show it.
        self.faces: dict[str, CardSet] = dict.fromkeys(self.tokens, 0)
        for card, token in enumerate(self.tokens):
            self.faces[token] |= 1 << card
        self._of_rank: dict[str, CardSet] = {}
        self.has_twins = len(self.faces) < self.size

    @classmethod
    def french(cls, *, down_to: str = "2", specials: Sequence[str] = ()) -> Deck:
        """The French-suited pack from the ace down to the rank `down_to`, with any `specials` (jokers)."""
        return cls(ranks=RANKS[RANKS.index(down_to) :], specials=specials)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Deck) and self.tokens == other.tokens

    def __hash__(self) -> int:
        return hash(self.tokens)

    def __repr__(self) -> str:
        return f"<Deck of {self.size}: {self.tokens[0]} to {self.tokens[-1]}>"

    def set_of(self, tokens: Sequence[str]) -> CardSet:
        """The set of the cards with these tokens; of equal faces, the first ones. KeyError if there is none."""
        cards = 0
        for token in tokens:
            left = self.faces[token] & ~cards
            if not left:
                raise KeyError(token)
            cards |= left & -left
        return cards

    def suit(self, suit: str) -> CardSet:
        """The cards printed with this suit (specials have none)."""
        return self._printed[suit]

    def rank(self, rank: str) -> CardSet:
        """The cards printed with this rank."""
        if rank not in self._of_rank:
            self._of_rank[rank] = sum(self.faces.get(rank + suit, 0) for suit in self.suits)
        return self._of_rank[rank]

    def card(self, token: str) -> int:
        """The number of the (first) card with this token; KeyError if the deck has none."""
        face = self.faces[token]
        return (face & -face).bit_length() - 1

    def tokens_of(self, cards: CardSet) -> list[str]:
        """The tokens of a set of cards, lowest number first."""
        # One look-up for eight cards: this runs twice in every question that a bot is asked.
        low, high = cards & 0xFFFF, cards >> 16
        tokens = self._chunks[0][low & 255] + self._chunks[1][low >> 8]
        chunk = 2
        while high:
            tokens += self._chunks[chunk][high & 255]
            high >>= 8
            chunk += 1
        return list(tokens)

    @cached_property
    def _printed(self) -> dict[str, CardSet]:
        plain = self.tokens[: self._plain]
        return {s: sum(1 << i for i, t in enumerate(plain) if t[1] == s) for s in self.suits}

    @cached_property
    def _chunks(self) -> list[list[tuple[str, ...]]]:
        padded = self.tokens + ("",) * 16
        return [
            [tuple(padded[start + i] for i in bits(byte)) for byte in range(256 if start < self.size else 1)]
            for start in range(0, max(self.size, 9), 8)
        ]

    def one_of_each(self, cards: CardSet) -> CardSet:
        """`cards` with just the first of those that show the same face."""
        later = 0
        for distance, firsts in self._twins:
            later |= (cards & firsts) << distance
        return cards & ~later

    @cached_property
    def _twins(self) -> list[tuple[int, CardSet]]:
        """Distances between cards that show the same face, and the cards that have such a one at this distance."""
        firsts: dict[int, CardSet] = {}
        for face in self.faces.values():
            alike = list(bits(face))
            for place, card in enumerate(alike):
                for other in alike[place + 1 :]:
                    firsts[other - card] = firsts.get(other - card, 0) | 1 << card
        return list(firsts.items())


class Ranking:
    """How the cards of a deck rank under one contract: the suit each belongs to, and what beats what.

    trump: the trump suit's letter, or None.
    tops: tokens that are trumps above all others, best first (jokers, bowers, jacks of Skat).
    ranks, trump_ranks: the order of the ranks low to high, where it is not the deck's own.
    masters: tokens that belong to no suit and beat everything; led, they leave the others free (wizards).
    later_wins: of two equal cards the second wins (False: the first); or the tokens of which that is so.

    `suit_of[card]` is a number: the position in `deck.suits`, tops counting as trumps; where there are tops but
    no trump suit they form a suit of their own, numbered `len(deck.suits)`. `cards_of[suit]` is that suit's
    cards. Specials that are neither tops nor masters have no suit (-1) and never win unless nothing else is played.
    `power[suit_led][card]` orders the cards of a trick; 0 can't win.
    """

    def __init__(
        self,
        deck: Deck,
        *,
        trump: str | None = None,
        tops: Sequence[str] = (),
        ranks: str | None = None,
        trump_ranks: str | None = None,
        masters: Sequence[str] = (),
        later_wins: bool | Sequence[str] = False,
    ) -> None:
        self.deck = deck
        # The cards that win against an equal one played before them.
        later = deck.faces if later_wins is True else later_wins or ()
        self.later_wins: CardSet = sum(deck.faces[token] for token in later)
        if trump is not None:
            self.trump: int | None = deck.suits.index(trump)
        else:
            self.trump = len(deck.suits) if tops else None
        suit_of: list[int] = []
        height: list[int] = []
        for token in deck.tokens:
            if token in masters:
                suit, place = len(deck.suits) + 1, 0
            elif token in tops:
                assert self.trump is not None
                suit, place = self.trump, 100 + len(tops) - list(tops).index(token)
            elif token[1:] in deck.suits and token[0] in deck.ranks:
                suit = deck.suits.index(token[1:])
                order = ranks if suit != self.trump else trump_ranks or ranks
                place = (order or deck.ranks).index(token[0])
            else:
                suit, place = -1, 0
            suit_of.append(suit)
            height.append(place)
        self.suit_of = tuple(suit_of)
        self._beats: dict[int, tuple[CardSet, ...]] = {}
        suits = range(len(deck.suits) + 1)
        # Masters may always be played and force nothing: their suit is one that nobody can follow.
        self.cards_of: tuple[CardSet, ...] = (
            *(sum(1 << card for card, s in enumerate(suit_of) if s == suit) for suit in suits),
            0,
        )
        self.power: tuple[tuple[int, ...], ...] = tuple(
            tuple(self._power(suit_of[card], height[card], led) for card in range(deck.size))
            for led in range(len(deck.suits) + 2)
        )

    def _power(self, suit: int, height: int, led: int) -> int:
        if suit == len(self.deck.suits) + 1:
            return 2000
        if suit == self.trump:
            return 1000 + height
        return 1 + height if suit == led else 0

    def beats(self, led: int) -> tuple[CardSet, ...]:
        """By card: the cards that would take the trick from it, played after it, when suit `led` was led."""
        found = self._beats.get(led)
        if found is None:
            power = self.power[led]
            higher: dict[int, CardSet] = {}
            cards = 0
            for worth in sorted(set(power), reverse=True):
                higher[worth] = cards
                equal = sum(1 << card for card, own in enumerate(power) if own == worth)
                cards |= equal
                if worth:
                    higher[worth] |= equal & self.later_wins
            found = self._beats[led] = tuple(higher[worth] & ~(1 << card) for card, worth in enumerate(power))
        return found

    @property
    def trumps(self) -> CardSet:
        """All trumps; the empty set without any."""
        return 0 if self.trump is None else self.cards_of[self.trump]

    def winner(self, cards: Sequence[int]) -> int:
        """The position in `cards` (in the order played) of the one that wins the trick."""
        power = self.power[self.suit_of[cards[0]]]
        best = 0
        for position, card in enumerate(cards):
            if power[card] > power[cards[best]] or (power[card] == power[cards[best]] and self.later_wins >> card & 1):
                best = position
        return best
