"""Matches played by the rules without any bot: the actions are drawn, what follows is the game's."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from dataclasses import replace

from arena.cards import bits
from arena.game import Game
from arena.plugin import load
from arena.records import Fault, FaultKind, HandRecord, MatchRecord, Mode, TableRecord
from arena.reports.export import variant_of
from arena.store import League, Store
from arena.variant import Variant
from tests.store.made_up import BOTS, LEAGUE, seat, spec

REGISTRY = load()
GAMES = replace(LEAGUE, name="evening", mode=Mode.GAMES)
PAIRS = replace(LEAGUE, name="pairs", variant="troeven", options={}, lowest_payoff=-2.0)


def find(name: str) -> type[Variant]:
    return REGISTRY.variant(name)


def play(league: League, number: int, draw: random.Random, *, forfeit: int | None = None) -> TableRecord:
    """A table; with `forfeit` that seat gives it up in the middle of its first hand."""
    game = Game(variant_of(league, find), league.seed, number, single=league.mode is Mode.DEALS)
    hands: list[HandRecord] = []
    while True:
        hand = game.hand
        while not hand.over and not (forfeit is not None and len(hand.actions) == 7):
            hand.apply(draw.choice(list(bits(hand.legal()))))
        actions = bytes(hand.actions)
        if not hand.over:
            assert forfeit is not None
            zeros = (0,) * league.seats
            fault = Fault(FaultKind.ILLEGAL, forfeit, BOTS[forfeit], "played a card it does not hold", trick=1)
            hands.append(HandRecord(number, hand.number, actions, zeros, tuple(game.totals), zeros, False, (fault,)))
            team = game.variant.teams[game.variant.team_of(forfeit)]
            return TableRecord(number, tuple(hands), game.forfeit_payoffs(forfeit), forfeited=tuple(team))
        game.close()
        hands.append(HandRecord(number, hand.number, actions, hand.scores, tuple(game.totals), game.hand_payoffs))
        if game.over:
            return TableRecord(number, tuple(hands), game.payoffs)
        game.next_hand()


def played(
    name: str,
    numbers: Sequence[int],
    *,
    league: League = LEAGUE,
    bots: Sequence[str] = BOTS,
    forfeits: Collection[int] = (),
) -> MatchRecord:
    """A match whose actions depend on its name alone; seat 1 forfeits the tables in `forfeits`."""
    draw = random.Random(name)
    tables = tuple(play(league, number, draw, forfeit=1 if number in forfeits else None) for number in numbers)
    seats = tuple(seat(bot) for bot in bots)
    return MatchRecord(spec(name, numbers, bots, league), tables, seats, sandbox="bwrap", wall_s=1.0)


def fill(store: Store) -> None:
    """Two sittings of a line-up, the first in two blocks, with a forfeit in each sitting."""
    league = store.league
    turned = (BOTS[3], *BOTS[:3])
    store.write(played("m0.r0.b0", (0, 1, 2), league=league, forfeits=(1,)))
    store.write(played("m0.r1.b0", (0, 1, 2), league=league, bots=turned, forfeits=(2,)))
    store.write(played("m0.r0.b1", (500, 501), league=league))
