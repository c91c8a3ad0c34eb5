"""The encoding of a game: how an observation is laid out, and which number means which action.

An `Encoding` is fixed for a variant at a number of seats with its options; the environment and a bot in a league use
the same. It is made from a survey of the game, or from the plain data that was kept beside trained weights. What it
writes comes from a view and a `Memory`, so that it holds nothing that a seat was not told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any, NamedTuple, Self

import numpy as np

from arena.errors import InputError
from arena.rl.coders import Bag, Coder, Fields, Number, Said, Seat, Tensor, Vocabulary, Word, place_names
from arena.rl.memory import Memory
from arena.rl.plain import as_plain, from_plain
from arena.rl.shapes import Shapes
from arena.rl.survey import KNOWN_BY_RULE, survey
from arena.variant import Variant

Mask = np.ndarray[Any, np.dtype[np.int8]]


class Action(NamedTuple):
    """One thing that a seat may be able to do: a token, in a phase of a kind ("play", "TH")."""

    phase: str
    token: str


class Observation(NamedTuple):
    """What one seat is shown: the tensor, and a 1 for each action that is legal (none for who is not asked)."""

    tensor: Tensor
    mask: Mask


@dataclass(frozen=True, slots=True)
class Layout:
    """The coders of an observation, in their order: of the view by key, of memory, of what was heard by kind."""

    view: Mapping[str, Coder]
    number: Number
    aside: Bag | None
    heard: Mapping[str, Coder]


class Encoding:
    """Tensors and action numbers for one game.

    actions: what each action number means. features: the name of each number of an observation. size: how many
    numbers an observation has; each is from -2 to 2, and nearly all from 0 to 1.
    """

    def __init__(self, variant: Variant, actions: Sequence[Action], layout: Layout) -> None:
        self.variant = variant
        self.actions = tuple(actions)
        self._layout = layout
        self._numbers = {action: number for number, action in enumerate(self.actions)}
        self.features = tuple(self._names())
        self._place()

    @classmethod
    def of(cls, variant: Variant) -> Self:
        """The encoding of a game, from a survey of it, which takes about a second and is made once for each game."""
        game: Any = type(variant)
        return cls(variant, *_laid_out(game, variant.seats, variant.options))

    # Actions.

    def number(self, phase: str, token: str) -> int:
        """The number of an action; InputError for one that no survey met."""
        try:
            return self._numbers[Action(phase, token)]
        except KeyError:
            raise InputError(
                f"{self.variant.name}: {token!r} in the phase {phase!r} has no number among the {len(self.actions)}"
                " actions of this encoding: the survey did not meet it, or the encoding was kept from other rules"
            ) from None

    def mask(self, phase: str, legal: Sequence[str]) -> Mask:
        """A 1 for each of the legal tokens of a phase."""
        mask = np.zeros(len(self.actions), np.int8)
        for token in legal:
            mask[self.number(phase, token)] = 1
        return mask

    # Observations.

    def observe(self, memory: Memory, view: Mapping[str, Any], legal: Sequence[str]) -> Observation:
        """What the seat of `memory` is shown when it is asked with this view and these legal tokens."""
        return Observation(self.tensor(memory, view), self.mask(view["phase"], legal))

    def tensor(self, memory: Memory, view: Mapping[str, Any]) -> Tensor:
        """The numbers that stand for what a seat knows, as 32-bit floats in the order of `features`."""
        out: Tensor = np.zeros(self.size, np.float32)
        me, layout = memory.seat, self._layout
        out[me] = 1
        out[self.variant.seats + (memory.dealer - me) % self.variant.seats] = 1
        layout.number.write(out, 2 * self.variant.seats, memory.number, me)
        for at, key, coder in self._of_view:
            coder.write(out, at, view.get(key), me)
        at = self._after_view
        for by_seat in memory.plays():
            out[at : at + by_seat.size] = np.concatenate((by_seat[me:], by_seat[:me])).ravel()
            at += by_seat.size
        if layout.aside:
            layout.aside.write(out, at, memory.aside, me)
        for at, kind, coder in self._of_heard:
            if times := memory.heard.get(kind):
                out[at] = 1
                coder.write(out, at + 1, times if isinstance(coder, Said) else _last(times), me)
        return out

    def _place(self) -> None:
        """Where each coder writes, worked out once."""
        seats, deck, layout = self.variant.seats, self.variant.deck, self._layout
        at = 2 * seats + 1
        self._of_view = []
        for key, coder in layout.view.items():
            self._of_view.append((at, key, coder))
            at += coder.size
        self._after_view = at
        at += seats * (len(deck.faces) + len(deck.suits)) + (layout.aside.size if layout.aside else 0)
        self._of_heard = []
        for kind, coder in layout.heard.items():
            self._of_heard.append((at, kind, coder))
            at += coder.size + 1
        self.size = at

    def _names(self) -> Iterator[str]:
        layout, deck = self._layout, self.variant.deck
        places = place_names(self.variant.seats)
        yield from (f"chair {seat}" for seat in range(self.variant.seats))
        yield from (f"dealer {place}" for place in places)
        yield "hand number"
        yield from Fields(layout.view).names()
        yield from (f"played {place} {face}" for place in places for face in deck.faces)
        yield from (f"strayed {place} {suit}" for place in places for suit in deck.suits)
        if layout.aside:
            yield from (f"aside {face}" for face in layout.aside.names())
        for kind, coder in layout.heard.items():
            yield f"heard {kind} (any)"
            yield from (f"heard {kind} {name}".rstrip() for name in coder.names())

    def named(self, tensor: Tensor) -> dict[str, float]:
        """The numbers of an observation that are not 0, by name."""
        return {self.features[place]: float(tensor[place]) for place in np.flatnonzero(tensor)}

    # Beside weights.

    def plain(self) -> dict[str, Any]:
        """The whole encoding as plain data (JSON), to be kept beside weights that were trained with it."""
        return {
            "variant": self.variant.name,
            "seats": self.variant.seats,
            "options": asdict(self.variant.options),
            "actions": [list(action) for action in self.actions],
            "layout": as_plain(self._layout),
        }

    @classmethod
    def kept(cls, variant: Variant, data: Mapping[str, Any]) -> Self:
        """The encoding that was kept by `plain`; InputError if it is another game's, or has other options."""
        for what, now in (("variant", variant.name), ("seats", variant.seats), ("options", asdict(variant.options))):
            if data[what] != now:
                raise InputError(f"the encoding was kept for {what} {data[what]!r}, and the game has {now!r}")
        layout = from_plain(data["layout"])
        return cls(variant, [Action(*action) for action in data["actions"]], Layout(**layout))


