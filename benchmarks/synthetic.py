"""Leagues that nobody played, of any size, for measuring what comes after the playing: store, reports, export.

The schedule and the store are the real ones; only the referee is left out. A thousand tables take a few milliseconds,
so that a league of a million deals is there within a minute or two.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from pathlib import Path

from arena.game import Game
from arena.league.file import LeagueSpec, read_league
from arena.league.schedule import Schedule
from arena.plugin import load
from arena.records import HandRecord, MatchRecord, MatchSpec, SeatRecord, TableRecord
from arena.store import Entrant, League, Store
from arena.variant import Variant

OUTCOMES = 997
"""So many different results there are. They repeat, but a prime keeps them from doing so in step with anything."""
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


def make_league(folder: Path, text: str, *, playable: bool = False, most_tables: int | None = None) -> int:
    """Fill a new store in this folder with the league that the text describes, and return how many tables it has.

    playable: the hands are real ones, as an export needs them, at ten times the time. most_tables: it ends after the
    match that reaches this number.
    """
    folder.mkdir(parents=True)
    file = folder / "league.toml"
    file.write_text(text, encoding="utf-8")
    registry = load()
    spec = read_league(file, registry)
    variant = registry.variant(spec.variant)(seats=spec.seats, **spec.options)
    play = _played(variant, spec.seed) if playable else _made_up(spec)
    tables = 0
    with Store.create(folder, terms(spec), [Entrant(entry.name, "1.0") for entry in spec.entries]) as store:
        for match in Schedule(spec, variant.teams).missing():
            if most_tables is not None and tables >= most_tables:
                break
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
    play = _made_up(spec)
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


def _made_up(spec: LeagueSpec) -> TablePlayer:
    """Tables with results out of a hat and actions that mean nothing."""
    rng = random.Random(OUTCOMES)
    hat = []
    for _ in range(OUTCOMES):
        cuts = sorted(rng.randint(0, 9) for _ in range(spec.seats - 1))
        won = tuple(high - low for low, high in zip([0, *cuts], [*cuts, 9], strict=True))
        hat.append((HandRecord(0, 1, rng.randbytes(36), won, won, tuple(map(float, won))), tuple(map(float, won))))

    def play(number: int, rng: random.Random) -> TableRecord:
        hand, payoffs = hat[int(rng.random() * OUTCOMES)]
        stood_in = (number % spec.seats,) if rng.random() * ONE_STANDS_IN < 1 else ()
        return TableRecord(number, (replace(hand, number=number),), payoffs, stood_in)

    return play


def _played(variant: Variant, seed: str) -> TablePlayer:
    """Tables at which everybody plays the first card that is legal."""

    def play(number: int, _: random.Random) -> TableRecord:
        game = Game(variant, seed, number, single=True)
        hand = game.hand
        while hand.phase is not None:
            legal = hand.legal()
            hand.apply((legal & -legal).bit_length() - 1)
        game.close()
        record = HandRecord(
            number, 1, bytes(hand.actions), tuple(hand.scores), tuple(game.totals), tuple(game.hand_payoffs)
        )
        return TableRecord(number, (record,), tuple(game.payoffs))

    return play
