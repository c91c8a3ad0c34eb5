"""What is at stake: what a trick is worth to a seat, by who wins it and with which cards.

Heuristic bots get it by `act.stakes()`, in any game, without knowing the rules: the hand is played to its end a few
times at random, and the rules are asked what they would pay if the trick had gone to somebody else. It follows from
what the seat was told and is a sketch of that: hidden cards are dealt out without regard to what their holders have
shown (`arena.worlds` does that exactly, and takes longer).
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from arena.bidding import PASS
from arena.cards import CardSet, Ranking, bits
from arena.hand import Hand
from arena.puppet import Puppet
from arena.retelling import carried, known_events
from arena.tricks import Tricks
from arena.variant import Variant

ENDINGS = 12


class Sketch(Puppet):
    """A puppet that draws no conclusions from what others play, which is most of its work."""

    __slots__ = ()

    def _excluded(self, phase: Tricks, card: int) -> CardSet:
        return 0

    def plain(self) -> Hand:
        """The hand as it stands, without the puppet's strings."""
        twin, hand = self.copy(), object.__new__(Hand)
        for name in Hand.__slots__:
            setattr(hand, name, getattr(twin, name))
        return hand


@dataclass(frozen=True, slots=True)
class Fallen:
    """A trick of an ending: its cards and who won it."""

    cards: CardSet
    winner: int


@dataclass(frozen=True, slots=True)
class Ending:
    """A way that the hand may end: the finished hand, the tricks that fell, and how cards ranked in the last one."""

    hand: Hand
    tricks: tuple[Fallen, ...]
    ranking: Ranking | None


