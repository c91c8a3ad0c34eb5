"""What the cards of a deal promise each seat: a fixed way of playing plays the deal with itself, in this process.

Reports take it as a control for luck. It must be fixed before anything is played, so it is one policy for all
variants, and its `VERSION`, which reports tell, changes with anything that changes a number. It asks no bot and is no
good player: it need only do better with better cards, or worse.
"""

from __future__ import annotations

import random

from arena.cards import bits
from arena.game import Game
from arena.hand import Hand
from arena.tricks import Tricks
from arena.variant import Variant

VERSION = "cheapest-winner/1"


def is_fair(variant: Variant) -> bool:
    """Whether the seats of this variant are alike, so that what the baseline promises has a mean of 0 by symmetry."""
    return "rotation" not in variant.exempt


def dealer_and_luck(variant: Variant, seed: str, number: int) -> tuple[int, tuple[float, ...]]:
    """Who deals at table `number`, and by seat the baseline's payoff there less the mean of all seats.

    The luck adds up to 0 over the seats. Where a variant's seats are alike and the dealer is drawn, each seat's has a
    mean of 0 over deals, too.
    """
    game = Game(variant, seed, number, single=True)
    # Its own draws, which no bot and no deal knows of.
    draws = random.Random(f"{VERSION} {seed} {number}")
    while not game.hand.over:
        game.hand.apply(_choice(game.hand, draws))
    game.close()
    mean = sum(game.payoffs) / len(game.payoffs)
    return game.first_dealer, tuple(payoff - mean for payoff in game.payoffs)


def _choice(hand: Hand, draws: random.Random) -> int:
    """Lead the strongest card; take a trick with the weakest that does; else throw the weakest. All else is drawn."""
    phase = hand.phase
    assert phase is not None
    legal = phase.legal(hand)
    # What is said between the tricks (an announcement) stands behind the cards in the alphabet.
    cards = legal & ((1 << hand.deck.size) - 1) if isinstance(phase, Tricks) else 0
    if not isinstance(phase, Tricks) or not cards:
        return draws.choice(list(bits(legal)))
    if phase.led < 0:
        return max(bits(cards), key=lambda card: _strength(phase, card))
    return min(bits(phase.beating(cards) or cards), key=lambda card: _strength(phase, card))


def _strength(trick: Tricks, card: int) -> int:
    """A card's power when its own suit is led; a card without a suit has none."""
    suit = trick.ranking.suit_of[card]
    return trick.ranking.power[suit][card] if suit >= 0 else -1
