"""Hands of Troeven as a test wants them: before the call, in the middle of a trick, or just finished."""

from __future__ import annotations

from arena_troeven import Troeven

from arena.hand import Hand
from arena.tricks import Tricks, follow_suit_or_trump


def identity(dealer: int = 0) -> Hand:
    return Hand(Troeven(), pack=range(32), dealer=dealer)


def holding(trump: str, *hands: str, leader: int = 0) -> Hand:
    """A hand in which the seats hold just these cards, with this trump, and `leader` is to lead."""
    hand = identity()
    hand.play(trump)
    hand.hands = [hand.deck.set_of(cards.split()) for cards in hands]
    hand.phase = Tricks(leader, hand.variant.ranking(trump), following=(follow_suit_or_trump,))
    return hand


def pile_worth(points: int) -> list[str]:
    """Cards of a whole pack that are worth this much together, the dearest first."""
    cards = []
    for value, rank in ((4, "A"), (3, "K"), (2, "Q"), (1, "J")):
        for suit in "SHDC":
            if points >= value:
                cards.append(rank + suit)
                points -= value
    assert points == 0
    return cards


def scored(dealer: int, points_of_seats_0_and_2: int) -> list[int]:
    """The scores of a hand in which seats 0 and 2 have won cards worth this much, and seats 1 and 3 the rest."""
    hand = identity(dealer)
    even = hand.deck.set_of(pile_worth(points_of_seats_0_and_2))
    odd = hand.deck.all & ~even
    low = hand.deck.set_of(["AS", "KS", "JD", "7C", "8H", "QD", "TC"])
    hand.taken = [even & low, odd & ~low, even & ~low, odd & low]
    return list(hand.variant.score(hand))
