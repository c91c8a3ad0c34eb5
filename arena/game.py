"""A table: one deal, or a whole game of hands to the variant's end.

`Game` keeps what outlives a hand (totals, dealer, what the variant carries over) and derives each hand's pack from
the league's seed. Referee, replay and search drive it alike: ask `hand` for what is legal, `apply`, and `close`
each finished hand.
"""

from __future__ import annotations

from arena.hand import Hand
from arena.phases import Told
from arena.seeds import Stream
from arena.variant import Variant


def shuffled(variant: Variant, seed: str, number: int, hand: int) -> tuple[list[int], int]:
    """The pack of hand `hand` (from 1) at table `number` (from 0), top first, and a dealer drawn after it.

    The draw counts only for the first hand of a table: afterwards the deal moves on.
    """
    stream = Stream(seed, "deal", variant.name, variant.seats, number, hand)
    return stream.shuffle(variant.deck.size), stream.below(variant.seats)


MOST_HANDS = 1000
"""A game that no rule has ended by then is a draw of all: careless play can keep a score from ever getting anywhere."""


class Game:
    """One table of a variant. `totals` is the running score by seat, `log` all that was told at this table.

    With `single` the table is over after one hand. `payoffs` is the result by seat once it is over, higher
    being better: the hand's payoffs of a single deal, the shares of the win in a game.
    """

    def __init__(self, variant: Variant, seed: str, number: int, *, single: bool) -> None:
        self.variant = variant
        self.seed = seed
        self.number = number
        self.single = single
        self.totals = variant.start_totals()
        self.log: list[Told] = []
        pack, self.first_dealer = shuffled(variant, seed, number, 1)
        self.hand = Hand(variant, pack=pack, dealer=self.first_dealer, log=self.log)
        self.hand_payoffs: tuple[float, ...] = ()
        self.payoffs: tuple[float, ...] = ()
        self.over = False

    def close(self) -> None:
        """Score the finished hand and see whether the table is over; `next_hand` deals the next one."""
        hand, variant = self.hand, self.variant
        assert hand.phase is None
        self.totals = [total + change for total, change in zip(self.totals, hand.scores, strict=True)]
        hand.tell(("scores", hand.scores))
        self.hand_payoffs = tuple(variant.payoffs(hand.scores))
        if self.single:
            self.over, self.payoffs = True, self.hand_payoffs
            return
        winners = variant.winners_after(hand, self.totals)
        if winners is None and hand.number >= MOST_HANDS:
            winners = range(variant.seats)
        if winners is not None:
            self.over, self.payoffs = True, tuple(variant.game_payoffs(winners))

    def next_hand(self) -> None:
        """Deal the hand after the one that was closed."""
        last = self.hand
        number = last.number + 1
        pack, _ = shuffled(self.variant, self.seed, self.number, number)
        dealer, carry = self.variant.next_dealer(last), self.variant.carry(last)
        self.hand = Hand(self.variant, pack=pack, dealer=dealer, number=number, carry=carry, log=self.log)

    def forfeit_payoffs(self, seat: int) -> tuple[float, ...]:
        """What a table pays that `seat` forfeits: its team the least, the others an even share of the rest."""
        variant = self.variant
        losers = variant.teams[variant.team_of(seat)]
        if self.single:
            lowest, total = float(variant.lowest_payoff), float(variant.payoff_sum)
        else:
            lowest, total = 0.0, len(losers) * 1.0
        rest = (total - lowest * len(losers)) / (variant.seats - len(losers))
        return tuple(lowest if place in losers else rest for place in range(variant.seats))
