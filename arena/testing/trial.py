"""One hand of a variant, somewhere in a game, played at random: what the laws are tried on.

A `Trial` follows from a variant and a number alone, so that a failure can be had again. The laws play its hands over
as often as they need, from their packs and actions; nothing here judges them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from arena.cards import bits
from arena.game import Game
from arena.hand import Hand
from arena.phases import ALL, Event, Told
from arena.variant import Variant

MOST_ACTIONS = 2000
"""More actions than any hand can need: one that goes on longer has no end."""

STRETCH = 4
"""Trials begin with one of the first hands of a game, by turns, so that what is carried over is tried too."""


class Endless(AssertionError):
    """A hand of random play did not come to its end."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """A hand of a game as it was dealt and played: enough to play it over."""

    variant: Variant
    pack: tuple[int, ...]
    dealer: int
    number: int
    carry: Mapping[str, Any]
    totals: tuple[int, ...]
    actions: bytes
    scores: tuple[int, ...]

    def deal(self) -> Hand:
        """The hand before its first action, with a log of its own."""
        return Hand(self.variant, pack=self.pack, dealer=self.dealer, number=self.number, carry=self.carry)

    def steps(self) -> Iterator[Hand]:
        """The hand before each of its actions, and once more when it is over."""
        hand = self.deal()
        for action in self.actions:
            yield hand
            hand.apply(action)
        yield hand

    def up_to(self, position: int) -> Iterator[Hand]:
        """The hand before each action, and after the first `position` of them."""
        return islice(self.steps(), position + 1)

    def at(self, position: int) -> Hand:
        """The hand after its first `position` actions."""
        return list(self.up_to(position))[-1]


class Trial:
    """The hands of a game up to the one that is looked at, `last`; the cards and the play follow from the seed.

    error: what ended the play too early; the last hand is then what was played before it. An error before the first
    question is raised.
    """

    def __init__(self, variant: Variant, seed: int) -> None:
        self.variant = variant
        self.seed = seed
        self.error: Exception | None = None
        self.hands = tuple(self._played(1 + seed % STRETCH))
        self.last = self.hands[-1]

    def rng(self, what: str) -> random.Random:
        """A generator for one purpose."""
        return random.Random(f"{self.seed}/{what}")

    def _played(self, most: int) -> Iterator[Dealt]:
        rng = self.rng("play")
        game = Game(self.variant, f"kit/{self.seed}", 0, single=False)
        carry: Mapping[str, Any] = {}
        while True:
            hand, before = game.hand, tuple(game.totals)
            actions = self._played_out(game, rng)
            yield Dealt(self.variant, hand.pack, hand.dealer, hand.number, carry, before, actions, hand.scores)
            if self.error or game.over or hand.number == most:
                return
            carry = self.variant.carry(hand)
            game.next_hand()

    def _played_out(self, game: Game, rng: random.Random) -> bytes:
        """Play the game's hand and close it; the actions that went well."""
        done = bytearray()
        try:
            while game.hand.phase is not None:
                action = chosen(game.hand, rng)
                game.hand.apply(action)
                done.append(action)
            game.close()
        except Exception as error:  # noqa: BLE001  (a variant's error is a finding)
            self.error = error
        return bytes(done)


def play_out(hand: Hand, rng: random.Random) -> None:
    """Play a hand at random to its end; Endless if it has none."""
    while hand.phase is not None:
        hand.apply(chosen(hand, rng))


def chosen(hand: Hand, rng: random.Random) -> int:
    """A random legal action; passing as often as all else together, or auctions would all end at the highest bid."""
    phase = hand.phase
    assert phase is not None
    if len(hand.actions) == MOST_ACTIONS:
        raise Endless(f"hand {hand.number} has not ended after {MOST_ACTIONS} actions (phase {phase.kind!r})")
    legal = list(bits(phase.legal(hand)))
    if not legal:
        raise AssertionError(f"seat {phase.turn} has no legal action (phase {phase.kind!r})")
    alphabet = phase.alphabet(hand)
    passing = [action for action in legal if alphabet[action] == "pass"]
    if passing and rng.random() < 0.5:
        return passing[0]
    return rng.choice(legal)


def told(log: Sequence[Told], seat: int) -> list[Event]:
    """All that a seat was told."""
    return [event for to, event in log if to in (ALL, seat)]


def asks_for_card(hand: Hand) -> bool:
    """Whether a card is due, so that an action's number is the card's; numbers above the deck's are words said."""
    return hand.phase is not None and tuple(hand.phase.alphabet(hand)[: hand.deck.size]) == hand.deck.tokens


def is_card(hand: Hand, action: int) -> bool:
    """Whether an action, if taken now, is a card."""
    return action < hand.deck.size and asks_for_card(hand)
