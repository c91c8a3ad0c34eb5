"""Positions of plain trick play, packed so that endings can be searched quickly.

Made by `arena.search.endgame` from a hand whose variant has said how it reckons. Only the cards that are still in
play have a place; cards that make no difference to each other are told apart no more. It knows how tricks go,
not what anybody wants.
"""

from __future__ import annotations

from arena.cards import CardSet, bits
from arena.hand import Hand
from arena.reckoning import Reckoning, Standing
from arena.tricks import Tricks, follow_suit, follow_suit_or_trump

_SIDE_BITS = 20
_TRICK_BITS = 6
_POINTS = 1 << _TRICK_BITS


class TooMany(Exception):
    """The ending has more positions than the search was allowed."""


def is_plain(hand: Hand) -> bool:
    """Whether the hand is at tricks in which following suit, trumps allowed or not, is the only obligation."""
    phase = hand.phase
    return (
        type(phase) is Tricks
        and not hand.deck.has_twins
        and not phase.leading
        and tuple(phase.following) in ((follow_suit,), (follow_suit_or_trump,))
        and all(phase.ranking.suit_of[card] in range(len(phase.ranking.cards_of) - 1) for card in _in_play(hand, phase))
    )


def _in_play(hand: Hand, phase: Tricks) -> list[int]:
    """The cards in the hands and in the present trick, suit by suit and from low to high."""
    ranking = phase.ranking
    live = phase.pile
    for cards in hand.hands:
        live |= cards
    return sorted(bits(live), key=lambda card: (ranking.suit_of[card], ranking.power[ranking.suit_of[card]][card]))


TrickSoFar = tuple[int, int, int, int, int]
"""How many cards there are, the suit led, the place of the card that holds the trick, its player, and all places."""

NO_CARD: TrickSoFar = (0, -1, -1, -1, 0)


