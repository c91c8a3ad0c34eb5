"""A hand played over again by one who saw only a part of it.

`Puppet` is a hand whose hidden cards are guesses. It is driven by the events that one seat was told: wherever an
event shows a card, that card takes the place of a guess. In the end it stands where the real hand stands, in one
way that the cards could lie, and it has kept what `arena.worlds` needs to find all the others: which cards came
together to a seat, which were put aside, and what each play of the others has told about their hands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from arena.cards import CardSet, bits
from arena.hand import Hand
from arena.phases import Event, Phase
from arena.picking import Pick
from arena.retelling import NoWorld, walk
from arena.tricks import Tricks
from arena.variant import Variant

TABLE = -1
"""The holder of cards that nobody has in hand: in the pack, open on the table, or put aside."""


@dataclass(slots=True)
class Bundle:
    """Cards that moved together: dealt to a seat at one time, turned up, or put aside by a seat.

    holder: who has them from `since` on (a number of actions). source: who put them aside. later: who was given
    them afterwards, and when. cards: which they are, in the puppet's guess. in_sight: everybody saw them part.
    """

    cards: CardSet
    holder: int
    since: int
    source: int = TABLE
    later: list[tuple[int, int]] = field(default_factory=list)
    in_sight: bool = False

    def holder_at(self, time: int) -> int:
        """Who had them in hand then."""
        holder = self.holder
        for seat, since in self.later:
            if time >= since:
                holder = seat
        return holder


@dataclass(frozen=True, slots=True)
class Fact:
    """After so many actions the cards of `held` were in this seat's hand, and none of `lacked` were."""

    time: int
    seat: int
    held: CardSet
    lacked: CardSet


def _lowest(cards: CardSet) -> int:
    return (cards & -cards).bit_length() - 1


