"""All figures in one run and one table: `make bench`, or `python -m benchmarks.run --help`.

Every figure is the median of several rounds, with the lowest and the highest, and all figures take turns. Compare
ratios; the absolute figures are this machine's. docs/speed.md says what each means.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from arena_hearts import Hearts
from arena_troeven import Troeven
from arena_trollin import Trollin

from arena.errors import ArenaError
from arena.referee.sandbox import Sandbox, choose
from benchmarks import (
    bots,
    decision,
    engines,
    floor,
    growth,
    leagues,
    matches,
    measuring,
    profile,
    rules,
    starts,
    storing,
)
from benchmarks.measuring import Clock, Figure, Ratio, Unit

VARIANTS = (Trollin(4), Troeven(), Hearts())
TIERS = ("bwrap", "landlock", "none")
FLOOR, REFEREE = "floor: the same frames over bare pipes", "referee, everything on"
# What a bot is called in the table, its field in `Bots`, and how many times the usual number of deals it plays.
KINDS = (
    ("C, one table", "c", 4),
    ("C, 64 tables, no view", "c_many", 8),
    ("Python SDK, one table", "sdk", 1),
    ("Python SDK, 64 tables, no view", "sdk_many", 4),
)


@dataclass(frozen=True, slots=True)
class Sizes:
    """How much is measured. The full sizes are for a quiet machine, the quick ones to see that all works.

    deals: in a match of the slowest bots. league: deals of a compared league. stored: matches written. export: the most
    deals that are exported. stores, fields: deals and bots of made-up leagues; runs, run_fields: of leagues that are
    played. start: the bots that are started (all of them: empty).
    """

    rounds: int
    deals: int
    rules: int
    games: int
    league: int
    stored: int
    stores: tuple[int, ...]
    fields: tuple[int, ...]
    export: int
    runs: tuple[int, ...]
    run_fields: tuple[int, ...]
    start: frozenset[str] = frozenset()


FULL = Sizes(
    rounds=5,
    deals=200,
    rules=150,
    games=40,
    league=3000,
    stored=20,
    stores=(1_000, 10_000, 100_000, 1_000_000),
    fields=(10, 100, 1_000),
    export=100_000,
    runs=(1_000, 10_000, 100_000),
    run_fields=(10, 100, 1_000),
)
QUICK = Sizes(
    rounds=2,
    deals=15,
    rules=10,
    games=2,
    league=20,
    stored=3,
    stores=(300, 3_000),
    fields=(6, 12),
    export=300,
    runs=(20, 80),
    run_fields=(8,),
    start=frozenset({"first", "thrifty"}),
)

ONE_TABLE, SDK_ONE = (f"{REFEREE}: trollin, bwrap: {kind}" for kind in ("C, one table", "Python SDK, one table"))
MANY_TABLES = f"{REFEREE}: trollin, bwrap: C, 64 tables, no view"
FASTCHESS, PYTHON_CHESS = f"{engines.GROUP}: fastchess", f"{engines.GROUP}: python-chess"
DEALT, SPIEL = f"{rules.GROUP}: hearts", f"{rules.GROUP}: OpenSpiel hearts"
WORKERS = f"{leagues.GROUP}: {{}}, {{}}"
RATIOS = (
    Ratio("C bots in bwrap to the floor", ONE_TABLE, f"{FLOOR}: trollin, C, one table", 0.4),
    Ratio("C bots in bwrap to fastchess", ONE_TABLE, FASTCHESS, 6),
    Ratio("C bots in bwrap, 64 tables, no view, to fastchess", MANY_TABLES, FASTCHESS, 20),
    Ratio("Python SDK bots in bwrap to fastchess", SDK_ONE, FASTCHESS, 4),
    Ratio("C bots in bwrap to python-chess", ONE_TABLE, PYTHON_CHESS),
    Ratio("bwrap to no sandbox, C bots", ONE_TABLE, f"{REFEREE}: trollin, none: C, one table"),
    *(
        Ratio(
            f"two workers to one, {name}",
            *(WORKERS.format(name, count) for count in leagues.WORKERS.values()),
            1.9,
            wall=True,
        )
        for name in leagues.NAMES
    ),
    Ratio(
        "rules of hearts to OpenSpiel, dealing included", f"{DEALT}, {rules.DEALING}", f"{SPIEL}, {rules.DEALING}", 1
    ),
    Ratio("rules of hearts to OpenSpiel, play alone", DEALT, SPIEL),
)

LeftOut = Callable[[str], None]


def referee_figures(made: bots.Bots, tiers: dict[str, Sandbox], sizes: Sizes) -> Iterator[Figure]:
    """The floor, and the referee over it: for each game and kind of bot; in all tiers for the first game."""
    for number, variant in enumerate(VARIANTS):
        for kind, field, factor in KINDS:
            program, deals = getattr(made, field), factor * sizes.deals
            tape = floor.record(variant, program, deals)
            yield Figure(FLOOR, f"{variant.name}, {kind}", Unit.DECISIONS, partial(floor.replay, tape))
            for tier, sandbox in list(tiers.items())[: None if number == 0 else 1]:
                taken = partial(matches.match_taken, variant, program, sandbox, deals)
                yield Figure(REFEREE, f"{variant.name}, {tier}: {kind}", Unit.DECISIONS, taken)


def parts(
    place: Path, made: bots.Bots, tiers: dict[str, Sandbox], sizes: Sizes, clock: Clock, left_out: LeftOut
) -> dict[str, Callable[[], Iterator[Figure]]]:
    """What can be asked for by --only, each made when it is measured."""

    def folder(name: str) -> Path:
        (place / name).mkdir()
        return place / name

    def stored() -> Iterator[Figure]:
        into = folder("store")
        deals, tables = growth.Grown(into).of_deals(sizes.stores[1])
        return storing.figures(into, sizes.stored, deals, tables)

    first = next(iter(tiers.values()))
    profiled = {kind: getattr(made, field) for kind, field, _ in KINDS}
    return {
        "referee": lambda: referee_figures(made, tiers, sizes),
        "decision": lambda: decision.figures(VARIANTS, sizes.deals),
        "rules": lambda: rules.figures(sizes.rules, left_out),
        "engines": lambda: engines.figures(folder("engines"), sizes.games, left_out),
        "starts": lambda: starts.figures(folder("starts"), tiers, sizes.start, left_out),
        "store": stored,
        "leagues": lambda: leagues.figures(folder("leagues"), made, sizes.league, sizes.runs, sizes.run_fields),
        "growth": lambda: growth.figures(folder("growth"), sizes.stores, sizes.fields, sizes.export),
        "profile": lambda: profile.figures(folder("profile"), VARIANTS[0], profiled, first, 2 * sizes.deals, clock),
    }


def tiers_here(left_out: LeftOut) -> dict[str, Sandbox]:
    """The tiers that this machine has, the best first."""
    found = {}
    for tier in TIERS:
        try:
            found[tier] = choose(tier)
        except ArenaError as missing:
            left_out(f"tier {tier}: {str(missing).splitlines()[0]}")
    return found


def measured(given: argparse.Namespace, left_out: LeftOut) -> str:
    """The table, as text or JSON."""
    sizes = QUICK if given.quick else FULL
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        every = parts(place, bots.make(place), tiers_here(left_out), sizes, given.clock, left_out)
        figures = [figure for part in given.only or every for figure in every[part]()]
        values = measuring.take(figures, given.rounds or sizes.rounds, given.clock)
    groups = list(dict.fromkeys(figure.group for figure in figures))
    figures.sort(key=lambda figure: groups.index(figure.group))
    rows, ratios = measuring.rows(figures, values), measuring.ratio_rows(RATIOS, values, given.clock)
    if given.json:
        return json.dumps(measuring.as_data(rows, ratios, given.clock), indent=1)
    return measuring.as_text(rows, ratios, given.clock)


def main(arguments: Sequence[str] | None = None) -> None:
    names = ("referee", "decision", "rules", "engines", "starts", "store", "leagues", "growth", "profile")
    parser = argparse.ArgumentParser(description="What a decision, a start, a deal and a league cost, side by side.")
    parser.add_argument("--quick", action="store_true", help="small sizes and two rounds: to see that all works")
    parser.add_argument("--only", nargs="+", choices=names, metavar="PART", help=f"some of: {', '.join(names)}")
    parser.add_argument("--rounds", type=int, help="how many rounds [default: 5, or 2]")
    clock = "wall (default), or cpu on a busy machine"
    parser.add_argument("--clock", type=Clock, choices=list(Clock), default=Clock.WALL, help=clock)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(arguments)
    missing: list[str] = []
    print(measured(given, missing.append))
    for text in missing:
        print(f"left out: {text}", file=sys.stderr)


if __name__ == "__main__":
    main()
