"""What a search costs, variant by variant: `python -m benchmarks.search`, also the end of `make bench`.

A copy of a hand, a card of a play-out at random and of one that goes by prices, and a world: the first of a decision
and each further one. In microseconds of processor time, so that a busy machine falsifies little; compare ratios.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass

from arena.game import Game
from arena.phases import ALL
from arena.plugin.registry import load
from arena.search.playout import Manner, PlayOuts
from arena.search.prices import Prices
from arena.variant import Variant
from arena.worlds import Worlds

DEALS = 8
PLAY_OUTS = 20
DRAWS = 20
COPIES = 2000


@dataclass(frozen=True, slots=True)
class Cost:
    """Microseconds: a copy, an action of a play-out at random and by prices, the first world and a further one."""

    variant: str
    seats: int
    copy_us: float
    random_us: float
    priced_us: float
    first_world_us: float
    world_us: float


def cpu_us(work: Callable[[], int]) -> float:
    """Microseconds of processor time for each of the things that `work` says it has done."""
    begun_s = time.process_time()
    done = work()
    return (time.process_time() - begun_s) * 1e6 / done


def copies(variant: Variant) -> int:
    hand = Game(variant, "bench", 0, single=True).hand
    for _ in range(COPIES):
        hand.copy()
    return COPIES


def played_out(variant: Variant, manner: Manner) -> int:
    rng, actions = random.Random(0), 0
    for number in range(DEALS):
        prices = Prices(variant)
        outs = PlayOuts(prices, rng)
        hand = Game(variant, "bench", number, single=True).hand
        begun = len(hand.actions)
        for _ in range(PLAY_OUTS):
            twin = hand.copy()
            outs.finish(twin, [manner] * variant.seats)
            actions += len(twin.actions) - begun
    return actions


def drawn(variant: Variant) -> tuple[list[float], list[float]]:
    """What the first world of a decision took, and each further one, at several times of some hands."""
    rng = random.Random(0)
    firsts, others = [], []
    for number in range(DEALS):
        hand = Game(variant, "bench", number, single=True).hand
        while (phase := hand.phase) is not None:
            if len(hand.actions) % 7 == number % 7:
                told = [event for to, event in hand.log if to in (ALL, phase.turn)]
                begun_s = time.process_time()
                worlds = Worlds(variant, phase.turn, told)
                worlds.draw(rng)
                first_s = time.process_time()
                for _ in range(DRAWS):
                    worlds.draw(rng)
                others.append((time.process_time() - first_s) * 1e6 / DRAWS)
                firsts.append((first_s - begun_s) * 1e6)
            hand.apply(rng.choice([action for action in range(256) if hand.legal() >> action & 1]))
    return firsts, others


def cost(variant: Variant, rounds: int) -> Cost:
    """The medians of so many rounds; of the worlds, the means over a hand."""
    firsts, others = drawn(variant)

    def median(work: Callable[[], int]) -> float:
        return statistics.median(cpu_us(work) for _ in range(rounds))

    return Cost(
        variant=variant.name,
        seats=variant.seats,
        copy_us=median(lambda: copies(variant)),
        random_us=median(lambda: played_out(variant, Manner.ANY)),
        priced_us=median(lambda: played_out(variant, Manner.PRICED)),
        first_world_us=statistics.mean(firsts),
        world_us=statistics.mean(others),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("variants", nargs="*", help="names of variants [default: all]")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    known = load().variants
    if unknown := [name for name in given.variants if name not in known]:
        parser.error(f"there is no variant {unknown[0]!r}; there are {', '.join(known)}")
    costs = [cost(known[name](), given.rounds) for name in given.variants or known]
    if given.json:
        print(json.dumps([asdict(row) for row in costs], indent=1))
        return
    print(f"{'microseconds':<16}{'seats':>6}{'copy':>8}{'card':>8}{'priced':>8}{'first world':>13}{'world':>8}")
    for row in costs:
        print(
            f"{row.variant:<16}{row.seats:>6}{row.copy_us:>8.2f}{row.random_us:>8.2f}{row.priced_us:>8.2f}"
            f"{row.first_world_us:>13.0f}{row.world_us:>8.0f}"
        )


if __name__ == "__main__":
    main()
