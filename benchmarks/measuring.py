"""Figures, and how they are taken: several rounds, all figures by turns, each with its median and its spread.

A slow moment of the machine falls on all figures of a round alike, so that ratios of one round are worth more than any
figure alone. Called by `benchmarks.run`; what is measured is the business of the other modules.
"""

from __future__ import annotations

import os
import resource
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import Self


class Clock(StrEnum):
    """Which time counts: what passes on the wall, or what processors work for us and for the processes we started."""

    WALL = "wall"
    CPU = "cpu"


@dataclass(frozen=True, slots=True)
class Taken:
    """What a measurement took: so many times the same thing, in seconds of both clocks."""

    count: float
    wall_s: float
    cpu_s: float

    def seconds(self, clock: Clock) -> float:
        """The seconds of one clock."""
        return self.wall_s if clock is Clock.WALL else self.cpu_s


class Stopwatch:
    """A context that takes the time of what is done in it, and of the children that are waited for in it."""

    def __enter__(self) -> Self:
        self.start()
        return self

    def start(self) -> None:
        """Begin now: what was done before does not count."""
        self._cpu_s, self._wall_s = _cpu_s(), time.perf_counter()

    def __exit__(self, *_: object) -> None:
        self._wall_s, self._cpu_s = time.perf_counter() - self._wall_s, _cpu_s() - self._cpu_s

    def taken(self, count: float) -> Taken:
        """After the end: the time for so many of something."""
        return Taken(count, self._wall_s, self._cpu_s)


def total(parts: Iterable[Taken]) -> Taken:
    """Several measurements as one."""
    counts, walls, cpus = zip(*((part.count, part.wall_s, part.cpu_s) for part in parts), strict=True)
    return Taken(sum(counts), sum(walls), sum(cpus))


def _cpu_s() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


class Unit(StrEnum):
    """What a figure says. Rates and times come from a `Taken`; the others are plain numbers."""

    DECISIONS = "decisions/s"
    CARDS = "cards/s"
    COPIES = "copies/s"
    MATCHES = "matches/s"
    MILLISECONDS = "ms"
    MICROSECONDS = "us"
    MEBIBYTES = "MiB"
    BYTES = "bytes"
    SHARE = "%"


_PER_SECOND = {Unit.DECISIONS, Unit.CARDS, Unit.COPIES, Unit.MATCHES}
_OF_A_SECOND = {Unit.MILLISECONDS: 1e3, Unit.MICROSECONDS: 1e6}


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table. Each call of `measure` is a round.

    cores: measured on all cores; the others run on one core, with every process that they start. once: what hardly
    differs from round to round (a size, a long run) and is taken in the first one only.
    """

    group: str
    name: str
    unit: Unit
    measure: Callable[[], Taken | float]
    cores: bool = False
    once: bool = False

    @property
    def key(self) -> str:
        """By what ratios name it."""
        return f"{self.group}: {self.name}"


@dataclass(frozen=True, slots=True)
class Row:
    """A figure, measured: the median of its rounds, the lowest and the highest."""

    group: str
    name: str
    unit: str
    median: float
    low: float
    high: float
    rounds: int


@dataclass(frozen=True, slots=True)
class Ratio:
    """Two figures of the same rounds: the first divided by the second. `target`: at least so much is wanted.

    wall: it says something of the wall's clock only, as whatever several cores do at once.
    """

    name: str
    of: str
    to: str
    target: float | None = None
    wall: bool = False


@dataclass(frozen=True, slots=True)
class RatioRow:
    """A ratio, measured, as `Row`."""

    name: str
    median: float
    low: float
    high: float
    target: float | None


Rounds = Mapping[str, Sequence[float]]
"""By a figure's key, its value in every round."""


def take(figures: Sequence[Figure], rounds: int, clock: Clock) -> Rounds:
    """Measure all figures by turns, and tell on standard error how far it is."""
    free = os.sched_getaffinity(0)
    values: dict[str, list[float]] = {figure.key: [] for figure in figures}
    try:
        for number in range(rounds):
            for figure in figures:
                if figure.once and number:
                    continue
                os.sched_setaffinity(0, free if figure.cores else {max(free)})
                values[figure.key].append(_value(figure, clock))
                print(f"round {number + 1} of {rounds}: {figure.key}", file=sys.stderr)
    finally:
        os.sched_setaffinity(0, free)
    return values


def _value(figure: Figure, clock: Clock) -> float:
    taken = figure.measure()
    if isinstance(taken, float):
        return taken
    if figure.unit in _PER_SECOND:
        return taken.count / taken.seconds(clock)
    return _OF_A_SECOND[figure.unit] * taken.seconds(clock) / taken.count


def rows(figures: Sequence[Figure], values: Rounds) -> list[Row]:
    """The table."""
    return [
        Row(one.group, one.name, one.unit.value, *_spread(values[one.key]), len(values[one.key])) for one in figures
    ]


def ratio_rows(ratios: Iterable[Ratio], values: Rounds, clock: Clock) -> list[RatioRow]:
    """The ratios of which both figures were measured, each the median of its rounds."""
    found = []
    for ratio in ratios:
        if values.get(ratio.of) and values.get(ratio.to) and (clock is Clock.WALL or not ratio.wall):
            each = [of / to for of, to in zip(values[ratio.of], values[ratio.to], strict=False)]
            found.append(RatioRow(ratio.name, *_spread(each), ratio.target))
    return found


def _spread(values: Sequence[float]) -> tuple[float, float, float]:
    return statistics.median(values), min(values), max(values)


def as_data(rows: Sequence[Row], ratios: Sequence[RatioRow], clock: Clock) -> dict[str, object]:
    """All that was measured, and on what, for JSON."""
    return {
        "clock": clock.value,
        "machine": machine(),
        "figures": [asdict(row) for row in rows],
        "ratios": [asdict(row) for row in ratios],
    }


def machine() -> dict[str, object]:
    """What the figures belong to, with how busy it was: runnable processes in the last minute."""
    names = [
        line.partition(":")[2].strip()
        for line in Path("/proc/cpuinfo").read_text().splitlines()
        if "model name" in line
    ]
    return {
        "processor": names[0] if names else "unknown",
        "cores": len(os.sched_getaffinity(0)),
        "python": sys.version.split()[0],
        "load": os.getloadavg()[0],
    }


def as_text(rows: Sequence[Row], ratios: Sequence[RatioRow], clock: Clock) -> str:
    """The table for a person."""
    about = machine()
    lines = [
        f"{about['processor']}, {about['cores']} cores, Python {about['python']}; "
        f"{clock} time; load {about['load']:.1f}"
    ]
    group = ""
    for row in rows:
        if row.group != group:
            group = row.group
            lines += ["", f"{group:<58}{'median':>12}{'low':>12}{'high':>12}"]
        figures = "".join(f"{_shown(value):>12}" for value in (row.median, row.low, row.high))
        lines.append(f"  {row.name:<56}{figures}  {row.unit}")
    if ratios:
        lines += ["", f"{'ratios, round by round':<58}{'median':>12}{'low':>12}{'high':>12}"]
    for ratio in ratios:
        figures = "".join(f"{value:>12.2f}" for value in (ratio.median, ratio.low, ratio.high))
        goal = "" if ratio.target is None else f"  wanted: {ratio.target:g}{_verdict(ratio)}"
        lines.append(f"  {ratio.name:<56}{figures}{goal}")
    return "\n".join(lines)


def _verdict(ratio: RatioRow) -> str:
    return "" if ratio.target is not None and ratio.median >= ratio.target else " (missed)"


def _shown(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