class PlainTricks:
    """The cards in play by place, and what has been won, as one number.

    places: the card at each place, -1 for the gap above each suit. hands: by seat, as sets of places; a search takes
    cards out and puts them back. taken, tricks: by seat, as in the hand. suits, trumps, whole: sets of places. worth: a
    place's points. won: points and tricks of all sides at the start, packed into one number.
    """

    def __init__(self, hand: Hand, phase: Tricks, reckoning: Reckoning) -> None:
        ranking = phase.ranking
        self.hand = hand
        self._phase = phase
        self.reckoning = reckoning
        self.seats = hand.seats
        self.any_trump = tuple(phase.following) == (follow_suit_or_trump,)
        self.places: list[int] = []
        self.suits = [0] * len(ranking.cards_of)
        self.suit_at: list[int] = []
        for card in _in_play(hand, phase):
            suit = ranking.suit_of[card]
            if self.suit_at and self.suit_at[-1] != suit:
                self.places.append(-1)
                self.suit_at.append(-1)
            self.suits[suit] |= 1 << len(self.places)
            self.places.append(card)
            self.suit_at.append(suit)
        self.trumps = 0 if ranking.trump is None else self.suits[ranking.trump]
        self.whole = sum(self.suits)
        self.worth = [reckoning.points[card] if card >= 0 else 0 for card in self.places]
        self._tiers = [
            sum(1 << place for place, card in enumerate(self.places) if card >= 0 and self.worth[place] == worth)
            for worth in sorted(set(self.worth))
        ]
        self.hands = [self.packed(cards) for cards in hand.hands]
        self.taken = hand.taken.copy()
        self.tricks = hand.won.copy()
        side_of = {seat: side for side, seats in enumerate(reckoning.sides) for seat in seats}
        self._gain = [1 << _SIDE_BITS * side_of[seat] for seat in range(self.seats)]
        self.won = sum(
            (sum(reckoning.points[card] for card in bits(taken)) * _POINTS + tricks) * gain
            for taken, tricks, gain in zip(hand.taken, hand.won, self._gain, strict=True)
        )
        self._shapes: list[tuple[int, dict[tuple[int, ...], int]]] = [(suit, {}) for suit in self.suits if suit]
        self._numbers: dict[tuple[tuple[int, int], ...], int] = {}
        self._standings: dict[int, Standing] = {}
        self._piles: dict[int, tuple[int, CardSet]] = {}
        self._total = sum(reckoning.points[card] for card in bits(sum(hand.taken))) + sum(self.worth)

    def so_far(self) -> TrickSoFar:
        """The trick that the hand is in."""
        trick = NO_CARD
        for card, seat in zip(self._phase.cards, self.hand.around(self._phase.leader), strict=False):
            trick = self.with_card(seat, self.packed(1 << card), trick)
        return trick

    def packed(self, cards: CardSet) -> int:
        """A set of cards in play as a set of places."""
        return sum(1 << place for place, card in enumerate(self.places) if card >= 0 and cards >> card & 1)

    def choices(self, seat: int, led: int, live: int) -> int:
        """The places that a seat may play, one of each kind; `led` is the suit led, -1 for a lead."""
        cards = held = self.hands[seat]
        if led >= 0 and (suit := held & self.suits[led]):
            cards = suit | held & self.trumps if self.any_trump else suit
        return self.distinct(cards, live) if cards & (cards - 1) else cards

    def with_card(self, seat: int, bit: int, trick: TrickSoFar) -> TrickSoFar:
        """The trick when `seat` has played this place (a set of one)."""
        count, led, best, winner, pile = trick
        place = bit.bit_length() - 1
        suit = self.suit_at[place]
        if not count:
            return 1, suit, place, seat, bit
        if place > best if suit == self.suit_at[best] else self.trumps & bit:
            best, winner = place, seat
        return count + 1, led, best, winner, pile | bit

    def win(self, seat: int, pile: int, won: int) -> int:
        """Give a trick of these places to a seat; returns what is won then. `unwin` takes it back."""
        known = self._piles.get(pile)
        if known is None:
            points = sum(self.worth[place] for place in bits(pile))
            known = points * _POINTS + 1, sum(1 << self.places[place] for place in bits(pile))
            self._piles[pile] = known
        gain, cards = known
        self.taken[seat] |= cards
        self.tricks[seat] += 1
        return won + gain * self._gain[seat]

    def unwin(self, seat: int, pile: int) -> None:
        """Take the trick back that the seat was given last."""
        self.taken[seat] ^= self._piles[pile][1]
        self.tricks[seat] -= 1

    def distinct(self, mine: int, live: int) -> int:
        """Of the places `mine` in one hand, one of each kind; `live` are all cards in hands and in the trick.

        Two cards of a suit are of a kind if they count alike and nobody else has one between them: whichever is
        played, the tricks go the same way. The lowest stands for all.
        """
        dead = self.whole & ~live
        again = 0
        for tier in self._tiers:
            held = mine & tier
            if held & (held - 1):
                above = held << 1
                # Adding one at the low end of a run of dead places carries to the first live place above it.
                again |= ((above & dead) + dead & ~dead | above) & held
        return mine & ~again

    def kind(self, place: int, distinct: int) -> int:
        """The place that stands for this one."""
        low = distinct & self.suits[self.suit_at[place]] & ((2 << place) - 1)
        alike = next(tier for tier in self._tiers if tier >> place & 1)
        return (low & alike).bit_length() - 1

    def shape(self) -> list[int]:
        """The hands as far as they matter at the start of a trick: suit by suit who has the lowest card, the next, ...

        What has gone leaves no trace in it: where the queen is out, king and jack are neighbours.
        """
        hands = self.hands
        shape = []
        for suit, known in self._shapes:
            split = tuple([cards & suit for cards in hands])
            number = known.get(split)
            if number is None:
                number = known[split] = self._number(split)
            shape.append(number)
        return shape

    def _number(self, split: tuple[int, ...]) -> int:
        """A number for each order of owners and points in a suit."""
        owners = sorted((place, seat) for seat, cards in enumerate(split) for place in bits(cards))
        order = tuple((seat, self.worth[place]) for place, seat in owners)
        return self._numbers.setdefault(order, len(self._numbers))

    def standing(self, won: int) -> Standing:
        """What `won` means for the rest."""
        known = self._standings.get(won)
        if known is None:
            known = self._standings[won] = self._settle(won)
        return known

    def _settle(self, won: int) -> Standing:
        points, tricks = [], []
        for _ in self.reckoning.sides:
            side = won & ((1 << _SIDE_BITS) - 1)
            points.append(side >> _TRICK_BITS)
            tricks.append(side & (_POINTS - 1))
            won >>= _SIDE_BITS
        return self.reckoning.settle(points, tricks, self._total - sum(points))

    def payoffs(self) -> tuple[float, ...]:
        """What the variant pays for a finished hand in which each seat has `taken` and `tricks`."""
        variant, twin = self.hand.variant, self.hand.copy()
        twin.hands = [0] * self.seats
        twin.taken, twin.won = self.taken.copy(), self.tricks.copy()
        return tuple(variant.payoffs(variant.score(twin)))
