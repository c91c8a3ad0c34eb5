"""Leagues made of nothing, for the tests of this folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from arena.league.bots import BotFolder
from arena.league.file import Entry, LeagueSpec, Seating
from arena.records import Mode


def league(bots: int | Sequence[str], **changes: Any) -> LeagueSpec:
    """A league of so many bots, named a, b, c, ..., with nothing behind them."""
    names = [chr(ord("a") + n) for n in range(bots)] if isinstance(bots, int) else bots
    entries = tuple(Entry(name, BotFolder(Path("/bots", name), name, "1", ("run",))) for name in names)
    given = {
        "name": "test",
        "variant": "trollin",
        "seats": 4,
        "seed": "s",
        "mode": Mode.DEALS,
        "count": 10,
        "seating": Seating.DUPLICATE,
    }
    return LeagueSpec(**{**given, **changes}, entries=entries)


def alone(seats: int) -> tuple[tuple[int, ...], ...]:
    """The teams of a game in which everybody plays for themselves."""
    return tuple((seat,) for seat in range(seats))