class Stakes:
    """What `seat` may win or lose, seen from a decision that it has before it. Cards are tokens in all of this.

    rng: what the endings are drawn from; endings: how many. unseen: the cards that the seat can't know the place of, or
    sees in another hand; those already played are not among them. Raises NoWorld for events that are not this game's.
    """

    def __init__(
        self,
        variant: Variant,
        seat: int,
        events: Iterable[Sequence[Any]],
        rng: random.Random,
        *,
        endings: int = ENDINGS,
    ) -> None:
        sketch = known_events(events, lambda told: Sketch(variant, seat, told, carried(told)))
        self._seat = seat
        self._deck = variant.deck
        self._now = sketch.plain()
        self._seeds = [rng.getrandbits(32) for _ in range(endings)]
        self._hidden = self._deck.all & ~sketch.fixed
        phase = self._now.phase
        self._trick = phase if isinstance(phase, Tricks) else None
        self._player = phase.place if isinstance(phase, Tricks) else seat
        self._unseen = self._deck.all & ~(sketch.played | self._now.hands[self._player] | self._now.hands[seat])
        self._endings: list[Ending] = []
        self._payoffs: dict[str, list[float | None]] = {}

    # The cards

    @property
    def unseen(self) -> list[str]:
        """The cards that are neither played nor in the hand that is to play."""
        return self._deck.tokens_of(self._unseen)

    @property
    def holder(self) -> int | None:
        """Who would win the trick as it lies; None before the first card."""
        return self._trick.winner if self._trick and self._trick.cards else None

    @property
    def to_come(self) -> list[int]:
        """The seats that play to this trick after the card that is asked for, in order."""
        trick = self._trick
        if trick is None:
            return []
        around = self._now.around(self._player)
        playing = trick.players or around
        return [seat for seat in takewhile(lambda seat: seat != trick.leader, around[1:]) if seat in playing]

    def takes(self, card: str) -> bool:
        """Whether the card would win the trick as it lies; any card does if it is led."""
        trick = self._trick
        return trick is None or trick.led < 0 or bool(trick.beating(1 << self._deck.card(card)))

    def beaters(self, card: str | None = None) -> list[str]:
        """The unseen cards that would take the trick from this card, or, without one, from the card that holds it."""
        trick = self._trick
        if card is None:
            assert trick is not None
            best = trick.best_card
        else:
            best = self._deck.card(card)
        ranking = self._ranking()
        led = trick.led if trick and trick.led >= 0 else ranking.suit_of[best]
        return self._deck.tokens_of(self._above(ranking, led, best)) if led >= 0 else self.unseen

    def strength(self, card: str) -> float:
        """The part of the unseen cards that can't beat this card if it is led, from 0 to 1."""
        ranking, number = self._ranking(), self._deck.card(card)
        if not self._unseen:
            return 1.0
        led = ranking.suit_of[number]
        if led < 0:
            return 0.0
        return 1 - self._above(ranking, led, number).bit_count() / self._unseen.bit_count()

    def _above(self, ranking: Ranking, led: int, card: int) -> CardSet:
        power = ranking.power[led]
        return sum(1 << other for other in bits(self._unseen) if power[other] > power[card])

    def _ranking(self) -> Ranking:
        if self._trick is not None:
            return self._trick.ranking
        return next((ending.ranking for ending in self.endings if ending.ranking), self._now.variant.ranking())

    # The money

    @property
    def endings(self) -> list[Ending]:
        """The ways in which the hand was played on, made when they are first needed."""
        if not self._endings:
            self._endings = [ending for seed in self._seeds if (ending := self._ending(seed))]
        return self._endings

    @property
    def tricks(self) -> float:
        """How many tricks this seat wins in all, on the average."""
        return sum(ending.hand.won[self._seat] for ending in self.endings) / len(self.endings)

    def pays(self, winner: int, cards: Sequence[str]) -> float:
        """What this seat is paid in the end if `winner` gets this trick, with these cards in it.

        Only differences mean anything: between winners, or between what a card adds to the trick.
        """
        moved = self._deck.set_of(cards)
        paid = [
            self._paid(ending, ending.tricks[0], winner, ending.tricks[0].cards | moved)
            for ending in self.endings
            if ending.tricks
        ]
        return sum(paid) / max(1, len(paid))

    @property
    def usual(self) -> float:
        """What a trick as they usually fall later in the hand pays this seat more if itself wins it than if another."""
        differences = []
        for ending in self.endings:
            for trick in ending.tricks[1:][-1:]:
                by_seat = [self._paid(ending, trick, seat, trick.cards) for seat in range(self._now.seats)]
                own = by_seat.pop(self._seat)
                differences.append(own - sum(by_seat) / len(by_seat))
        return sum(differences) / max(1, len(differences))

    def gains(self, token: str, over: str) -> list[float]:
        """What this seat is paid more after `token` than after `over`, ending by ending; all others pass if they may.

        The hidden cards lie alike for both. Left out are endings in whose cards one of the two would not be legal: so
        there may be few, or none.
        """
        pairs = zip(self._tried(token), self._tried(over), strict=True)
        return [paid - without for paid, without in pairs if paid is not None and without is not None]

    def _tried(self, token: str) -> list[float | None]:
        if token not in self._payoffs:
            ends = [self._ending(seed, token) for seed in self._seeds]
            self._payoffs[token] = [None if end is None else self._payoff(end.hand) for end in ends]
        return self._payoffs[token]

    def _payoff(self, hand: Hand) -> float:
        return float(hand.variant.payoffs(hand.scores)[self._seat])

    def _paid(self, ending: Ending, trick: Fallen, winner: int, cards: CardSet) -> float:
        """What is paid if one trick of an ending, with these cards, had gone to another seat."""
        hand = ending.hand
        kept = hand.taken, hand.won
        hand.taken = [taken & ~cards for taken in hand.taken]
        hand.taken[winner] |= cards
        hand.won = list(hand.won)
        hand.won[trick.winner] -= 1
        hand.won[winner] += 1
        paid = float(hand.variant.payoffs(hand.variant.score(hand))[self._seat])
        hand.taken, hand.won = kept
        return paid

    def _ending(self, seed: int, token: str | None = None) -> Ending | None:
        """The hand played on at random, after `token` if one is given; None where that is not legal."""
        rng = random.Random(seed)
        hand = self._dealt_anew(rng)
        if token is not None:
            if token not in hand.legal_tokens():
                return None
            hand.play(token)
        tricks: list[Fallen] = []
        ranking = None
        while (phase := hand.phase) is not None:
            legal = phase.legal(hand)
            if not isinstance(phase, Tricks):
                hand.apply(_quietly(hand, legal, rng))
                continue
            ranking, pile = phase.ranking, phase.pile
            action = rng.choice(list(bits(legal)))
            hand.apply(action)
            if pile and not phase.cards:
                tricks.append(Fallen(pile | 1 << action, phase.winner))
        return Ending(hand, tuple(tricks), ranking)

    def _dealt_anew(self, rng: random.Random) -> Hand:
        """The hand with the hidden cards of others, and those still to be dealt, in other places."""
        hand = self._now.copy()
        others = [seat for seat in range(hand.seats) if seat != self._seat]
        hidden = [card for seat in others for card in bits(hand.hands[seat] & self._hidden)]
        rest = [card for card in hand.pack[hand.stock :] if self._hidden >> card & 1]
        cards = hidden + rest
        rng.shuffle(cards)
        known = ~sum(1 << card for card in cards)
        for seat in others:
            count = (hand.hands[seat] & self._hidden).bit_count()
            new = sum(1 << cards.pop() for _ in range(count))
            hand.hands[seat] = hand.hands[seat] & known | new
            hand.dealt[seat] = hand.dealt[seat] & known | new
        left = [cards.pop() if self._hidden >> card & 1 else card for card in hand.pack[hand.stock :]]
        hand.pack = (*hand.pack[: hand.stock], *left)
        return hand


def _quietly(hand: Hand, legal: int, rng: random.Random) -> int:
    """An action outside the tricks: passing where that can be done, else any."""
    phase = hand.phase
    assert phase is not None
    passing = phase.action(hand, PASS, legal)
    return passing if passing >= 0 else rng.choice(list(bits(legal)))
