"""What a decision costs, part by part, in one run: `make bench`.

Every figure is the median of several rounds, and the rounds of all figures are interleaved, so that a slow moment
of the machine falls on all of them. Compare the ratios; the absolute figures are this machine's.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from arena_hearts import Hearts
from arena_troeven import Troeven
from arena_trollin import Trollin

from arena.errors import ArenaError
from arena.game import Game
from arena.records import Limits, MatchSpec, Mode
from arena.referee.match import play_match
from arena.referee.process import lines_for
from arena.referee.sandbox import Program, choose
from arena.store import Store
from arena.variant import Variant
from benchmarks.floor import round_trips_per_s

ROOT = Path(__file__).parents[1]
DEALS = 150


def rules_per_s(variant: Variant) -> float:
    """Cards a second: legal actions and carrying one out, without dealing and without views."""
    cards, taken_s = 0, 0.0
    for number in range(DEALS):
        hand = Game(variant, "bench", number, single=True).hand
        begun_s = time.perf_counter()
        while hand.phase is not None:
            legal = hand.phase.legal(hand)
            hand.apply((legal & -legal).bit_length() - 1)
            cards += 1
        taken_s += time.perf_counter() - begun_s
    return cards / taken_s


def copies_per_s(variant: Variant) -> float:
    """Copies of a hand in the middle of play, a second."""
    hand = Game(variant, "bench", 0, single=True).hand
    for _ in range(12):
        hand.apply((hand.legal() & -hand.legal()).bit_length() - 1)
    begun_s = time.perf_counter()
    for _ in range(5000):
        hand.copy()
    return 5000 / (time.perf_counter() - begun_s)


def match_per_s(variant: Variant, program: Program, tier: str, deals: int) -> float:
    """Decisions a second of a whole match, its starts and ends included."""
    bots = tuple("abcd"[: variant.seats])
    limits = Limits()
    spec = MatchSpec("m0.r0.b0", variant.name, {}, "bench", Mode.DEALS, bots, tuple(range(deals)), limits)
    lines = lines_for(bots, dict.fromkeys(bots, program), type(variant), choose(tier), limits)
    begun_s = time.perf_counter()
    record = play_match(spec, variant, lines)
    assert not record.void and not any(seat.faults for seat in record.seats), record
    return sum(seat.decisions for seat in record.seats) / (time.perf_counter() - begun_s)


def league_per_s(folder: Path, bot: Path, deals: int, jobs: int) -> float:
    """Decisions a second of `arena league run`: everything on, from its start to its reports."""
    bots = "\n".join(f'[[bot]]\nname = "{name}"\npath = "{bot}"' for name in "abcd")
    file = folder / "league.toml"
    file.write_text(
        f'[league]\nname = "bench"\nvariant = "trollin"\nseats = 4\nseed = "bench"\ndeals = {deals}\n'
        f'seating = "duplicate"\n{bots}\n',
        encoding="utf-8",
    )
    out = folder / f"out-{time.monotonic_ns()}"
    command = [Path(sys.executable).parent / "arena", "league", "run", file, "--out", out, "--jobs", str(jobs)]
    begun_s = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    taken_s = time.perf_counter() - begun_s
    with Store.read(out) as store:
        hands = store.progress().hands
    shutil.rmtree(out)
    return hands * 36 / taken_s


def figures(folder: Path, deals: int) -> dict[str, Callable[[], float]]:
    """What is measured, by name; each call is one round."""
    first = folder / "first"
    shutil.copytree(ROOT / "sample_bots" / "first", first)
    subprocess.run(["cc", "-std=c11", "-O2", "-o", "first", "first.c"], cwd=first, check=True)
    single = Program(("./first",), first)
    many = Program(("./first", "--tables", "64", "--no-view"), first)
    sdk = Program(("python3", "bot.py"), ROOT / "sample_bots" / "random")
    table: dict[str, Callable[[], float]] = {
        f"rules {variant.name}, cards/s": lambda variant=variant: rules_per_s(variant)  # type: ignore[misc]
        for variant in (Trollin(4), Troeven(), Hearts())
    }
    table["copy of a hand, copies/s"] = lambda: copies_per_s(Trollin(4))
    table["floor: bare pipes, C bot, decisions/s"] = lambda: round_trips_per_s(first / "first", 36 * deals)
    for tier in ("none", "bwrap", "landlock"):
        try:
            choose(tier)
        except ArenaError as missing:
            print(f"left out: tier {tier}: {str(missing).splitlines()[0]}", file=sys.stderr)
            continue
        for name, program, factor in (("C, one table", single, 4), ("C, 64 tables, no view", many, 8), ("SDK", sdk, 2)):
            table[f"match in {tier}: {name}, decisions/s"] = lambda p=program, t=tier, n=factor: match_per_s(  # type: ignore[misc]
                Trollin(4), p, t, n * deals
            )
    for jobs in (1, 2):
        table[f"league, {jobs} worker(s), C, decisions/s"] = lambda jobs=jobs: league_per_s(  # type: ignore[misc]
            folder, first, 4 * deals, jobs
        )
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--deals", type=int, default=250, help="deals in a round of the slowest figures")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    free = os.sched_getaffinity(0)
    with tempfile.TemporaryDirectory() as place:
        table = figures(Path(place), given.deals)
        rounds: dict[str, list[float]] = {name: [] for name in table}
        for _ in range(given.rounds):
            for name, measure in table.items():
                # All but a league's own workers are measured on one core, bots included.
                os.sched_setaffinity(0, free if name.startswith("league") else {max(free)})
                rounds[name].append(measure())
    rows = [
        {"figure": name, "median": statistics.median(values), "low": min(values), "high": max(values)}
        for name, values in rounds.items()
    ]
    if given.json:
        print(json.dumps(rows, indent=1))
        return
    floor = next(row["median"] for row in rows if str(row["figure"]).startswith("floor"))
    print(f"{'figure':<52}{'median':>12}{'low':>12}{'high':>12}{'of floor':>10}")
    for row in rows:
        share = f"{row['median'] / floor:>9.2f}x" if "decisions" in str(row["figure"]) else ""
        print(f"{row['figure']:<52}{row['median']:>12,.0f}{row['low']:>12,.0f}{row['high']:>12,.0f}{share:>10}")


if __name__ == "__main__":
    main()
