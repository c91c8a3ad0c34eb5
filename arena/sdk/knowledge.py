"""The rules of the game for a bot that asks for them, and the fold of what it was told.

Imported on demand: the game layer costs a bot's start-up more than all the rest of the SDK.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from arena.sdk.heard import Hello
from arena.variant import Variant
from arena.views import Views

if TYPE_CHECKING:
    import random

    from arena.sdk.stakes import Stakes
    from arena.worlds import Worlds


@cache
def game_of(hello: Hello) -> Variant:
    """The variant that the referee plays, made from `ARENA_VARIANT` ("module:Class") and the options.

    Raises LookupError when the variable is not set.
    """
    name = os.environ.get("ARENA_VARIANT", "")
    module, _, path = name.partition(":")
    if not path:
        raise LookupError(
            f"the rules of {hello.variant} can't be loaded: the environment has no ARENA_VARIANT=module:Class"
            " (the referee sets it for each bot)"
        )
    found: Any = importlib.import_module(module)
    for part in path.split("."):
        found = getattr(found, part)
    game: Variant = found(seats=hello.seats, **hello.options)
    return game


def import_rules() -> None:
    """Import the rules, and what draws worlds, before `run`: the clock of the first question would pay for it.

    Where the environment names no rules, only the rest is imported.
    """
    importlib.import_module("arena.worlds")
    if module := os.environ.get("ARENA_VARIANT", "").partition(":")[0]:
        importlib.import_module(module)


def worlds_of(game: Variant, seat: int, events: Sequence[Sequence[Any]]) -> Worlds:
    """All that the hand in play can be for `seat`, by the table's events since the last deal.

    Raises NoWorld when the events are not this game's.
    """
    from arena.worlds import Worlds

    return Worlds(game, seat, _this_hand(events))


def stakes_of(game: Variant, seat: int, events: Sequence[Sequence[Any]], rng: random.Random) -> Stakes:
    """What is at stake for `seat` in the hand in play. Raises NoWorld when the events are not this game's."""
    from arena.sdk.stakes import Stakes

    return Stakes(game, seat, _this_hand(events), rng)


def _this_hand(events: Sequence[Sequence[Any]]) -> Sequence[Sequence[Any]]:
    """The table's events since the last deal."""
    deal = max(position for position, event in enumerate(events) if event[0] == "deal")
    return events[deal:]


def folded_view(views: Views, news: Sequence[Sequence[Any]], seat: int, phase: str) -> dict[str, Any]:
    """The view of `seat` after these further events, as the wire would have brought it: lists all through."""
    for event in news:
        views.see(event, seat)
    view = views.view(seat, phase)
    view["trick"] = [list(play) for play in view["trick"]]
    return {key: value.copy() if isinstance(value, list) else value for key, value in view.items()}
