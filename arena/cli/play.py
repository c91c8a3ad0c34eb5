"""`arena play`: one table in the terminal, with real bots in the sandbox, and a person if wished."""

from __future__ import annotations

import secrets
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arena.cli import options
from arena.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arena.cli.sit import Held
    from arena.cli.trace import Trace
    from arena.league.file import Entry
    from arena.plugin import Registry
    from arena.records import MatchRecord, MatchSpec
    from arena.variant import Variant


@click.command()
@click.argument("variant")
@click.argument("bots", metavar="BOT BOT ...", nargs=-1, required=True)
@click.option("--deals", type=click.IntRange(1), metavar="N", help="Play N single deals, scored by payoff.")
@click.option("--games", type=click.IntRange(1), metavar="N", help="Play N whole games [default: one game].")
@click.option("--seed", metavar="TEXT", help="What the deals follow from [default: drawn, and told].")
@click.option("--seats", type=int, metavar="N", help="Seats at the table; bots are repeated to fill them.")
@options.variant_options
@click.option("--show", is_flag=True, help="Show every hand trick by trick.")
@click.option(
    "--out",
    "folder",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Keep the table there, for `arena replay` and the like [default: not kept; with a human: below tables/].",
)
@click.option(
    "--move-ms", "person_ms", type=click.IntRange(1), metavar="N", help="The human's clock for a move [default: none]."
)
@options.trace
@options.log
@options.sandbox
@options.as_json
@click.pass_obj
def play(
    plugins: tuple[str, ...],
    variant: str,
    bots: tuple[str, ...],
    deals: int | None,
    games: int | None,
    seed: str | None,
    seats: int | None,
    settings: tuple[str, ...],
    show: bool,
    folder: Path | None,
    person_ms: int | None,
    traced: tuple[str, ...],
    followed: tuple[str, ...],
    sandbox: str,
    as_json: bool,
) -> None:
    """Play one table of VARIANT, a BOT in each seat from seat 0 on.

    One of them may be `human`: that is you, asked in this terminal. Bots have the usual clock, you have all the time
    that --move-ms gives you. What was played is kept and can be seen again with `arena replay`.
    """
    from arena.cli.sit import Held, check_free, keep_table, play_by_hand, seat_of_person
    from arena.plugin import load
    from arena.records import MatchSpec, Mode

    seat = seat_of_person(bots)
    _check_options(deals, games, seat, person_ms, as_json=as_json)
    registry = load(plugins)
    if seats is None:
        seats = len(bots)
    if len(bots) > seats:
        raise InputError(f"{len(bots)} bots for {seats} seats; name at most as many bots as seats")
    chosen = registry.variant(variant)(seats=seats, **dict(map(options.setting, settings)))
    names, entries = _seated(bots, seats, registry, chosen)
    spec = MatchSpec(
        name="m0.r0.b0",
        variant=variant,
        options=_values(chosen),
        seed=secrets.token_hex(4) if seed is None else seed,
        mode=Mode.DEALS if deals else Mode.GAMES,
        bots=names,
        numbers=tuple(range(deals or games or 1)),
    )
    trace = _trace(spec.bots, traced, followed)
    if folder is not None:
        check_free(folder)
    with tempfile.TemporaryDirectory(prefix="arena-") as scratch:
        held = Held(sandbox, plugins, Path(scratch))
        if seat is None:
            played: MatchRecord | None = _played(spec, entries, held, trace)
        else:
            played = play_by_hand(spec, chosen, entries, held, seat=seat, person_ms=person_ms, trace=trace)
        if played is None:
            return
        _tell(played, chosen, show=show, as_json=as_json, opening=seat is None)
        if folder is not None or seat is not None:
            keep_table(played, chosen, entries, held.bots, folder, aside=as_json)


def _check_options(
    deals: int | None, games: int | None, seat: int | None, person_ms: int | None, *, as_json: bool
) -> None:
    """Refuse options that do not go together."""
    if deals and games:
        raise click.UsageError("--deals and --games exclude each other; give one of them")
    if seat is None and person_ms:
        raise click.UsageError("--move-ms is the clock of a human; there is none at this table")
    if seat is not None and as_json:
        raise click.UsageError("--json is for programs; a human plays in lines of text")


def _seated(
    bots: Sequence[str], seats: int, registry: Registry, variant: Variant
) -> tuple[tuple[str, ...], dict[int, Entry]]:
    """The players' names by seat, and who is a bot; bots are repeated to fill the seats, a human is not."""
    from arena.human import HUMAN
    from arena.league.file import Entry, check_plays, find_bot, number_names

    found = [None if bot == HUMAN else find_bot(bot, registry, Path()) for bot in bots]
    programs = [bot for bot in found if bot is not None]
    for bot in programs:
        check_plays(bot, variant.name)
    if not programs:
        raise InputError(f"nobody to play with; name a bot beside {HUMAN!r} (arena bot list)")
    seated = [*found, *(programs[place % len(programs)] for place in range(seats - len(found)))]
    names = tuple(number_names(HUMAN if bot is None else bot.name for bot in seated))
    return names, {seat: Entry(names[seat], bot) for seat, bot in enumerate(seated) if bot is not None}


