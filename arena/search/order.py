"""Which card beats which under a ranking, as sets of cards, so that a play-out looks up what it would have to count."""

from __future__ import annotations

from arena.cards import CardSet, Ranking, bits


class Order:
    """The tables of one ranking.

    `beats[led][card]` is the set of cards that would take a trick with that suit led from `card`. `strength[card]` is
    the part of the pack that can't beat the card when it is led, from 0 to 1; 0 for cards that can't lead a suit.
    """

    __slots__ = ("beats", "strength")

    def __init__(self, ranking: Ranking) -> None:
        size = ranking.deck.size
        self.beats: tuple[tuple[CardSet, ...], ...] = tuple(
            tuple(_above(power, ranking.later_wins, card) for card in range(size)) for power in ranking.power
        )
        self.strength: tuple[float, ...] = tuple(
            1 - self.beats[suit][card].bit_count() / size if suit >= 0 else 0.0
            for card, suit in enumerate(ranking.suit_of)
        )


def _above(power: tuple[int, ...], later_wins: CardSet, card: int) -> CardSet:
    higher = sum(1 << other for other, worth in enumerate(power) if worth > power[card])
    equal = sum(1 << other for other in bits(later_wins) if other != card and power[other] == power[card] > 0)
    return higher | equal
