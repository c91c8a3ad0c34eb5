"""Playing a hand to its end, quickly and without thinking long.

`arena.search.evaluation` plays thousands of hands out for one decision. Here is how the seats choose meanwhile, each in
a manner of its own; what the end is worth is the variant's to say. Nothing here knows what a real seat knows: all
cards are seen.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from enum import IntEnum

from arena.bidding import PASS
from arena.cards import CardSet, Ranking, bits
from arena.hand import Hand
from arena.phases import Phase
from arena.search.prices import Prices
from arena.tricks import Tricks

LOOSE = 0.1
"""How often a seat plays any card whatever its manner, so that no play-out is like another."""
BIDDING = 0.1
"""How often a seat that may pass does not: who is outbid at random can't tell what its own bid is worth."""
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
    """Plays hands of one variant out; keeps how strong cards are under the rankings that it has met."""

    def __init__(self, prices: Prices, rng: random.Random) -> None:
        self._prices = prices
        self._rng = rng
        self._strengths: dict[Ranking, tuple[float, ...]] = {}

    def finish(self, hand: Hand, manners: Sequence[Manner]) -> None:
        """Play `hand` itself to its end, each seat in the manner given for it."""
        chance = self._rng.random
        while (phase := hand.phase) is not None:
            legal = phase.legal(hand)
            if not legal & (legal - 1):
                action = legal.bit_length() - 1
            elif not isinstance(phase, Tricks) or phase.kind != Tricks.kind:
                action = _said(hand, phase, legal, chance)
            elif (manner := manners[phase.place]) is Manner.ANY or chance() < LOOSE:
                action = any_of(legal, chance())
            else:
                action = self._card(hand, phase, legal, manner)
            hand.apply(action)

    def by_price(self, hand: Hand, phase: Tricks) -> int | None:
        """The card that the seat on turn chooses by the prices, if it may play one."""
        cards = phase.legal(hand) & hand.deck.all
        return priced(hand, phase, cards, self._prices, self._strength(phase.ranking)) if cards else None

    def _strength(self, ranking: Ranking) -> tuple[float, ...]:
        found = self._strengths.get(ranking)
        if found is None:
            found = self._strengths[ranking] = strengths(ranking)
        return found

    def _card(self, hand: Hand, phase: Tricks, legal: int, manner: Manner) -> int:
        cards = legal & hand.deck.all
        if cards != legal and (not cards or self._rng.random() < SAYING):
            return any_of(legal ^ cards, self._rng.random())
        strength = self._strength(phase.ranking)
        if manner is Manner.PRICED:
            return priced(hand, phase, cards, self._prices, strength)
        if manner is Manner.WINNING:
            return winning(phase, cards, strength)
        return ducking(phase, cards, strength)


def strengths(ranking: Ranking) -> tuple[float, ...]:
    """For each card the part of the pack that can't beat it when it is led; 0 for cards that lead no suit."""
    size = ranking.deck.size
    return tuple(
        1 - ranking.beats(suit)[card].bit_count() / size if suit >= 0 else 0.0
        for card, suit in enumerate(ranking.suit_of)
    )


def any_of(legal: int, chance: float) -> int:
    """The action at the place that `chance`, from 0 to 1, gives among the legal ones."""
    for _ in range(int(chance * legal.bit_count())):
        legal &= legal - 1
    return (legal & -legal).bit_length() - 1


def _said(hand: Hand, phase: Phase, legal: int, chance: Callable[[], float]) -> int:
    """Passing where one may, now and then the lowest bid; what has no pass among it at random."""
    passing = phase.action(hand, PASS, legal)
    if passing < 0:
        return any_of(legal, chance())
    if chance() >= BIDDING:
        return passing
    rest = legal & ~(1 << passing)
    return (rest & -rest).bit_length() - 1


def priced(hand: Hand, phase: Tricks, cards: CardSet, prices: Prices, strength: Sequence[float]) -> int:
    """The card that pays most, if this trick falls as the hands now lie, less what a strong card may bring later."""
    me, ranking, led = phase.place, phase.ranking, phase.led
    ally, price, saving = prices.ally[me], prices.card[me], SAVING * prices.usual[me]
    pot = prices.trick[me]
    for card in phase.cards:
        pot += price[card]
    enemies = [(seat, hand.hands[seat]) for seat in phase.to_come(hand) if not ally[seat]]
    beating = phase.beating(cards)
    chosen, most = -1, 0.0
    for card in bits(cards):
        suit = led if led >= 0 else ranking.suit_of[card]
        if beating >> card & 1:
            winner, best = me, card
        else:
            winner, best = phase.winner, phase.best_card
        if suit >= 0:
            above, followers = ranking.beats(suit)[best], ranking.cards_of[suit]
            for seat, cards_held in enemies:
                held = cards_held & followers or cards_held
                if held & above and (not held & ~above or _wants(seat, phase.cards, card, prices)):
                    winner = seat
        worth = (pot + price[card] if ally[winner] else 0.0) - saving * strength[card]
        if chosen < 0 or worth > most:
            chosen, most = card, worth
    return chosen


def _wants(seat: int, pile: Sequence[int], card: int, prices: Prices) -> bool:
    """Whether a seat is paid for taking a trick with these cards in it."""
    price = prices.card[seat]
    pot = prices.trick[seat] + price[card]
    for other in pile:
        pot += price[other]
    return pot > 0


def winning(phase: Tricks, cards: CardSet, strength: Sequence[float]) -> int:
    """The weakest card that takes the trick, or the weakest of all; the strongest to lead."""
    if phase.led < 0:
        return max(bits(cards), key=strength.__getitem__)
    return min(bits(phase.beating(cards) or cards), key=strength.__getitem__)


def ducking(phase: Tricks, cards: CardSet, strength: Sequence[float]) -> int:
    """The strongest card that leaves the trick to others, or the weakest of all; the weakest to lead."""
    leaving = cards & ~phase.beating(cards)
    if leaving:
        return max(bits(leaving), key=strength.__getitem__)
    return min(bits(cards), key=strength.__getitem__)
