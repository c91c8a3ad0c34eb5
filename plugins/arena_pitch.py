"""Pitch, or Setback: bid for the right to pitch the first card, which makes trumps; high, low, jack and game count."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from arena.bidding import PASS, Auction
from arena.cards import CardSet, Deck, bits
from arena.errors import InputError
from arena.hand import Hand
from arena.phases import Phase
from arena.plugin import hookimpl
from arena.tricks import Tricks, follow_suit_or_trump
from arena.variant import Variant, option

PIPS = {"T": 10, "A": 4, "K": 3, "Q": 2, "J": 1}


@dataclass(frozen=True, slots=True)
class PitchOptions:
    """What a league may set."""

    target: int = option(7, "points that win the game", least=1)
    partners: bool = option(False, "four or six players in two sides, partners seated alternately")
    all_pass: str = option(
        "dealer", "when all others pass the dealer must bid, or may pass too", among=("dealer", "redeal")
    )
    steal: bool = option(False, "the dealer may take the highest bid without raising it")
    low: str = option(
        "dealt", "who scores the lowest trump: who was dealt it or who takes it", among=("dealt", "taken")
    )


class OneRound(Auction):
    """Every seat speaks once, the dealer last."""

    def may_say(self, hand: Hand, usual: int) -> int:
        """The dealer may steal, or must not pass, by the options."""
        options = hand.variant.options
        if self.turn != hand.dealer:
            return usual
        if self.bidder is None:
            return usual & ~1 if options.all_pass == "dealer" else usual
        return usual | 1 << self._alphabet.index(self.high) if options.steal else usual

    def _over(self, hand: Hand) -> bool:
        return self.turn == hand.dealer

    def why_illegal(self, hand: Hand, token: str) -> str:
        """The dealer's duty, or the bid to be beaten."""
        if token == PASS:
            return "The dealer must bid when all others have passed."
        return super().why_illegal(hand, token)


class PitchedTricks(Tricks):
    """The first card led makes trumps."""

    def apply(self, hand: Hand, action: int) -> bool:
        """Play a card."""
        if hand.trump is not None:
            return super().apply(hand, action)
        hand.trump = hand.deck.tokens[action][1]
        self.ranking = hand.variant.ranking(hand.trump)
        over = super().apply(hand, action)
        hand.tell(("trump", self.leader, hand.trump))
        return over


