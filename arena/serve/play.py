"""Which tables can be had: the games, who may sit in their seats, and a wish read from the form that asks for one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from arena.errors import InputError
from arena.human import HUMAN, NO_CLOCK_MS
from arena.league.bots import BotFolder, obstacle, read_bot
from arena.plugin import Registry
from arena.records import Mode
from arena.serve.tables import Wish
from arena.variant import Variant

PREFERRED = "greedy"
USUAL_SEATS = 4
MOST_CLOCK_S = 86_400


@dataclass(frozen=True, slots=True)
class Setting:
    """A table that is to be set: the game, its seats, the bots to choose from and the one that is proposed."""

    variant: Variant
    bots: tuple[str, ...]
    proposed: str


class Desk:
    """Where tables are asked for."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    def games(self) -> list[type[Variant]]:
        """All games."""
        return list(self._registry.variants.values())

    @cached_property
    def _bots(self) -> dict[str, BotFolder]:
        """The bots that this machine can run, by name."""
        found = {name: read_bot(folder) for name, folder in self._registry.bots.items()}
        return {name: bot for name, bot in found.items() if not obstacle(bot)}

    def setting(self, name: str, seats: str | None) -> Setting:
        """A table of a game at a number of seats (as asked for in an address). InputError for what there is not."""
        kind = self._registry.variant(name)
        if seats is not None and not (seats.isascii() and seats.isdecimal()):
            raise InputError(f"seats must be a number, not {seats[:20]!r}")
        usual = USUAL_SEATS if USUAL_SEATS in kind.players else kind.players[0]
        variant = kind(seats=usual if seats is None else int(seats))
        bots = tuple(bot for bot, folder in self._bots.items() if folder.plays(name) and "@" not in bot)
        if not bots:
            raise InputError(f"no bot is known that plays {name}")
        return Setting(variant, bots, PREFERRED if PREFERRED in bots else bots[0])

    def wish(self, name: str, form: Mapping[str, str]) -> Wish:
        """The table that a filled-in form asks for. InputError for what can't be."""
        setting = self.setting(name, form.get("seats"))
        players = tuple(form.get(f"seat{seat}", "") for seat in range(setting.variant.seats))
        for player in players:
            if player != HUMAN and player not in setting.bots:
                raise InputError(f"there is no player called {player[:40]!r} here")
        clock = form.get("clock", "")
        if clock and not (clock.isascii() and clock.isdecimal() and 1 <= int(clock) <= MOST_CLOCK_S):
            raise InputError(f"the clock must be whole seconds from 1 to {MOST_CLOCK_S}, or nothing for none")
        mode = Mode.GAMES if form.get("mode") == Mode.GAMES else Mode.DEALS
        return Wish(name, players, mode, 1000 * int(clock) if clock else NO_CLOCK_MS)
