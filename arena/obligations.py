"""Obligations that many games share beside following suit: to trump, to beat, not to undertrump.

Variants list them after `follow_suit`, in the order in which they bind; each narrows what the steps before it have
left, and is waived when nothing would remain. They know no game, and no more of a hand than a trick shows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.cards import CardSet
from arena.tricks import Tricks, obligation

if TYPE_CHECKING:
    from arena.hand import Hand


@obligation("a hand that can't follow suit must trump if it can")
def must_trump(trick: Tricks, hand: Hand, cards: CardSet) -> CardSet:
    """Trumps, for a hand without the suit led."""
    return cards if cards & trick.ranking.cards_of[trick.led] else cards & trick.ranking.trumps


@obligation("the trick so far must be beaten if it can be")
def must_beat(trick: Tricks, hand: Hand, cards: CardSet) -> CardSet:
    """Cards that would win the trick as it lies."""
    return trick.beating(cards)


@obligation("a trump must be higher than the trumps in the trick if it can be")
def must_overtrump(trick: Tricks, hand: Hand, cards: CardSet) -> CardSet:
    """Trumps that would win the trick, wherever a trump is played; other cards are left alone."""
    trumps = cards & trick.ranking.trumps
    return cards & ~trumps | (trick.beating(trumps) or trumps)


@obligation("a trump lower than one in the trick may be played only when there is nothing else")
def no_undertrump(trick: Tricks, hand: Hand, cards: CardSet) -> CardSet:
    """To a plain suit that has been trumped, no lower trumps."""
    trumps = trick.ranking.trumps
    if trick.led == trick.ranking.trump or not trick.pile & trumps:
        return cards
    return cards & ~trumps | trick.beating(cards & trumps)
