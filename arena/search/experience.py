"""What play-outs of a hand have taught about it: what tricks pay, and in which manner each seat does best.

One `Experience` serves all decisions of a seat in a hand. The first play-outs are at random and give the prices;
afterwards each seat plays in the manner that has paid it most, and tries the others now and then, so that a sketchy
price, or a hand in which tricks are bad, is found out.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any

from arena.bidding import PASS
from arena.hand import Hand
from arena.search.playout import Manner, PlayOuts
from arena.search.prices import Prices
from arena.tricks import Tricks
from arena.variant import Variant

ENDINGS = 8
"""How many play-outs of a decision are asked for prices; they are played at random."""
MOST_ENDINGS = 40
CURIOSITY = 0.3
"""How much a manner that has been tried little is favoured, in parts of the range of payoffs seen."""


class Experience:
    """What has been seen of the hand that is being played. `prices` are those of its tricks and cards."""

    def __init__(self, variant: Variant, rng: random.Random) -> None:
        self.prices = Prices(variant)
        self._variant = variant
        self._rng = rng
        self._outs = PlayOuts(self.prices, rng)
        seats = range(variant.seats)
        self._paid = [[0.0] * len(Manner) for _ in seats]
        self._tried = [[0] * len(Manner) for _ in seats]
        self._low, self._high = math.inf, -math.inf
        self._open = 0
        self.decide()

    def decide(self) -> None:
        """A new decision begins: look at a few more endings, the prices may have changed."""
        self._open = min(ENDINGS, MOST_ENDINGS - self.prices.endings)

    def play_out(self, hand: Hand) -> tuple[float, ...]:
        """Play `hand` itself to its end; what it pays, by seat."""
        if self._open > 0:
            return self._learn(hand)
        manners = [self._manner(seat) for seat in range(hand.seats)]
        self._outs.finish(hand, manners)
        paid = tuple(self._variant.payoffs(hand.scores))
        for seat, manner in enumerate(manners):
            self._paid[seat][manner] += paid[seat]
            self._tried[seat][manner] += 1
        self._low, self._high = min(self._low, *paid), max(self._high, *paid)
        return paid

    def preferred(self, hand: Hand) -> str | None:
        """What a seat of a play-out would do: a card by the prices, or passing; None where neither can be said."""
        phase = hand.phase
        if phase is None:
            return None
        if not isinstance(phase, Tricks):
            return PASS if phase.action(hand, PASS, phase.legal(hand)) >= 0 else None
        if phase.kind != Tricks.kind or not self.prices.endings:
            return None
        card = self._outs.by_price(hand, phase)
        return None if card is None else hand.deck.tokens[card]

    def _learn(self, hand: Hand) -> tuple[float, ...]:
        out = hand.variant.deck.all
        for taken in hand.taken:
            out &= ~taken
        self._outs.finish(hand, [Manner.ANY] * hand.seats)
        self.prices.learn(hand, out, self._rng)
        self._open -= 1
        if self._open <= 0:
            self.prices.settle()
        return tuple(self._variant.payoffs(hand.scores))

    def favoured(self, seat: int) -> Manner:
        """The manner in which a seat has played most often, since it paid."""
        tried = self._tried[seat]
        return max(Manner, key=tried.__getitem__)

    def _manner(self, seat: int) -> Manner:
        """The most promising manner for a seat: the mean payoff, and a bonus for what has been tried little."""
        paid, tried = self._paid[seat], self._tried[seat]
        total = sum(tried)
        if total < 2 * len(Manner):
            return Manner(self._rng.randrange(len(Manner)))
        bonus = CURIOSITY * (self._high - self._low) * math.sqrt(math.log(total))
        return max(
            Manner,
            key=lambda manner: (
                paid[manner] / tried[manner] + bonus / math.sqrt(tried[manner]) if tried[manner] else math.inf
            ),
        )


class Memory:
    """What a seat has learned at a table: one `Experience` for the bids of a hand, another one for its play."""

    def __init__(self, variant: Variant, rng: random.Random) -> None:
        self._variant = variant
        self._rng = rng
        self._state: tuple[int, bool] | None = None
        self._experience = Experience(variant, rng)

    def of(self, events: Sequence[Sequence[Any]], legal: Sequence[str]) -> Experience:
        """The experience for a decision, by what the seat has been told at this table and the legal tokens."""
        state = sum(event[0] == "deal" for event in events), legal[0] in self._variant.deck.faces
        if state != self._state:
            self._state, self._experience = state, Experience(self._variant, self._rng)
        self._experience.decide()
        return self._experience
