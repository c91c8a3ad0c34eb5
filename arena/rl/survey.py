"""A survey: what a game asks and tells, learnt by playing many hands of it.

No variant declares its phases, so the words that a learner may have to say or hear are met by playing. Some choices
try what was tried least, so that rare contracts come up; some pass, or all auctions would end high. All is drawn from
a fixed seed: a survey of the same rules is the same on every machine. It feeds `arena.rl.encoding`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from arena.bidding import PASS
from arena.cards import bits
from arena.game import Game
from arena.rl.memory import Memories, Memory
from arena.seeds import Stream
from arena.variant import Variant

HANDS = 400
"""How many hands a survey plays."""

MOST_HANDS_A_GAME = 60
"""After so many hands a game is left for another one, so that one that random play never ends leaves room."""

KNOWN_BY_RULE = frozenset(("phase", "hand", "trick", "leader"))
"""Keys of a view of which the values need not be met to be known."""

Values = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Survey:
    """What was met. alphabets: by the kind of a phase all its tokens, in the order in which they were met.

    views: by the key of a view its values, each once. heard: by the kind of an event what a seat had heard of it at
    a decision. numbers: the highest number of a hand.
    """

    alphabets: Mapping[str, tuple[str, ...]]
    views: Mapping[str, Values]
    heard: Mapping[str, Values]
    numbers: int


def survey(variant: Variant, hands: int = HANDS) -> Survey:
    """Play so many hands of a game at random and note what they ask and tell."""
    surveyor = _Surveyor(variant)
    table = 0
    while hands > 0:
        hands -= surveyor.play(table, min(hands, MOST_HANDS_A_GAME))
        table += 1
    return surveyor.survey()


class _Surveyor:
    def __init__(self, variant: Variant) -> None:
        self._variant = variant
        self._chance = Stream("", "survey", variant.name, variant.seats)
        self._tried: Counter[tuple[str, str]] = Counter()
        self._alphabets: dict[str, dict[str, None]] = {}
        self._views = _Met()
        self._heard = _Met()
        self._numbers = 1

    def survey(self) -> Survey:
        """What was met so far."""
        return Survey(
            alphabets={kind: tuple(tokens) for kind, tokens in self._alphabets.items()},
            views=self._views.values(),
            heard=self._heard.values(),
            numbers=self._numbers,
        )

    def play(self, table: int, hands: int) -> int:
        """Play one game, at most so many hands of it, and return how many there were."""
        variant = self._variant
        game = Game(variant, "survey", table, single=False)
        memories = Memories(variant, game.totals)
        while True:
            hand = game.hand
            while hand.phase is not None:
                memories.listen(game.log)
                phase = hand.phase
                self._note(memories.memories[phase.turn], memories.views.view(phase.turn, phase.kind))
                self._alphabets.setdefault(phase.kind, {}).update(dict.fromkeys(phase.alphabet(hand)))
                hand.apply(self._choice(phase.kind, phase.alphabet(hand), phase.legal(hand)))
            game.close()
            self._numbers = max(self._numbers, hand.number)
            if game.over or hand.number >= hands:
                return hand.number
            game.next_hand()

    def _choice(self, kind: str, alphabet: Sequence[str], legal: int) -> int:
        actions = list(bits(legal))
        manner = self._chance.below(3)
        if manner == 0 and PASS in alphabet and legal >> alphabet.index(PASS) & 1:
            return alphabet.index(PASS)
        if manner == 1:
            least = min(self._tried[kind, alphabet[action]] for action in actions)
            actions = [action for action in actions if self._tried[kind, alphabet[action]] == least]
        action = actions[self._chance.below(len(actions))]
        self._tried[kind, alphabet[action]] += 1
        return action

    def _note(self, memory: Memory, view: Mapping[str, Any]) -> None:
        for key, value in view.items():
            if key not in KNOWN_BY_RULE:
                self._views.note(key, value)
        for kind, times in memory.heard.items():
            self._heard.note(kind, times)


class _Met:
    """The values that were met, by key, each once."""

    def __init__(self) -> None:
        self._values: dict[str, dict[str, Any]] = {}
        self._last: dict[str, Any] = {}

    def note(self, key: str, value: Any) -> None:
        """Keep a value, as it is now."""
        if key in self._last and self._last[key] == value:
            return  # Most values stay the same from one question to the next.
        self._last[key] = value = value.copy() if isinstance(value, list | dict) else value
        self._values.setdefault(key, {}).setdefault(repr(value), value)

    def values(self) -> dict[str, Values]:
        """All of them."""
        return {key: tuple(values.values()) for key, values in self._values.items()}
