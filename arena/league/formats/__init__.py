"""The formats that come with the arena, registered by the same hook as a stranger's."""

from __future__ import annotations

from collections.abc import Iterable

from arena.league.formats.gauntlet import Gauntlet
from arena.league.formats.round_robin import RoundRobin
from arena.league.formats.sample import Sample
from arena.league.formats.swiss import Swiss
from arena.plugin import Format, hookimpl


@hookimpl
def arena_formats() -> Iterable[Format]:
    """Round robin, a balanced sample of it, gauntlet, and Swiss."""
    return [RoundRobin(), Sample(), Gauntlet(), Swiss()]
