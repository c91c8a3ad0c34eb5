"""Which coder fits a value that a variant tells, judged by all the values that a survey met.

`arena.rl.encoding` asks once for each key of the view and each kind of event. It knows what values look like
(a seat, cards, pairs of seat and word), and nothing of what they mean.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from arena.cards import Deck
from arena.rl.coders import Bag, BagBySeat, BySeat, Coder, Fields, Number, Said, Seat, Vocabulary, Word, by_position


@dataclass(frozen=True, slots=True)
class Shapes:
    """The judge for one game: its number of seats, its deck, and what can be answered in each kind of phase."""

    seats: int
    deck: Deck
    alphabets: Mapping[str, Sequence[str]]

    def coder(self, met: Sequence[Any]) -> Coder:
        """A coder for a value of which these were met; it has size 0 where nothing but None or empty lists was."""
        values = [value for value in met if value is not None]
        if all(isinstance(value, list | tuple) for value in values):
            return self._for_lists(values)
        if all(isinstance(value, Mapping) for value in values):
            return self._for_fields(values)
        if all(isinstance(value, int | float) for value in values):
            if self._are_seats(values):
                return Seat(self.seats)
            return Number(float(max(1, *map(abs, values))))
        return Word(self.vocabulary([str(value) for value in values]))

    def vocabulary(self, words: Sequence[str]) -> Vocabulary:
        """Room for these words and their like: all faces, all suits or a whole alphabet where they belong to one."""
        wanted = set(words)
        known = [tuple(self.deck.suits), *sorted(map(tuple, self.alphabets.values()), key=len), tuple(self.deck.faces)]
        whole = next((group for group in known if wanted <= set(group)), None)
        return Vocabulary(whole or tuple(sorted(wanted)))

    def bag(self, words: Sequence[str]) -> Bag:
        """For some of these words and their like."""
        return self.cards() if set(words) <= set(self.deck.faces) else Bag(self.vocabulary(words))

    def cards(self) -> Bag:
        """For cards: every face of the deck and nothing else; 1 is as many of a face as the deck has of any."""
        faces = self.deck.faces
        return Bag(Vocabulary(tuple(faces), all=True), max(cards.bit_count() for cards in faces.values()))

    def _for_lists(self, values: Sequence[Sequence[Any]]) -> Coder:
        items = [item for value in values for item in value]
        if not items:
            return Fields({})
        if all(isinstance(item, str) for item in items):
            return self.bag(items)
        if all(self._is_pair(item, str) for item in items):
            return Said(self.seats, self.bag([word for _, word in items]))
        if all(self._is_pair(item, list | tuple) for item in items):
            return BagBySeat(self.seats, self.bag([word for _, words in items for word in words]))
        if all(isinstance(item, int | float) for item in items):
            lengths = {len(value) for value in values}
            if lengths == {self.seats}:
                return BySeat(self.seats, float(max(1, *map(abs, items))))
            if self._are_seats(items) and all(len(set(value)) == len(value) for value in values):
                return Seat(self.seats)
        return self._for_fields([by_position(value) for value in values])

    def _for_fields(self, values: Sequence[Mapping[str, Any]]) -> Coder:
        keys = dict.fromkeys(key for value in values for key in value)
        return Fields({key: self.coder([value[key] for value in values if key in value]) for key in keys})

    def _is_pair(self, item: Any, second: Any) -> bool:
        pair = isinstance(item, list | tuple) and len(item) == 2
        return pair and self._are_seats(item[:1]) and isinstance(item[1], second)

    def _are_seats(self, values: Sequence[Any]) -> bool:
        return all(type(value) is int and 0 <= value < self.seats for value in values)
