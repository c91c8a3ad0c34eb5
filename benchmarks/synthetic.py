"""Leagues that nobody played, of any size, for measuring what comes after the playing: store, reports, export.

The schedule, the rules and the store are the real ones; only the referee and its bots are left out. A league of a
million tables is there within a minute or two.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from pathlib import Path

from arena.game import Game
from arena.league.file import LeagueSpec, read_league
from arena.league.schedule import Schedule
from arena.plugin import load
from arena.records import HandRecord, MatchRecord, MatchSpec, SeatRecord, TableRecord
from arena.store import Entrant, League, Store
from arena.variant import Variant

REMEMBERED = 20_000
"""So many deals: more than a block has, through which one line-up plays after the other."""
ONE_STANDS_IN = 10_007
"""At one table of so many a stand-in played."""

TablePlayer = Callable[[int, random.Random], TableRecord]


def league_text(bots: int, deals: int, *, seating: str = "single", variant: str = "trollin", lineups: int = 0) -> str:
    """A league file of so many copies of one bot. lineups: in how many each sits; 0: in all that there are."""
    format_lines = f'format = "sample"\n[league.sample]\nlineups = {lineups}\n' if lineups else ""
    return (
        f'[league]\nname = "made-up"\nvariant = "{variant}"\nseats = 4\nseed = "bench"\ndeals = {deals}\n'
        f'seating = "{seating}"\n{format_lines}' + '[[bot]]\nname = "random"\n' * bots
    )


def make_league(folder: Path, text: str) -> int:
    """Fill a new store in this folder with the league that the text describes, and return how many tables it has."""
    folder.mkdir(parents=True)
    file = folder / "league.toml"
    file.write_text(text, encoding="utf-8")
    registry = load()
    spec = read_league(file, registry)
    variant = registry.variant(spec.variant)(seats=spec.seats, **spec.options)
    play = _player(variant, spec.seed)
    tables = 0
    with Store.create(folder, terms(spec), [Entrant(entry.name, "1.0") for entry in spec.entries]) as store:
        for match in Schedule(spec, variant.teams).missing():
            store.write(_record(match, play))
            tables += len(match.numbers)
    return tables


def matches(text: str, folder: Path, count: int) -> tuple[LeagueSpec, list[MatchRecord]]:
    """The first matches of such a league, for whoever stores them."""
    file = folder / "matches.toml"
    file.write_text(text, encoding="utf-8")
    registry = load()
    spec = read_league(file, registry)
    variant = registry.variant(spec.variant)(seats=spec.seats, **spec.options)
    play = _player(variant, spec.seed)
    return spec, [_record(match, play) for match in islice(Schedule(spec, variant.teams).missing(), count)]


def terms(spec: LeagueSpec) -> League:
    """The terms as the store keeps them."""
    return League(
        spec.name, spec.variant, spec.seats, spec.seed, spec.mode, spec.options, spec.format, spec.seating, spec.limits
    )


def _record(match: MatchSpec, play: TablePlayer) -> MatchRecord:
    rng = random.Random(match.name)
    tables = tuple(play(number, rng) for number in match.numbers)
    decisions = sum(len(hand.actions) for table in tables for hand in table.hands) // match.seats
    seats = tuple(SeatRecord(bot, decisions, 1.0, 0.1, 20.0, 1.0, 1, 0, 0, False) for bot in match.bots)
    return MatchRecord(match, tables, seats, sandbox="bwrap", wall_s=1.0)


def _player(variant: Variant, seed: str) -> TablePlayer:
    """Tables at which everybody plays the first card that is legal. All line-ups play the same deals in the same way,
    so that each deal is played out once while it is remembered.
    """

    @lru_cache(maxsize=REMEMBERED)
    def played(number: int) -> TableRecord:
        game = Game(variant, seed, number, single=True)
        hand = game.hand
        while hand.phase is not None:
            legal = hand.legal()
            hand.apply((legal & -legal).bit_length() - 1)
        game.close()
        scores, totals, payoffs = tuple(hand.scores), tuple(game.totals), tuple(map(float, game.hand_payoffs))
        return TableRecord(number, (HandRecord(number, 1, bytes(hand.actions), scores, totals, payoffs),), payoffs)

    def play(number: int, rng: random.Random) -> TableRecord:
        table = played(number)
        return replace(table, stood_in=(number % variant.seats,)) if rng.random() * ONE_STANDS_IN < 1 else table

    return play
