"""Learners: any variant as a PettingZoo environment, and the same observations for a bot that plays in a league.

A bot needs `Encoding` and `Memory`, which bring numpy and the rules along; `env` wants the extra `rl` installed
and imports PettingZoo when it is called.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from arena.errors import InputError
from arena.rl.encoding import Action, Encoding, Observation
from arena.rl.memory import Memories, Memory
from arena.variant import Variant

if TYPE_CHECKING:
    from pettingzoo.utils.env import AECEnv

__all__ = ["Action", "Encoding", "Memories", "Memory", "Observation", "env"]


def env(
    variant: str | Variant,
    *,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    mode: str = "deal",
    render_mode: str | None = None,
    raw: bool = False,
) -> AECEnv[str, dict[str, Any], int]:
    """A game as a PettingZoo AEC environment.

    variant: its name; seats: what the game takes first unless given; options: the variant's. Many environments of one
    game are made faster from one `Variant`, which has its seats and options. mode: "deal" for an episode of one hand
    that ends with its payoffs, "game" for a whole game. raw: without PettingZoo's wrapper, which refuses calls in the
    wrong order and takes time for it. InputError names what is wrong.
    """
    try:
        from pettingzoo.utils.wrappers import OrderEnforcingWrapper

        from arena.rl.environment import CardTable
    except ModuleNotFoundError as missing:
        raise InputError(
            f"an environment needs {missing.name}, which is not installed: pip install 'trickarena[rl]'"
        ) from missing
    if isinstance(variant, str):
        from arena.plugin import load

        variant = load().variant(variant)(seats, **(options or {}))
    elif seats is not None or options is not None:
        raise InputError("a variant that is already made has its seats and options: give its name, or only the variant")
    table = CardTable(variant, mode=mode, render_mode=render_mode)
    return table if raw else OrderEnforcingWrapper(table)