class Pitch(Variant):
    """The game."""

    name = "pitch"
    summary = "bid for the first lead, which makes trumps, and count high, low, jack and game; or be set back"
    players: ClassVar[tuple[int, ...]] = (4, 2, 3, 5, 6, 7)
    Options = PitchOptions
    like_suits = ("SHDC",)
    rules = """
        The whole pack, ace high. Six cards each, three at a time from the dealer's left. From there each player speaks
        once: `pass`, or a bid of `2`, `3` or `4` points, higher than the bids before. If all others pass, the dealer
        must bid. The highest bidder, the pitcher, leads to the first trick, and the suit of that card is trumps.
        A trump lead must be followed. To another suit, who holds it plays it or a trump, who does not plays anything.
        The highest trump wins the trick, without trumps the highest card of the suit led; the winner leads.
        Four points are counted, in this order: high, the highest trump dealt; low, the lowest trump dealt; jack, for
        taking the jack of trumps, if it was dealt; game, for the most pips in tricks: a ten 10, an ace 4, a king 3,
        a queen 2, a jack 1. A tie for game scores nobody. A pitcher who makes less than the bid scores none of
        them and loses the bid (is set back); everybody else scores what they made.
        The first at the target wins. If several get there in one hand, the pitcher wins; without the pitcher, who is
        there first in the order of counting. A hand pays what a side scored beyond the mean of the others.
        Sources: pagat.com (Pitch); Bicycle's rules of Auction Pitch; "Pitch (card game)" in Wikipedia; Foster's Hoyle.
        Events: ["bid", seat, token]; ["trump", seat, suit] after the pitcher's first card; ["redeal"] if all pass.
    """
    readings = (
        "Low goes to who was dealt it (Bicycle, Foster), or to who takes it in a trick, as in Bicycle's Smudge: `low`.",
        "Bicycle lets the dealer take a bid at its height, whiteknucklecards.com and Smudge do not: option `steal`.",
        "If all pass, gamerulesguru.com has the dealer bid 2, others deal anew: option `all_pass`. The dealer who must "
        "bid may bid more than 2.",
        "Bids of 1, and a smudge that wins the game at once, are not played here. Games to 11 or 21: `target`.",
    )

    options: PitchOptions

    def __init__(self, seats: int | None = None, **options: Any) -> None:
        super().__init__(seats, **options)
        if self.options.partners and self.seats not in (4, 6):
            raise InputError(f"pitch: option 'partners' needs 4 or 6 players, not {self.seats}.")

    def make_deck(self) -> Deck:
        """The whole pack."""
        return Deck.french()

    @cached_property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """Each for itself, or two sides."""
        if self.options.partners:
            return tuple(range(0, self.seats, 2)), tuple(range(1, self.seats, 2))
        return tuple((seat,) for seat in range(self.seats))

    def begin(self, hand: Hand) -> Phase:
        """Six cards each, and the auction."""
        first = hand.left_of(hand.dealer)
        hand.give(3, to=hand.around(first) * 2)
        return OneRound(first, "234")

    def after(self, hand: Hand, phase: Phase) -> Phase | None:
        """The pitch."""
        if isinstance(phase, Tricks):
            return None
        assert isinstance(phase, Auction)
        if phase.bidder is None:
            hand.tell(("redeal",))
            return None
        hand.declarer, hand.contract = phase.bidder, phase.high
        return PitchedTricks(phase.bidder, self.ranking(), following=(follow_suit_or_trump,))

    def awards(self, hand: Hand) -> list[int | None]:
        """The teams that made high, low, jack and game, in this order; None where nobody did."""
        dealt = 0
        for cards in hand.dealt:
            dealt |= cards
        trumps = list(bits(dealt & self.deck.suit(str(hand.trump))))
        lowest, highest = 1 << trumps[0], 1 << trumps[-1]
        pips = hand.points(PIPS)
        sides = [sum(pips[seat] for seat in team) for team in self.teams]
        return [
            self._side(hand.dealt, highest),
            self._side(hand.dealt if self.options.low == "dealt" else hand.taken, lowest),
            self._side(hand.taken, self.deck.set_of([f"J{hand.trump}"])),
            sides.index(max(sides)) if sides.count(max(sides)) == 1 else None,
        ]

    def _side(self, piles: Sequence[CardSet], card: CardSet) -> int | None:
        return next((self.team_of(seat) for seat, pile in enumerate(piles) if pile & card), None)

    def score(self, hand: Hand) -> Sequence[int]:
        """The points made, or the set-back."""
        if hand.declarer is None:
            return [0] * self.seats
        awards, bid = self.awards(hand), int(str(hand.contract))
        made = [awards.count(number) for number in range(len(self.teams))]
        pitcher = self.team_of(hand.declarer)
        if made[pitcher] < bid:
            made[pitcher] = -bid
        return [made[self.team_of(seat)] for seat in range(self.seats)]

    def winners_after(self, hand: Hand, totals: Sequence[int]) -> Sequence[int] | None:
        """The first at the target in the order of counting, the pitcher before all."""
        if max(totals) < self.options.target:
            return None
        assert hand.declarer is not None
        pitcher = self.team_of(hand.declarer)
        if totals[hand.declarer] >= self.options.target:
            return self.teams[pitcher]
        counted = [totals[team[0]] - hand.scores[team[0]] for team in self.teams]
        for side in self.awards(hand):
            if side is not None and side != pitcher:
                counted[side] += 1
                if counted[side] >= self.options.target:
                    return self.teams[side]
        return None

    def payoffs(self, scores: Sequence[int]) -> Sequence[float]:
        """What a side scored beyond the mean of the others."""
        sides = [scores[team[0]] for team in self.teams]
        return [score - (sum(sides) - score) / (len(sides) - 1) for score in scores]

    @cached_property
    def lowest_payoff(self) -> float:
        """Set back for 4, and all four points made by others."""
        return -4 - 4 / (len(self.teams) - 1)


@hookimpl
def arena_variants() -> Iterable[type[Variant]]:
    """The game that this module brings."""
    return [Pitch]