def _trace(names: Sequence[str], traced: Sequence[str], followed: Sequence[str]) -> Trace | None:
    """What prints while the match goes on; None if nobody asked for it."""
    if not traced and not followed:
        return None
    from arena.cli.trace import Trace, head, seats_of

    heads = [head(name, seat) for seat, name in enumerate(names)]
    return Trace(heads, seats_of(traced, names, "--trace"), seats_of(followed, names, "--stderr"))


def _played(spec: MatchSpec, entries: Mapping[int, Entry], held: Held, trace: Trace | None) -> MatchRecord:
    from arena.league.preflight import make_programs
    from arena.league.work import Work, play
    from arena.plugin import plugin_paths
    from arena.referee.sandbox import choose

    tier = choose(held.sandbox, readable=plugin_paths(held.plugins))
    programs = make_programs(list(entries.values()), held.bots, tier, spec.limits)
    by_seat = tuple(programs[bot] for bot in spec.bots)
    record = play(Work(spec, by_seat, held.sandbox, held.plugins), trace)
    if trace is not None:
        trace.finish()
    return record


def _tell(record: MatchRecord, variant: Variant, *, show: bool, as_json: bool, opening: bool) -> None:
    """Print how it went; `opening`: and before that what was played."""
    if record.void:
        raise InputError(f"the match is void: {record.void}")
    if as_json:
        _print_json(record)
        return
    spec = record.spec
    if opening:
        click.echo(f"{spec.variant}, {spec.seats} players, seed {spec.seed!r}, sandbox {record.sandbox}")
    if show:
        _show(record, variant)
    tell_faults(record)
    tell_standings(record)


def _show(record: MatchRecord, variant: Variant) -> None:
    from arena.cli.hands import hand_text, say
    from arena.reports.viewer.watched import watched_table

    spec = record.spec
    for table in record.tables:
        click.echo(f"\n{spec.mode.removesuffix('s')} {table.number}")
        for hand in watched_table(variant, spec, table, record.seats)["hands"]:
            say(hand_text(hand, spec.bots))
    click.echo()


def tell_faults(record: MatchRecord) -> None:
    """Print every fault with its evidence."""
    from arena.league.preflight import tell

    hands = [hand for table in record.tables for hand in table.hands]
    for fault in [*record.faults, *(fault for hand in hands for fault in hand.faults)]:
        where = f", {fault.table}, hand {fault.hand}, trick {fault.trick + 1}" if fault.hand else ""
        click.echo(f"fault of {fault.bot} (seat {fault.seat}{where})")
        click.echo("  " + tell(fault).replace("\n", "\n  "))


def tell_standings(record: MatchRecord) -> None:
    """Print how a table ended for each seat."""
    rows = _standings(record)
    width = max(len(row["bot"]) for row in rows)
    what = record.spec.mode.removesuffix("s")
    click.echo(f"{len(record.tables)} {what}{'s' if len(record.tables) > 1 else ''}; payoff per {what}:")
    for row in rows:
        place = 1 + sum((other["out"], -other["payoff"]) < (row["out"], -row["payoff"]) for other in rows)
        extra = f"  faults {row['faults']}" if row["faults"] else ""
        extra += "  out" if row["out"] else ""
        total = "" if row["total"] is None else f"  total {row['total']}"
        click.echo(f"  {place}. {row['bot']:{width}}  seat {row['seat']}  {row['payoff']:+.3f}{total}{extra}")


def _standings(record: MatchRecord) -> list[dict[str, Any]]:
    """One row a seat, the best first; a bot that is out ranks last. `total` is the score of a lone game."""
    tables = record.tables
    rows: list[dict[str, Any]] = []
    for seat, used in enumerate(record.seats):
        payoffs = [table.payoffs[seat] for table in tables]
        rows.append(
            {
                "bot": used.bot,
                "seat": seat,
                "payoff": sum(payoffs) / len(payoffs),
                "total": tables[0].hands[-1].totals[seat] if len(tables) == 1 and tables[0].hands else None,
                "decisions": used.decisions,
                "faults": used.faults,
                "out": used.out,
            }
        )
    return sorted(rows, key=lambda row: (row["out"], -row["payoff"], row["seat"]))


def _print_json(record: MatchRecord) -> None:
    import json
    from dataclasses import asdict

    hands = [hand for table in record.tables for hand in table.hands]
    faults = [*record.faults, *(fault for hand in hands for fault in hand.faults)]
    spec = record.spec
    told = {
        "variant": spec.variant,
        "options": dict(spec.options),
        "seed": spec.seed,
        "mode": spec.mode,
        "sandbox": record.sandbox,
        "bots": list(spec.bots),
        "tables": len(record.tables),
        "standings": _standings(record),
        "faults": [asdict(fault) for fault in faults],
    }
    click.echo(json.dumps(told, indent=2))


def _values(variant: Variant) -> dict[str, Any]:
    from dataclasses import asdict

    return asdict(variant.options)
