"""The worlds that a seat can't tell apart: all hands that would have told it just what it was told.

`Worlds` takes the events that one seat was told and draws hands, in the state that the real one is in, each
consistent world with the same probability. A world is where every card lay and what others put aside unseen. Search
bots play in them, and the conformance kit holds every variant to them; used through the SDK and by the tests.

Method: the events are played over with guesses (`arena.puppet`), which gives the bundles in which cards moved and
what is known of the hands at each time. The ways to fill the bundles are counted exactly (`arena.counting`) and one is
drawn; it is then played from the start with the rules, and drawn again should it tell the seat anything else. So
a draw is never an illegal past, and the count is exact wherever a play only rules out single cards ("holds no
spade", "nothing higher"), as all obligations of the toolkit do.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from arena.cards import CardSet, bits
from arena.counting import Arrangements, Path
from arena.hand import Hand
from arena.phases import Event, Phase
from arena.picking import Pick
from arena.puppet import TABLE, Bundle, Puppet
from arena.retelling import NoWorld, carried, known_events, walk
from arena.variant import Variant

MOST_TRIES = 10_000


class Worlds:
    """All worlds consistent with what `seat` was told since the deal of the present hand.

    events: what it was told, from the `deal` event on, as the game layer or the wire has them. Raises NoWorld
    when they can't be played over. tries: how many arrangements `draw` has tried; so `count` times the hands drawn
    over the tries is what the number of worlds is where `count` is only a bound.
    """

    def __init__(self, variant: Variant, seat: int, events: Iterable[Sequence[Any]]) -> None:
        self.tries = 0
        self._variant = variant
        self._seat = seat
        self._puppet = puppet = known_events(events, lambda told: Puppet(variant, seat, told, carried(told)))
        self._events: Sequence[Event] = puppet.events
        self._carry = carried(puppet.events)
        left = puppet.pack[puppet.stock :]
        self._stock = len(puppet.bundles)
        self._bundles = [*puppet.bundles, Bundle(sum(1 << card for card in left), TABLE, 0)]
        self._paths = self._all_paths()
        sizes = [bundle.cards.bit_count() for bundle in self._bundles]
        self._ways = Arrangements(sizes, self._paths, self._allowed())

    @property
    def count(self) -> int:
        """How many worlds there are; an upper bound where a play tells more than what its player lacked."""
        return self._ways.count

    def draw(self, rng: random.Random, *, most_tries: int = MOST_TRIES) -> Hand:
        """One of the worlds, as a hand in the present state, all being equally likely; NoWorld if none is found."""
        for _ in range(most_tries):
            self.tries += 1
            try:
                return self._world(self._ways.draw(rng), rng)
            except NoWorld:
                continue
        raise NoWorld(f"none of {most_tries} arrangements could have led to these events")

    def _all_paths(self) -> list[Path]:
        """Every way for a card to have moved: a bundle of the pack, and then perhaps put aside with others."""
        sources = [number for number, bundle in enumerate(self._bundles) if bundle.source == TABLE]
        paths: list[Path] = [(number,) for number in sources]
        aside = [number for number, bundle in enumerate(self._bundles) if bundle.source != TABLE]
        for number in aside:
            bundle = self._bundles[number]
            paths += [(*path, number) for path in paths if self._holder(path, bundle.since - 1) == bundle.source]
        return paths

    def _holder(self, path: Path, time: int) -> int:
        holder = TABLE
        for number in path:
            bundle = self._bundles[number]
            if time >= bundle.since:
                holder = bundle.holder_at(time)
        return holder

    def _allowed(self) -> dict[int, int]:
        """For each card the paths that no fact rules out, as a set of bits."""
        every = (1 << len(self._paths)) - 1
        allowed = [every] * self._variant.deck.size
        holders: dict[tuple[int, int], int] = {}
        for fact in self._puppet.facts:
            key = fact.seat, fact.time
            if key not in holders:
                holders[key] = sum(
                    1 << place for place, path in enumerate(self._paths) if self._holder(path, fact.time) == fact.seat
                )
            for card in bits(fact.held):
                allowed[card] &= holders[key]
            for card in bits(fact.lacked):
                allowed[card] &= ~holders[key]
        for number, bundle in enumerate(self._bundles):
            if number != self._stock and self._saw(bundle):
                through = sum(1 << place for place, path in enumerate(self._paths) if number in path)
                for card in range(len(allowed)):
                    allowed[card] &= through if bundle.cards >> card & 1 else ~through
        return dict(enumerate(allowed))

    def _saw(self, bundle: Bundle) -> bool:
        """Whether the seat saw the cards of a bundle together: its own, and those turned up."""
        turned_up = bundle.holder == TABLE and bundle.source == TABLE
        had = [bundle.holder, bundle.source, *(seat for seat, _ in bundle.later)]
        return turned_up or bundle.in_sight or self._seat in had

    def _world(self, places: Mapping[int, int], rng: random.Random) -> Hand:
        """The hand in which each card took its path."""
        variant, puppet = self._variant, self._puppet
        filled: list[CardSet] = [0] * len(self._bundles)
        for card, place in places.items():
            for number in self._paths[place]:
                filled[number] |= 1 << card
        hand = Hand(
            variant, pack=self._pack(filled, rng), dealer=puppet.dealer, number=puppet.number, carry=self._carry
        )
        aside: dict[int, list[CardSet]] = {}
        for number, bundle in enumerate(self._bundles):
            if bundle.source != TABLE and not bundle.in_sight:
                aside.setdefault(bundle.source, []).append(filled[number])
        choosing: dict[int, CardSet] = {}

        def act(phase: Phase, event: Event) -> int:
            if isinstance(phase, Pick) and phase.turn != self._seat:
                if not phase.picked[phase.turn]:
                    choosing[phase.turn] = aside[phase.turn].pop(0)
                return _next_to_pick(hand, phase, choosing[phase.turn])
            legal = phase.legal(hand)
            return phase.action(hand, event[-1], legal) if event[0] in (phase.kind, *phase.told_as) else -1

        walk(hand, self._seat, self._events, act)
        return hand

    def _pack(self, filled: Sequence[CardSet], rng: random.Random) -> list[int]:
        """A pack that is dealt into these bundles; what is known to lie at a place lies there."""
        puppet = self._puppet
        takers = [number for number, count in puppet.packets for _ in range(count)]
        takers += [self._stock] * (len(puppet.pack) - len(takers))
        pack: list[int | None] = [
            card if filled[number] >> card & 1 and number != self._stock else None
            for card, number in zip(puppet.pack, takers, strict=True)
        ]
        kept = sum(1 << card for card in pack if card is not None)
        rest = [list(bits(cards & ~kept)) for cards in filled]
        rng.shuffle(rest[self._stock])
        return [rest[number].pop() if card is None else card for card, number in zip(pack, takers, strict=True)]


def _next_to_pick(hand: Hand, phase: Pick, cards: CardSet) -> int:
    """The action by which a seat goes on to put cards like these aside; -1 if the rules forbid all that are left."""
    left = hand.deck.tokens_of(cards)
    for token in hand.deck.tokens_of(phase.picked[phase.turn]):
        left.remove(token)
    legal = phase.legal(hand)
    return next((action for token in left if (action := phase.action(hand, token, legal)) >= 0), -1)
