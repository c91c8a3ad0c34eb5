"""What a league's time goes to, part by part: a sampled profile of a worker that plays matches and stores them.

A timer interrupts the worker about a thousand times a second of the chosen clock, and the innermost frame that belongs
to a part is counted. Nothing is instrumented, so that nothing is slowed down but by the timer itself. On one core the
part `wait` holds the work of the bots.
"""

from __future__ import annotations

import shutil
import signal
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import FrameType

import arena
from arena.records import Mode
from arena.referee.match import play_match
from arena.referee.process import lines_for
from arena.referee.sandbox import Program, Sandbox
from arena.store import Entrant, League, Store
from arena.variant import Variant
from benchmarks.matches import LIMITS, bots_of, match_spec
from benchmarks.measuring import Clock, Figure, Unit

GROUP = "a league's time by part"
EVERY_S = 0.001
_TIMERS = {
    Clock.WALL: (signal.ITIMER_REAL, signal.SIGALRM),
    Clock.CPU: (signal.ITIMER_PROF, signal.SIGPROF),
}

# The first that fits the innermost frame wins: the end of a file's path, and functions in it (none: all of them).
_PARTS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("view", "arena/views.py", ()),
    ("encode", "arena/wire/messages.py", ("encode",)),
    ("decode", "arena/wire/messages.py", ("decode",)),
    ("decode", "arena/wire/framing.py", ()),
    ("send", "arena/referee/process.py", ("send", "_wake", "_write_on")),
    ("wait", "arena/referee/process.py", ("wait",)),
    ("read", "arena/referee/process.py", ("_serve", "_hear")),
    ("look at processes", "arena/referee/process.py", ("_look", "_watch", "rest")),
    ("sandbox: start, look, end", "arena/referee/sandbox/", ()),
    ("sandbox: start, look, end", "arena/referee/process.py", ()),
    ("referee: judge, ask, account", "arena/referee/", ()),
    ("store", "arena/store/", ()),
    ("rules", "arena/", ()),
    ("rules", "plugins/", ()),
)
PARTS = (*dict.fromkeys(part for part, _, _ in _PARTS), "other")
_ROOT = str(Path(arena.__file__).parents[1]) + "/"


def part_of(frame: FrameType | None) -> str:
    """The part of the innermost frame that belongs to one."""
    while frame is not None:
        code = frame.f_code
        if code.co_filename.startswith(_ROOT):
            file = code.co_filename.removeprefix(_ROOT)
            for part, start, functions in _PARTS:
                if file.startswith(start) and (not functions or code.co_name in functions):
                    return part
        frame = frame.f_back
    return "other"


class Sampler:
    """A context in which this process is sampled. parts: how often each part was met."""

    def __init__(self, clock: Clock) -> None:
        self.parts: Counter[str] = Counter()
        self._timer, self._signal = _TIMERS[clock]

    def __enter__(self) -> Sampler:
        self._before = signal.signal(self._signal, self._sample)
        signal.setitimer(self._timer, EVERY_S, EVERY_S)
        return self

    def __exit__(self, *_: object) -> None:
        signal.setitimer(self._timer, 0)
        signal.signal(self._signal, self._before)

    def _sample(self, _: int, frame: FrameType | None) -> None:
        self.parts[part_of(frame)] += 1


def shares(
    place: Path, variant: Variant, program: Program, sandbox: Sandbox, deals: int, clock: Clock
) -> dict[str, float]:
    """Per cent of a worker's time by part, over a league of one match, its start and its store included."""
    folder = place / "profiled"
    folder.mkdir()
    bots = bots_of(variant)
    spec = match_spec(variant, deals)
    league = League("bench", variant.name, variant.seats, "bench", Mode.DEALS, limits=LIMITS)
    lines = lines_for(bots, dict.fromkeys(bots, program), type(variant), sandbox, LIMITS)
    with Store.create(folder, league, map(Entrant, bots)) as store, Sampler(clock) as sampler:
        store.write(play_match(spec, variant, lines))
    shutil.rmtree(folder)
    every = sum(sampler.parts.values())
    return {part: 100 * sampler.parts[part] / max(every, 1) for part in PARTS}


class Profiled:
    """Shares of a round, from one profile for all parts."""

    def __init__(self, profile: partial[dict[str, float]]) -> None:
        self._profile = profile
        self._left: dict[str, float] = {}

    def share(self, part: str) -> float:
        """Of one part; a part that is asked for again begins a new round."""
        if part not in self._left:
            self._left = self._profile()
        return self._left.pop(part)


def figures(
    place: Path, variant: Variant, programs: dict[str, Program], sandbox: Sandbox, deals: int, clock: Clock
) -> Iterator[Figure]:
    """The figures of this part, for each of some bots by their names."""
    for name, program in programs.items():
        profiled = Profiled(partial(shares, place, variant, program, sandbox, deals, clock))
        for part in PARTS:
            yield Figure(f"{GROUP}: {variant.name}, {name}", part, Unit.SHARE, partial(profiled.share, part))