class Puppet(Hand):
    """The hand as `seat` can know it.

    bundles: the cards that moved together, in time order. facts: what is known of hands. packets: the order in
    which the pack was given out, as (bundle, number of cards).
    """

    __slots__ = (
        "_future",
        "_heard",
        "_shows",
        "_ups",
        "bundles",
        "events",
        "facts",
        "fixed",
        "packets",
        "played",
        "seat",
    )

    def __init__(self, variant: Variant, seat: int, events: Sequence[Event], carry: Mapping[str, Any]) -> None:
        self.seat = seat
        self.events = events
        self.fixed: CardSet = 0
        self.played: CardSet = 0
        self.bundles: list[Bundle] = []
        self.facts: list[Fact] = []
        self.packets: list[tuple[int, int]] = []
        self._heard = [event[1] for event in events if event[0] == "hand"]
        self._ups = [event[1] for event in events if event[0] == "up"]
        self._shows = [event[2] for event in events if event[0] == "show"]
        self._future: dict[int, list[str]] = {place: [] for place in range(variant.seats)}
        for event in events:
            if event[0] == "play":
                self._future[event[1]].append(event[2])
        _, number, dealer = events[0]
        super().__init__(variant, pack=range(variant.deck.size), dealer=dealer, number=number, carry=carry)
        walk(self, seat, events, self._act)

    @property
    def time(self) -> int:
        """How many actions there have been, the one that is being carried out included."""
        return len(self.actions)

    # Guesses and what takes their place.

    def _swap(self, one: int, other: int) -> None:
        """Exchange two cards wherever they are."""
        both = 1 << one | 1 << other

        def exchanged(cards: CardSet) -> CardSet:
            return cards ^ both if (cards >> one ^ cards >> other) & 1 else cards

        for sets in (self.hands, self.dealt, self.taken):
            sets[:] = [exchanged(cards) for cards in sets]
        for bundle in self.bundles:
            bundle.cards = exchanged(bundle.cards)
        pack = list(self.pack)
        here, there = pack.index(one), pack.index(other)
        pack[here], pack[there] = other, one
        self.pack = tuple(pack)
        phase = getattr(self, "phase", None)
        if isinstance(phase, Pick):
            for place in phase.picked:  # In place: the variant may be going through them.
                phase.picked[place] = exchanged(phase.picked[place])

    def _bring(self, token: str, where: Callable[[], CardSet], *, keep: Sequence[str] = ()) -> int:
        """See to it that a card with this token is in `where`, and fix it there; guesses named in `keep` stay."""
        face = self.deck.faces[token]
        if not where() & face & ~self.fixed:
            away = face & ~self.fixed & ~where()
            guesses = where() & ~self.fixed & ~face
            spare = guesses & ~self._any_of(keep)
            if not away or not guesses:
                raise NoWorld(f"{token} can't be where the events say")
            self._swap(_lowest(away), _lowest(spare or guesses))
        card = _lowest(where() & face & ~self.fixed)
        self.fixed |= 1 << card
        return card

    def _any_of(self, tokens: Sequence[str]) -> CardSet:
        cards = 0
        for token in tokens:
            cards |= self.deck.faces[token]
        return cards

    def _pack_at(self, positions: Sequence[int]) -> CardSet:
        return sum(1 << self.pack[position] for position in positions)

    # What a variant does with the hand.

    def give(self, count: int, *, to: Iterable[int]) -> None:
        """Deal, with the cards that are known to have gone where they went."""
        seats = list(to)
        places: dict[int, list[int]] = {}
        for packet, seat in enumerate(seats):
            start = self.stock + packet * count
            places.setdefault(seat, []).extend(range(start, min(start + count, len(self.pack))))
        if places.get(self.seat):
            mine = places[self.seat]
            for token in self._heard.pop(0):
                self._bring(token, lambda: self._pack_at(mine))
        for seat, positions in places.items():
            if seat != self.seat:
                self._foresee(seat, positions)
        numbers = {seat: len(self.bundles) + at for at, seat in enumerate(places)}
        self.packets += [(numbers[seat], count) for seat in seats]
        super().give(count, to=seats)
        for seat, positions in places.items():
            self.bundles.append(Bundle(self._pack_at(positions), seat, self.time))
        if self.seat in places:
            self._know_own_hand()

    def _foresee(self, seat: int, positions: Sequence[int]) -> None:
        """Let a seat be dealt what it is going to play, where nothing else is known."""
        for token in self._future[seat][: len(positions)]:
            face = self.deck.faces[token] & ~self.fixed
            here = self._pack_at(positions)
            spare = here & ~self.fixed & ~self._any_of(self._future[seat])
            given = sum(self.dealt)
            if face and not face & here and spare and not face & given:
                self._swap(_lowest(face), _lowest(spare))

    def turn_up(self, count: int) -> CardSet:
        """Turn up the cards that are known to have been turned up."""
        tokens = self._ups.pop(0)
        positions = range(self.stock, self.stock + count)
        for token in tokens:
            self._bring(token, lambda: self._pack_at(positions))
        for position in positions:
            self.packets.append((len(self.bundles), 1))
            self.bundles.append(Bundle(1 << self.pack[position], TABLE, self.time))
        return super().turn_up(count)

    def hand_over(self, cards: CardSet, *, to: int) -> None:
        """Give whole bundles to a seat; if it is this one, they are the cards it was told of."""
        moved = [bundle for bundle in self.bundles if bundle.holder_at(self.time) == TABLE and bundle.cards & cards]
        if sum(bundle.cards for bundle in moved) != cards:
            raise NoWorld("only cards that were turned up or put aside together can be followed")
        if to == self.seat:
            found = 0
            for token in self._heard.pop(0):
                known = self.fixed & self.deck.faces[token] & sum(bundle.cards for bundle in moved) & ~found
                card = _lowest(known) if known else self._bring(token, lambda: sum(bundle.cards for bundle in moved))
                found |= 1 << card
        for bundle in moved:
            bundle.later.append((to, self.time))
        super().hand_over(sum(bundle.cards for bundle in moved), to=to)
        if to == self.seat:
            self._know_own_hand()

    def show(self, seat: int, cards: CardSet | None = None) -> CardSet:
        """Show the cards that are known to have been shown, in the place of those that the variant means."""
        meant = self.hands[seat] if cards is None else cards & self.hands[seat]
        places = [*bits(meant), *self._other_places(seat, meant)]
        shown = 0
        for token in self._shows.pop(0):
            face = self.deck.faces[token] & ~shown
            here = [card for card in places if (face & meant) >> card & 1]
            known = face & self.hands[seat] & self.fixed
            if known:
                card = _lowest(known)
                place = card if card in here else (here or places)[0]
                self._swap(card, place)  # Both are in this hand: only their places in the pack change.
            elif here:
                card, place = here[0], here[0]
            else:
                place = next(card for card in places if not self.fixed >> card & 1)
                card = _lowest(self.deck.faces[token] & ~self.fixed)
                self._swap(card, place)
            places.remove(place)
            shown |= 1 << card
            self.fixed |= 1 << card
        self.facts.append(Fact(self.time, seat, shown, 0))
        return super().show(seat, shown)

    def _other_places(self, seat: int, meant: CardSet) -> Iterable[int]:
        """The guesses in a hand that may make place for cards shown when those meant do not suffice."""
        others = self.hands[seat] & ~meant
        kept = self._any_of(self._future[seat])
        return [*bits(others & ~kept), *bits(others & kept)]

    def put_down(self, cards: CardSet, *, seat: int) -> None:
        """Follow cards that go from a hand to the table; they were in the hand until this action."""
        super().put_down(cards, seat=seat)
        shown = self.facts.pop()
        self.facts.append(Fact(self.time - 1, seat, shown.held, 0))
        self.bundles.append(Bundle(cards, TABLE, self.time, source=seat, in_sight=True))

    def _know_own_hand(self) -> None:
        """What this seat holds after so many actions; of several changes at one time the last one counts."""
        mine = self.hands[self.seat]
        if self.facts and self.facts[-1].seat == self.seat and self.facts[-1].time == self.time:
            self.facts.pop()
        self.facts.append(Fact(self.time, self.seat, mine, self.deck.all & ~mine & ~self.played))

    # Actions.

    def _act(self, phase: Phase, event: Event) -> int:
        if isinstance(phase, Pick):
            return self._pick(phase, event)
        if isinstance(phase, Tricks) and event[0] == "play":
            return self._play(phase, event[-1])
        token = event[-1]
        alphabet = list(phase.alphabet(self))
        fits = event[0] in (phase.kind, *phase.told_as)
        return alphabet.index(token) if fits and token in alphabet else -1

    def _pick(self, phase: Pick, event: Event) -> int:
        if phase.turn == self.seat:
            return phase.action(self, event[-1], phase.legal(self))
        returned = self._known_to_come(phase)
        if returned:
            return _lowest(returned)
        legal, future = phase.legal(self), self._future[phase.turn]
        kept, held = self._any_of(future), self.hands[phase.turn] & self.fixed
        guesses = legal & ~self.fixed
        # As many guesses must stay as it is going to play cards that it is not known to hold: what else it holds goes.
        spoken_for = sum(not self.deck.faces[token] & held for token in future)
        if guesses.bit_count() <= spoken_for:
            guesses = legal & ~kept & held or guesses
        return _lowest(guesses & ~kept or guesses or legal)

    def _known_to_come(self, phase: Pick) -> CardSet:
        """Cards that the chooser is known to hold, such as this seat will be given next."""
        held, picked = self.hands[phase.turn] & self.fixed, phase.picked[phase.turn]
        heard = self._heard[0] if self._heard else []
        cards = 0
        for token in heard:
            face = self.deck.faces[token]
            if (picked & face).bit_count() < heard.count(token):
                cards |= held & face
        return cards

    def _play(self, phase: Tricks, token: str) -> int:
        place = phase.place
        held = self.hands[place]
        face = self.deck.faces.get(token, 0)
        if held & face & self.fixed:
            card = _lowest(held & face & self.fixed)
        else:
            card = self._bring(token, lambda: self.hands[place], keep=self._future[place])
        if place != self.seat:
            self.facts.append(Fact(self.time, place, 1 << card, self._excluded(phase, card)))
        self.played |= 1 << card
        self._future[place].remove(token)
        return card

    def _excluded(self, phase: Tricks, card: int) -> CardSet:
        """The cards with any of which in the hand this one would not have been legal."""
        place = phase.place
        held = self.hands[place]
        face = self.deck.faces[self.deck.tokens[card]]
        excluded = 0
        judge = phase
        if any(step.counts for step in phase.obligations()):
            judge = phase.copy()
            judge.leading = [step for step in phase.leading if not step.counts]
            judge.following = [step for step in phase.following if not step.counts]
        for other in bits(self.deck.all & ~self.played & ~face):
            self.hands[place] = 1 << card | 1 << other
            if not judge.legal(self) & face:
                excluded |= 1 << other
        self.hands[place] = held
        return excluded

    def apply(self, action: int) -> None:
        """Carry out an action, and keep what was put aside as a bundle of its own."""
        phase = self.phase
        turn = phase.turn if phase else TABLE
        last = isinstance(phase, Pick) and phase.picked[turn].bit_count() == phase.count - 1
        if isinstance(phase, Pick) and last:
            self.bundles.append(Bundle(phase.picked[turn] | 1 << action, TABLE, self.time + 1, source=turn))
        super().apply(action)
        if last and turn == self.seat:
            self._know_own_hand()
