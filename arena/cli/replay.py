"""`arena replay`: hands of a league in the terminal, trick by trick or moment by moment, or as a page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arena.cli import options
from arena.errors import InputError, StoreError

if TYPE_CHECKING:
    from arena.plugin import Registry
    from arena.records import MatchSpec, TableRecord
    from arena.replay import PlayedHand
    from arena.store import Store
    from arena.variant import Variant


@dataclass(frozen=True, slots=True)
class Wish:
    """Which part of a table is shown: hand and step (None: all), whose view (None: all hands), legal cards or not."""

    hand: int | None
    step: int | None
    seat: int | None
    legal: bool


@click.command()
@options.league_folder
@click.option("--table", metavar="T", help="The table's name, as m3.r0.d17 [default: the first one].")
@click.option("--hand", "number", type=click.IntRange(1), metavar="N", help="Only hand N of the table.")
@click.option("--step", type=click.IntRange(0), metavar="K", help="The moment after K decisions of the hand.")
@click.option("--seat", type=click.IntRange(0), metavar="S", help="Only what seat S saw.")
@click.option("--legal", is_flag=True, help="Each decision with what was legal.")
@click.option(
    "--html",
    "page",
    is_flag=False,
    flag_value="",
    metavar="[FILE]",
    help="Write a page to step through the table and the other sittings of its deal [default: T.html].",
)
@options.as_json
@click.pass_obj
def replay(
    plugins: tuple[str, ...], /, folder: Path, table: str | None, page: str | None, as_json: bool, **wishes: Any
) -> None:
    """Show the hands of a table of the league in DIR, rebuilt from its seed and actions."""
    from arena.plugin import load
    from arena.store import Store

    wish = Wish(wishes["number"], wishes["step"], wishes["seat"], wishes["legal"])
    registry = load(plugins)
    with Store.read(folder) as store:
        name = table or _first_table(store, folder)
        if page is not None:
            _write_page(store, registry, name, Path(page or f"{name}.html"), wish)
        elif as_json:
            if wish.step is not None or wish.seat is not None or wish.legal:
                raise InputError("--json tells whole hands: leave out --step, --seat and --legal")
            _print_json(store, registry, name, wish)
        else:
            _show(store, registry, name, wish)


def _first_table(store: Store, folder: Path) -> str:
    name = next(store.names(), None)
    if name is None:
        raise InputError(f"{folder}: nothing of this league has been played yet")
    spec = store.record(name).spec
    return spec.table(spec.numbers[0])


def _variant(registry: Registry, spec: MatchSpec) -> Variant:
    return registry.variant(spec.variant)(seats=spec.seats, **spec.options)


def _chosen(hands: list[Any], name: str, wish: Wish) -> list[Any]:
    """The hands that were asked for."""
    if wish.hand is None:
        return hands
    if wish.hand > len(hands):
        raise InputError(f"table {name} has {len(hands)} hands, not {wish.hand}; --hand counts from 1")
    return [hands[wish.hand - 1]]


# As a page.


def _write_page(store: Store, registry: Registry, name: str, file: Path, wish: Wish) -> None:
    from arena.reports.viewer import address, table_page

    text = table_page(store, registry.variant, name)
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"--html {file}: can't be written: {error.strerror}") from error
    _, moment = address(name, wish.hand or 1, wish.step or 0).split("#")
    click.echo(f"{file}\nopen it in a browser: {file.absolute().as_uri()}#{moment}")


# As JSON.


def _print_json(store: Store, registry: Registry, name: str, wish: Wish) -> None:
    spec, record = store.table(name)
    hands = _chosen(_played(spec, record, _variant(registry, spec), name), name, wish)
    told = {"table": name, "variant": spec.variant, "bots": spec.bots, "hands": [asdict(hand) for hand in hands]}
    click.echo(json.dumps(told))


def _played(spec: MatchSpec, record: TableRecord, variant: Variant, name: str) -> list[PlayedHand]:
    from arena.records import Mode
    from arena.replay import replay_table

    actions = [hand.actions for hand in record.hands]
    try:
        return list(replay_table(variant, spec.seed, record.number, actions, single=spec.mode is Mode.DEALS))
    except ValueError as error:
        raise StoreError(f"table {name} can't be replayed: {error}; see arena verify") from error


# As text.


def _show(store: Store, registry: Registry, name: str, wish: Wish) -> None:
    from arena.cli.hands import say
    from arena.reports.viewer.watched import watched_table
    from arena.store import course

    spec, record = store.table(name)
    if wish.seat is not None and wish.seat >= spec.seats:
        raise InputError(f"--seat {wish.seat}: table {name} has the seats 0 to {spec.seats - 1}")
    variant = _variant(registry, spec)
    watched = watched_table(variant, spec, record, store.seats(spec.name))
    seed = repr(spec.seed) if course.is_over(store) else "told when all is played"
    lines = list(_lines(watched["hands"], name, spec, record, variant, wish))
    say([f"table {name}: {spec.variant}, seed {seed}", *lines])


def _lines(
    hands: list[Any], name: str, spec: MatchSpec, record: TableRecord, variant: Variant, wish: Wish
) -> Iterator[str]:
    from arena.cli.hands import hand_text, wrapped
    from arena.cli.moments import moment_text
    from arena.league.preflight import tell

    if wish.step is not None and hands:
        (hand,) = _chosen(hands, name, wish if wish.hand else Wish(1, wish.step, wish.seat, wish.legal))
        yield from moment_text(hand, variant, spec.bots, wish.step, wish.seat, legal=wish.legal)
        return
    for hand in _chosen(hands, name, wish):
        yield from hand_text(hand, spec.bots, wish.seat, legal=wish.legal)
        for fault in record.hands[hand["n"] - 1].faults:
            yield f"  fault of {fault.bot} (seat {fault.seat}, trick {fault.trick + 1})"
            yield "    " + tell(fault).replace("\n", "\n    ")
    payoffs = [f"{bot} {payoff:+g}" for bot, payoff in zip(spec.bots, record.payoffs, strict=True)]
    yield from wrapped("payoff of the table: ", payoffs, ", ")
