"""The export: every hand of a league as a JSON line, with all that the rules give back.

Called by `arena export`. Lines depend on the stored hands and on the rules alone: two runs with the same results
export the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from arena.errors import IllegalAction, StoreError
from arena.records import Fault, HandRecord, MatchSpec, Mode, TableRecord
from arena.replay import PlayedHand, replay_table
from arena.store import League, Store
from arena.variant import Variant

FindVariant = Callable[[str], type[Variant]]
"""A variant's class by its name, as a registry gives it; raises InputError for an unknown name."""


def variant_of(league: League, find_variant: FindVariant) -> Variant:
    """The variant that a stored league is played with, its seats and options chosen."""
    return find_variant(league.variant)(seats=league.seats, **league.options)


def export(store: Store, find_variant: FindVariant) -> Iterator[str]:
    """The lines, without line ends, in the schedule's order; memory is bounded by one match.

    Raises StoreError for a database whose hands the rules do not allow (`arena verify` lists them all).
    """
    league = store.league
    variant = variant_of(league, find_variant)
    single = league.mode is Mode.DEALS
    with store.snapshot():
        for record in store.records():
            spec = record.spec
            for table in record.tables:
                actions = [hand.actions for hand in table.hands]
                try:
                    played = list(replay_table(variant, league.seed, table.number, actions, single=single))
                except IllegalAction as error:
                    raise StoreError(f"{store.path}: table {spec.table(table.number)}: {error}") from error
                for hand, again in zip(table.hands, played, strict=True):
                    yield json.dumps(_line(league, spec, table, hand, again))


def _line(league: League, spec: MatchSpec, table: TableRecord, hand: HandRecord, played: PlayedHand) -> dict[str, Any]:
    return {
        "league": league.name,
        "table": spec.table(table.number),
        "hand": hand.hand,
        "variant": league.variant,
        "players": league.seats,
        "options": dict(league.options),
        "bots": spec.bots,
        "dealer": played.dealer,
        "hands": played.hands,
        "undealt": played.undealt,
        "actions": played.actions,
        "tricks": [(leader, cards, winner if winner >= 0 else None) for leader, cards, winner in played.tricks],
        "scores": hand.scores,
        "totals": hand.totals,
        "payoffs": [int(payoff) if payoff.is_integer() else payoff for payoff in hand.payoffs],
        "faults": [_fault(fault) for fault in hand.faults],
    }


def _fault(fault: Fault) -> dict[str, Any]:
    return {
        "kind": str(fault.kind),
        "seat": fault.seat,
        "bot": fault.bot,
        "detail": fault.detail,
        "trick": fault.trick,
    }
