"""`arena replay`: a hand of a league, trick by trick."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from arena.cli import options
from arena.errors import InputError, StoreError

if TYPE_CHECKING:
    from arena.records import MatchSpec, TableRecord
    from arena.replay import PlayedHand
    from arena.store import Store
    from arena.variant import Variant


@click.command()
@options.league_folder
@click.option("--table", metavar="T", help="The table's name, as m3.r0.d17 [default: the first one].")
@click.option("--hand", "number", type=click.IntRange(1), metavar="N", help="Only hand N of the table.")
@options.as_json
@click.pass_obj
def replay(plugins: tuple[str, ...], folder: Path, table: str | None, number: int | None, as_json: bool) -> None:
    """Show the hands of a table of the league in DIR, rebuilt from its seed and actions."""
    from arena.plugin import load
    from arena.store import Store, course

    with Store.read(folder) as store:
        spec, record = store.table(table or _first_table(store, folder))
        over = course.is_over(store)
    variant = load(plugins).variant(spec.variant)(seats=spec.seats, **spec.options)
    name = spec.table(record.number)
    hands = _played(spec, record, variant, name)
    if number is not None and number > len(hands):
        raise InputError(f"table {name} has {len(hands)} hands, not {number}; --hand counts from 1")
    chosen = hands if number is None else [hands[number - 1]]
    if as_json:
        told = {"table": name, "variant": spec.variant, "bots": spec.bots, "hands": [asdict(hand) for hand in chosen]}
        click.echo(json.dumps(told))
        return
    seed = repr(spec.seed) if over else "told when all is played"
    click.echo(f"table {name}: {spec.variant}, seed {seed}")
    _show(hands, chosen, spec, record, variant)


def _first_table(store: Store, folder: Path) -> str:
    name = next(store.names(), None)
    if name is None:
        raise InputError(f"{folder}: nothing of this league has been played yet")
    spec = store.record(name).spec
    return spec.table(spec.numbers[0])


def _played(spec: MatchSpec, record: TableRecord, variant: Variant, name: str) -> list[PlayedHand]:
    from arena.records import Mode
    from arena.replay import replay_table

    actions = [hand.actions for hand in record.hands]
    try:
        return list(replay_table(variant, spec.seed, record.number, actions, single=spec.mode is Mode.DEALS))
    except ValueError as error:
        raise StoreError(f"table {name} can't be replayed: {error}; see arena verify") from error


def _show(
    hands: list[PlayedHand], chosen: list[PlayedHand], spec: MatchSpec, record: TableRecord, variant: Variant
) -> None:
    from arena.cli.hands import hand_text
    from arena.league.preflight import tell

    for hand in chosen:
        scored = [played.scores for played in hands[: hand.number]]
        click.echo("\n".join(hand_text(hand, variant, spec.bots, scored)))
        for fault in record.hands[hand.number - 1].faults:
            click.echo(f"  fault of {fault.bot} (seat {fault.seat}, trick {fault.trick + 1})")
            click.echo("    " + tell(fault).replace("\n", "\n    "))
    payoffs = ", ".join(f"{bot} {payoff:+g}" for bot, payoff in zip(spec.bots, record.payoffs, strict=True))
    click.echo(f"payoff of the table: {payoffs}")
