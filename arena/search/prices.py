"""What tricks and single cards pay to whom, asked of the rules rather than looked up by the name of the game.

`Prices` takes hands that were played to their end, gives a trick or a card of them to another seat, and lets the
variant score that. Play-outs go by the result. It is a sketch: a price is a mean over endings, whatever it hung on.
"""

from __future__ import annotations

import random

from arena.cards import CardSet, bits
from arena.hand import Hand
from arena.variant import Variant

MOST_CARDS = 20
"""How many cards of an ending are given away by turns, at most: each costs a scoring for every other seat."""


class Prices:
    """The prices of one hand, learned from endings of it.

    For each seat, in units of its payoff: `trick[seat]` is what one more trick brings it or its allies, beside what the
    cards in it do, `card[seat][card]` what taking that card brings, `usual[seat]` what a trick with average cards in it
    brings. `ally[seat][other]`: what is good for one is good for the other; by the rules, or as far as has been seen.
    `endings`: from how many.
    """

    def __init__(self, variant: Variant) -> None:
        self._seats = seats = variant.seats
        self._size = variant.deck.size
        self._teams = [variant.team_of(seat) for seat in range(seats)]
        # By receiver (and card): the sum of payoffs of each seat, and from how many.
        self._by_trick = [[0.0] * seats for _ in range(seats)]
        self._tricks = 0
        self._by_card = [[[0.0] * seats for _ in range(seats)] for _ in range(self._size)]
        self._cards = [0] * self._size
        self._same = [[True] * seats for _ in range(seats)]
        self._varied = False
        self.endings = 0
        self.trick = [0.0] * seats
        self.usual = [0.0] * seats
        self.card = [[0.0] * self._size for _ in range(seats)]
        self.ally = [[self._teams[one] == self._teams[other] for other in range(seats)] for one in range(seats)]

    def learn(self, hand: Hand, open_cards: CardSet, rng: random.Random) -> None:
        """Try what a finished hand would have paid, had a trick or one of `open_cards` gone to somebody else."""
        paid = self._note(hand.variant.payoffs(hand.scores))
        kept_taken, kept_won = hand.taken, hand.won
        winners = [seat for seat, won in enumerate(kept_won) if won]
        if winners:
            loser = rng.choice(winners)
            for seat in range(self._seats):
                hand.won = kept_won.copy()
                hand.won[loser] -= 1
                hand.won[seat] += 1
                self._add(self._by_trick[seat], paid if seat == loser else self._paid(hand))
            self._tricks += 1
        hand.won = kept_won
        cards = [card for card in bits(open_cards) if any(taken >> card & 1 for taken in kept_taken)]
        for card in rng.sample(cards, min(MOST_CARDS, len(cards))):
            bit = 1 << card
            hand.taken = [taken & ~bit for taken in kept_taken]
            for seat in range(self._seats):
                had = kept_taken[seat] & bit
                hand.taken[seat] |= bit
                self._add(self._by_card[card][seat], paid if had else self._paid(hand))
                hand.taken[seat] ^= bit
            self._cards[card] += 1
        hand.taken = kept_taken
        self.endings += 1

    def _paid(self, hand: Hand) -> list[float]:
        return self._note(hand.variant.payoffs(hand.variant.score(hand)))

    def _note(self, paid: object) -> list[float]:
        """The payoffs by seat; seats that are ever paid differently are no allies."""
        row: list[float] = list(paid)  # type: ignore[call-overload]
        if min(row) != max(row):
            self._varied = True
            for one, same in enumerate(self._same):
                for other in range(self._seats):
                    if row[one] != row[other]:
                        same[other] = False
        return row

    @staticmethod
    def _add(sums: list[float], paid: list[float]) -> None:
        for seat, pay in enumerate(paid):
            sums[seat] += pay

    def settle(self) -> None:
        """Work the prices out anew from all endings so far."""
        seats = range(self._seats)
        for one in seats:
            for other in seats:
                fixed = self._teams[one] == self._teams[other]
                self.ally[one][other] = fixed or (self._varied and self._same[one][other])
        tried = [card for card in range(self._size) if self._cards[card]]
        for seat in seats:
            mine = [other for other in seats if self.ally[seat][other]]
            theirs = [other for other in seats if not self.ally[seat][other]]
            if not theirs:
                continue
            self.trick[seat] = self._gap(self._by_trick, seat, mine, theirs) / max(1, self._tricks)
            for card in tried:
                self.card[seat][card] = self._gap(self._by_card[card], seat, mine, theirs) / self._cards[card]
            mean = sum(self.card[seat][card] for card in tried) / max(1, len(tried))
            self.usual[seat] = self.trick[seat] + self._seats * mean

    @staticmethod
    def _gap(sums: list[list[float]], seat: int, mine: list[int], theirs: list[int]) -> float:
        own = sum(sums[receiver][seat] for receiver in mine) / len(mine)
        return own - sum(sums[receiver][seat] for receiver in theirs) / len(theirs)
