"""The hands that are worth a look: the widest swings between bots that held the same cards, and faults.

Called by `league_report` for the data, and by whoever writes hands beside a report, to know which it links to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from arena.store import Store

if TYPE_CHECKING:
    from arena.stats import Swings

MOST_FAULTS = 10
"""How many faults of a bot and kind are listed."""


def notable(store: Store, swings: Swings) -> dict[str, Any]:
    """The section `notable` of a report.

    swings: the widest first, each `deal` (a game's number in leagues of games), `seat`, `kind` (play, tie: the two were
    level at one of the tables only; fault), `swing`, and of `more` and `less` the bot, the table and what the seat was
    paid there. faults: those that came about at a table, by bot and kind: `bot`, `kind`, `table`, `hand`, `trick`,
    `seat`, `detail`.
    """
    return {"swings": [asdict(swing) for swing in swings.widest()], "faults": list(_faults(store))}


def widest_by_deal(report: Mapping[str, Any], most: int) -> list[Mapping[str, Any]]:
    """The widest swing of each deal, of so many deals, the widest first."""
    first: dict[int, Mapping[str, Any]] = {}
    for swing in report["notable"]["swings"]:
        first.setdefault(swing["deal"], swing)
    return list(first.values())[:most]


def tables(report: Mapping[str, Any]) -> set[str]:
    """The names of all tables that the report links to."""
    found = report["notable"]
    swings = {swing[side]["table"] for swing in found["swings"] for side in ("more", "less")}
    examples = {example["table"] for fault in report["faults"] for example in fault["examples"] if example["table"]}
    return swings | examples | {fault["table"] for fault in found["faults"]}


def _faults(store: Store) -> Iterator[dict[str, Any]]:
    for counted in store.fault_counts():
        for _, fault in store.fault_examples(counted.bot, counted.kind, MOST_FAULTS):
            if fault.table:
                yield {
                    "bot": fault.bot,
                    "kind": str(fault.kind),
                    "table": fault.table,
                    "hand": fault.hand,
                    "trick": fault.trick,
                    "seat": fault.seat,
                    "detail": fault.detail,
                }
