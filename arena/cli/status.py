"""`arena league status`: where a league stands, also while it runs. The seed is not told here."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arena.cli import options

if TYPE_CHECKING:
    from arena.store import Store


@click.command()
@options.league_folder
@options.as_json
def status(folder: Path, as_json: bool) -> None:
    """Where the league in DIR stands, also while it runs."""
    from arena.store import Store

    with Store.read(folder) as store, store.snapshot():
        told = _told(store)
    click.echo(json.dumps(told, indent=2) if as_json else "\n".join(_lines(told)))


def _told(store: Store) -> dict[str, Any]:
    from arena.store import course

    progress = store.progress()
    return {
        "league": store.league.name,
        "variant": store.league.variant,
        "bots": [entrant.name for entrant in store.entrants],
        "formats": [one.name for one in course.formats(store)],
        "rounds": {name: len(drawn) for name, drawn in course.rounds(store).items()},
        "matches": progress.matches,
        "tables": progress.tables,
        "planned": progress.planned,
        "hands": progress.hands,
        "over": course.is_over(store),
        "latest_ms": round(1000 * store.latest_s(), 3),
        "commitment": store.league.commitment,
        "chain": asdict(store.chain()),
        "paused": [asdict(pause) for pause in course.pauses(store)],
        "void": [{"match": void.name, "reason": void.reason, "attempts": void.attempts} for void in store.voids()],
    }


def _lines(told: Mapping[str, Any]) -> Iterator[str]:
    planned, chain = told["planned"] or told["tables"], told["chain"]
    share = 100 * told["tables"] // max(planned, 1)
    yield f"{told['league']} ({told['variant']}, {' + '.join(told['formats'])}): {', '.join(told['bots'])}"
    over = "" if told["tables"] >= planned or not told["over"] else "; all is played that can be"
    yield f"{told['tables']} of {planned} tables ({share} %), {told['hands']} hands{over}"
    for name, drawn in told["rounds"].items():
        yield f"{name}: {drawn} rounds are drawn"
    loose = f", {chain['unchained']} older ones unchained" if chain["unchained"] else ""
    taken = f", {chain['withdrawn']} withdrawn" if chain["withdrawn"] else ""
    yield f"commitment to the seed: {told['commitment'] or '-'}"
    yield f"chain: {chain['matches']} matches{loose}{taken}; head {chain['head'] or '-'}"
    yield f"the host was late by {told['latest_ms']:.0f} ms at worst; what that spoils is void"
    for pause in told["paused"]:
        yield f"paused: {pause['bot']}: {pause['reason']} (to go on with it: arena league unpause DIR {pause['bot']})"
    for void in told["void"]:
        yield f"void: {void['match']}, tried {void['attempts']} times: {void['reason']}"
