"""Gauntlet: one bot, or several, against the field; nobody else meets for its own sake.

Called by the schedule. For a new version of a bot, or for a bot that was added to a league late: it meets everybody,
and what the others did among each other is not played again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import comb
from types import MappingProxyType
from typing import Any

from arena.league.formats.company import even_company
from arena.plugin import Field, Meeting


class Gauntlet:
    """Each challenger meets each bot of the field `meetings` times: as often as that, or once more to fill a table.

    The field are all that are no challengers; challengers do not meet each other. Where two make a line-up there is
    just one for each two bots.
    """

    name = "gauntlet"
    settings: Mapping[str, Any] = MappingProxyType({"challengers": (), "meetings": 1})

    def obstacle(self, field: Field, settings: Mapping[str, Any]) -> str:
        """Challengers must be bots of the league, and leave a field large enough for a table."""
        challengers, meetings = settings["challengers"], settings["meetings"]
        if not challengers:
            return 'challengers: is missing; name one bot or more, as ["mine"]'
        for name in challengers:
            if name not in field.bots:
                return f"challengers: {name!r} is no bot of this league; its bots are {', '.join(field.bots)}"
        members = len(field.bots) - len(set(challengers))
        if members < field.size - 1:
            return f"challengers: they leave {members} in the field, and a table needs {field.size - 1} besides each"
        most = comb(members - 1, field.size - 2)
        if not 1 <= meetings <= most:
            return f"meetings: must be a number from 1 to {most} here, not {meetings}"
        return ""

    def refusal(self, before: Mapping[str, Any], now: Mapping[str, Any]) -> str:
        """More challengers are welcome behind those that are there."""
        if list(now["challengers"])[: len(before["challengers"])] != list(before["challengers"]):
            return (
                f"challengers: were {', '.join(before['challengers'])}, and their matches are there; "
                "others can only be added behind them"
            )
        if now["meetings"] != before["meetings"]:
            return f"meetings: was {before['meetings']}, and can't change: other tables would be drawn"
        return ""

    def rounds(self, field: Field, settings: Mapping[str, Any]) -> int:
        """One."""
        return 1

    def size(self, field: Field, settings: Mapping[str, Any]) -> int:
        """As many as there are."""
        return len(_drawn(field, tuple(settings["challengers"]), settings["meetings"]))

    def draw(
        self, field: Field, settings: Mapping[str, Any], before: Sequence[Sequence[Meeting]]
    ) -> Iterator[tuple[int, ...]]:
        """The first challenger's line-ups, then the second's, and so on."""
        return iter(_drawn(field, tuple(settings["challengers"]), settings["meetings"]))


@lru_cache(maxsize=8)
def _drawn(field: Field, challengers: tuple[str, ...], meetings: int) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(sorted((field.bots.index(name), *group)))
        for name in dict.fromkeys(challengers)
        for group in _company(field, challengers, meetings)
    )


def _company(field: Field, challengers: Sequence[str], meetings: int) -> Sequence[tuple[int, ...]]:
    """With whom a challenger sits. Who joined later is met at tables of its own, so that the earlier ones stay."""
    members = [place for place, name in enumerate(field.bots) if name not in challengers]
    size = field.size - 1
    first = max(size, sum(place < field.founders for place in members))
    company = even_company(members[:first], size, -(-first * meetings // size))
    for late in range(first, len(members)):
        while company.met[members[late]] < meetings and company.group(members[: late + 1], taken=(members[late],)):
            pass
    return company.groups
