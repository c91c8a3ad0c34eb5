"""What the chain of records costs: matches stored with it and without it, in turns.

python -m benchmarks.chain [--matches N] [--deals N] [--json]
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import time
from pathlib import Path
from unittest import mock

from arena.records import HandRecord, MatchRecord, MatchSpec, Mode, SeatRecord, TableRecord
from arena.store import DATABASE, Entrant, League, Store, chain

BOTS = ("ann", "bob", "cat", "dan")
LEAGUE = League("bench", "trollin", 4, "bench", Mode.DEALS, {"target": 23})


def match(number: int, deals: int) -> MatchRecord:
    """A match of deals with 36 cards each and no faults."""
    first = number * deals
    tables = []
    for deal in range(first, first + deals):
        won = (deal % 4, deal % 3, 2, 9 - deal % 4 - deal % 3 - 2)
        payoffs = tuple(map(float, won))
        tables.append(TableRecord(deal, (HandRecord(deal, 1, bytes(range(36)), won, won, payoffs),), payoffs))
    numbers = tuple(range(first, first + deals))
    spec = MatchSpec(f"m0.r0.b{number}", "trollin", LEAGUE.options, "bench", Mode.DEALS, BOTS, numbers, LEAGUE.limits)
    seats = tuple(SeatRecord(bot, 9 * deals, 1.0, 0.1, 20.0, 1.0, 1, 0, 0, False) for bot in BOTS)
    return MatchRecord(spec, tuple(tables), seats, sandbox="bwrap", wall_s=1.0)


def measure(matches: int, deals: int) -> dict[str, float]:
    """Medians in milliseconds a match; bytes a match by the size of the database."""
    times: dict[bool, list[float]] = {True: [], False: []}
    sizes: dict[bool, int] = {}
    with tempfile.TemporaryDirectory() as name:
        folders = {chained: Path(name, str(chained)) for chained in times}
        stores = {}
        for chained, folder in folders.items():
            folder.mkdir()
            stores[chained] = Store.create(folder, LEAGUE, [Entrant(bot) for bot in BOTS])
        for number in range(matches):
            record = match(number, deals)
            for chained, store in stores.items():
                with mock.patch.object(chain, "extend", chain.extend if chained else lambda *_: None):
                    begun_s = time.perf_counter()
                    store.write(record)
                    times[chained].append(time.perf_counter() - begun_s)
        for chained, store in stores.items():
            store.close()
            sizes[chained] = (folders[chained] / DATABASE).stat().st_size
    with_ms, without_ms = (1000 * statistics.median(times[chained]) for chained in (True, False))
    return {
        "matches": matches,
        "deals": deals,
        "without_ms": without_ms,
        "with_ms": with_ms,
        "ratio": with_ms / without_ms,
        "bytes": (sizes[True] - sizes[False]) / matches,
    }


def main() -> None:
    """Measure, and print a line."""
    parser = argparse.ArgumentParser(description="What the chain of records costs.")
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    figures = measure(asked.matches, asked.deals)
    if asked.json:
        print(json.dumps(figures, indent=2))
        return
    print(
        f"a match of {asked.deals} deals is stored in {figures['with_ms']:.2f} ms with the chain, in "
        f"{figures['without_ms']:.2f} ms without it (x {figures['ratio']:.2f}), "
        f"and needs {figures['bytes']:.0f} bytes more"
    )


if __name__ == "__main__":
    main()