@cache
def _laid_out(game: Any, seats: int, options: Any) -> tuple[list[Action], Layout]:
    variant: Variant = game(seats, **asdict(options))
    met = survey(variant)
    shapes = Shapes(variant.seats, variant.deck, met.alphabets)
    view: dict[str, Coder] = {
        "phase": Word(Vocabulary(tuple(met.alphabets), all=True)),
        "hand": shapes.cards(),
        "trick": Said(variant.seats, shapes.cards()),
        "leader": Seat(variant.seats),
    }
    view |= {key: shapes.coder(values) for key, values in met.views.items() if key not in KNOWN_BY_RULE}
    heard = {kind: _for_events(shapes, times) for kind, times in met.heard.items()}
    parts = any(kind in ("pass", "discard") for kind in met.alphabets)
    actions = [Action(kind, token) for kind, tokens in met.alphabets.items() for token in tokens]
    return actions, Layout(view, Number(float(met.numbers)), shapes.cards() if parts else None, heard)


def _for_events(shapes: Shapes, times: Sequence[Sequence[Sequence[Any]]]) -> Coder:
    """Pairs of seat and word are all kept, in their order; of other events the last one."""
    every = shapes.coder(times)
    return every if isinstance(every, Said) else shapes.coder([_last(heard) for heard in times])


def _last(times: Sequence[Sequence[Any]]) -> Any:
    """What came with the last of some events; a single thing as itself."""
    payload = times[-1]
    return payload[0] if len(payload) == 1 else payload
