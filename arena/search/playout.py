"""Playing a hand to its end, quickly and without thinking long.

`arena.search.evaluation` plays thousands of hands out for one decision. Here is how the seats choose meanwhile, each in
a manner of its own; what the end is worth is the variant's to say. Nothing here knows what a real seat knows: all
cards are seen.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from enum import IntEnum

from arena.bidding import Auction, Duels
from arena.cards import CardSet, Ranking, bits
from arena.hand import Hand
from arena.phases import Phase
from arena.search.order import Order
from arena.search.prices import Prices
from arena.tricks import Tricks

LOOSE = 0.1
"""How often a seat plays any card whatever its manner, so that no play-out is like another."""
BIDDING = 0.2
"""How often a seat that may pass bids instead: who bids at random always outbids everybody."""
SAYING = 0.25
"""How often a seat that may announce something does, rather than play a card."""
SAVING = 0.5
"""What part of a usual trick the strongest card is held to bring later on."""


class Manner(IntEnum):
    """How a seat chooses its cards in a play-out.

    ANY: at random. PRICED: for what the trick pays. WINNING: takes tricks. DUCKING: leaves them.
    """

    ANY = 0
    PRICED = 1
    WINNING = 2
    DUCKING = 3


class PlayOuts:
    """Plays hands of one variant out; keeps the tables of the rankings that it has met."""

    def __init__(self, prices: Prices, rng: random.Random) -> None:
        self.prices = prices
        self._rng = rng
        self._orders: dict[Ranking, Order] = {}

    def finish(self, hand: Hand, manners: Sequence[Manner]) -> None:
        """Play `hand` itself to its end, each seat in the manner given for it."""
        chance = self._rng.random
        while (phase := hand.phase) is not None:
            legal = phase.legal(hand)
            if not legal & (legal - 1):
                hand.apply(legal.bit_length() - 1)
            elif isinstance(phase, Tricks):
                manner = manners[phase.place]
                if manner == Manner.ANY or chance() < LOOSE:
                    hand.apply(any_of(legal, chance()))
                else:
                    hand.apply(self._card(hand, phase, legal, manner))
            else:
                hand.apply(_said(phase, legal, chance))

    def _card(self, hand: Hand, phase: Tricks, legal: int, manner: Manner) -> int:
        cards = legal & hand.deck.all
        if cards != legal and (not cards or self._rng.random() < SAYING):
            return any_of(legal ^ cards, self._rng.random())
        order = self._orders.get(phase.ranking)
        if order is None:
            order = self._orders[phase.ranking] = Order(phase.ranking)
        if manner == Manner.PRICED:
            return priced(hand, phase, cards, self.prices, order)
        return _simple(phase, cards, order, hand.seats, winning=manner == Manner.WINNING)


def any_of(legal: int, chance: float) -> int:
    """The action at the place that `chance`, from 0 to 1, gives among the legal ones."""
    for _ in range(int(chance * legal.bit_count())):
        legal &= legal - 1
    return (legal & -legal).bit_length() - 1


def _said(phase: Phase, legal: int, chance: Callable[[], float]) -> int:
    if isinstance(phase, Auction | Duels) and legal & 1 and chance() >= BIDDING:
        return 0
    return any_of(legal, chance())


def priced(hand: Hand, phase: Tricks, cards: CardSet, prices: Prices, order: Order) -> int:
    """The card that pays most, if this trick falls as the hands now lie, less what a strong card may bring later."""
    me, hands, ranking = phase.place, hand.hands, phase.ranking
    ally, price, saving = prices.ally[me], prices.card[me], SAVING * prices.usual[me]
    pot = prices.trick[me]
    for card in phase.cards:
        pot += price[card]
    coming = phase.to_come(hand)
    led, beating = phase.led, phase.beating(cards) if phase.led >= 0 else cards
    under = order.beats[led][phase.best_card] if led >= 0 else 0
    chosen, most = -1, 0.0
    while cards:
        low = cards & -cards
        cards ^= low
        card = low.bit_length() - 1
        if beating & low:
            suit = led if led >= 0 else ranking.suit_of[card]
            winner, above = me, order.beats[suit][card] if suit >= 0 else 0
        else:
            suit, winner, above = led, phase.winner, under
        for seat in coming:
            held = hands[seat] & ranking.cards_of[suit] or hands[seat]
            if held & above and not ally[seat] and (not held & ~above or _wants(seat, phase.cards, card, prices)):
                winner = seat
        worth = (pot + price[card] if ally[winner] else 0.0) - saving * order.strength[card]
        if chosen < 0 or worth > most:
            chosen, most = card, worth
    return chosen


def _wants(seat: int, pile: Sequence[int], card: int, prices: Prices) -> bool:
    price = prices.card[seat]
    pot = prices.trick[seat] + price[card]
    for other in pile:
        pot += price[other]
    return pot > 0


def _simple(phase: Tricks, cards: CardSet, order: Order, seats: int, *, winning: bool) -> int:
    """The cheapest card that takes the trick, or the most dangerous one that does not."""
    strength = order.strength
    takes = phase.beating(cards) if phase.led >= 0 else 0 if not winning else cards
    if winning:
        return weakest(takes, strength) if takes and phase.led >= 0 else strongest(cards, strength)
    leaves = cards & ~takes
    return strongest(leaves, strength) if leaves and phase.led >= 0 else weakest(cards, strength)


def weakest(cards: CardSet, strength: Sequence[float]) -> int:
    """The card of the least strength."""
    return min(bits(cards), key=strength.__getitem__)


def strongest(cards: CardSet, strength: Sequence[float]) -> int:
    """The card of the greatest strength."""
    return max(bits(cards), key=strength.__getitem__)
