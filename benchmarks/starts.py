"""What it costs to start a bot: from the order to start it until it says `ready`, in each language, in each tier.

The bots are the sample bots, built as a league builds them. What this machine can't build or run is told by name.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from arena_trollin import Trollin

from arena.errors import ArenaError
from arena.league.bots import obstacle, read_bot
from arena.league.preflight import make_program
from arena.referee.process import ProcessLines
from arena.referee.sandbox import Program, Sandbox
from arena.wire.messages import Hello, encode
from benchmarks.bots import ROOT
from benchmarks.matches import LIMITS
from benchmarks.measuring import Figure, Taken, Unit

GROUP = "start of a bot until it is ready"
FAMILY = ("first", "random", "thrifty", "thrifty-*")
VARIANT = f"{Trollin.__module__}:{Trollin.__qualname__}"


def start_taken(program: Program, sandbox: Sandbox) -> Taken:
    """The time of one start, and of the end that follows it on the clock of the processor."""
    limits = {"start_ms": LIMITS.start_ms, "move_ms": LIMITS.move_ms, "memory_mb": LIMITS.memory_mb}
    hello = encode([Hello("trollin", {}, 4, 0, 1, limits)])
    lines = ProcessLines([program], VARIANT, sandbox, LIMITS)
    begun_s, begun_cpu_s = time.perf_counter(), time.process_time()
    try:
        lines.open(0)
        lines.send(0, hello)
        _, happenings = lines.wait(lines.now() + LIMITS.start_ms / 1000)
        wall_s = time.perf_counter() - begun_s
        assert happenings and isinstance(happenings[0][1], bytes), (program, happenings, lines.log(0))
    finally:
        lines.close()
    return Taken(1, wall_s, time.process_time() - begun_cpu_s + lines.usage(0).cpu_s)


def figures(
    place: Path, tiers: dict[str, Sandbox], only: frozenset[str], left_out: Callable[[str], None]
) -> Iterator[Figure]:
    """The figures of this part. only: the bots to start; empty for all. left_out is told what can't be started."""
    folders = {folder for name in FAMILY for folder in (ROOT / "sample_bots").glob(name)}
    for folder in sorted(folders):
        if only and folder.name not in only:
            continue
        bot = read_bot(folder)
        if lack := obstacle(bot):
            left_out(f"start of {bot.name} ({bot.language}): {lack}")
            continue
        try:
            program = make_program(bot, place, next(iter(tiers.values())), LIMITS)
        except ArenaError as failed:
            left_out(f"start of {bot.name} ({bot.language}): {str(failed).splitlines()[0]}")
            continue
        for tier, sandbox in tiers.items():
            name = f"{bot.language}: {bot.name}, {tier}"
            yield Figure(GROUP, name, Unit.MILLISECONDS, partial(start_taken, program, sandbox))
