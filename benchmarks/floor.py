"""The floor under every referee: the frames of a real match once more, over bare pipes.

A match is played once and its frames are noted in their order. Then the same bytes go to the same bots, with no game,
no clock, no sandbox and no record: write what was written, read until as much has come as came. No referee that
sends these frames can be faster on one core.
"""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from arena.referee.lines import Trouble
from arena.referee.listening import Overheard
from arena.referee.match import play_match
from arena.referee.process import lines_for
from arena.referee.sandbox import Program, choose
from arena.variant import Variant
from benchmarks.matches import LIMITS, bots_of, clocks_of, match_spec
from benchmarks.measuring import Stopwatch, Taken


@dataclass(frozen=True, slots=True)
class Tape:
    """What went to and fro after everybody was ready, in order: a seat, and the bytes sent to it or how many came."""

    program: Program
    variant: str
    hellos: tuple[bytes, ...]
    frames: tuple[tuple[int, bytes | int], ...]
    decisions: int


class _Recorder:
    """Notes the frames of a match."""

    def __init__(self) -> None:
        self.frames: list[tuple[int, bytes | int]] = []

    def opened(self, seat: int, at_s: float) -> None:
        """Nothing is noted of a start."""

    def sent(self, seat: int, frame: bytes, at_s: float) -> None:
        """A frame went out."""
        self.frames.append((seat, frame))

    def came(self, seat: int, what: bytes | Trouble, at_s: float) -> None:
        """A frame came in; its length is four bytes more."""
        if isinstance(what, bytes):
            self.frames.append((seat, 4 + len(what)))

    def logged(self, seat: int, data: bytes) -> None:
        """Nothing is noted of logs."""


def record(variant: Variant, program: Program, deals: int) -> Tape:
    """Play a match, without a sandbox, and note its frames."""
    recorder = _Recorder()
    bots = bots_of(variant)
    lines = lines_for(bots, dict.fromkeys(bots, program), type(variant), choose("none"), LIMITS)
    played = play_match(match_spec(variant, deals), variant, Overheard(lines, recorder))
    assert not played.void and not any(seat.faults for seat in played.seats), played
    start = 2 * variant.seats  # a hello and a ready for each seat
    hellos = sorted((seat, what) for seat, what in recorder.frames[:start] if isinstance(what, bytes))
    kind = type(variant)
    return Tape(
        program,
        f"{kind.__module__}:{kind.__qualname__}",
        tuple(hello for _, hello in hellos),
        tuple(recorder.frames[start:]),
        sum(seat.decisions for seat in played.seats),
    )


def replay(tape: Tape) -> Taken:
    """The time of the tape's decisions, from the first question to the last farewell."""
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    root = str(Path(__file__).parents[1])
    env = {**os.environ, "ARENA_VARIANT": tape.variant, "PATH": path, "PYTHONPATH": f"{root}:{root}/plugins"}
    bots = [
        subprocess.Popen(tape.program.command, cwd=tape.program.folder, env=env, stdin=-1, stdout=-1)
        for _ in tape.hellos
    ]
    ends = []
    for bot, hello in zip(bots, tape.hellos, strict=True):
        assert bot.stdin is not None and bot.stdout is not None
        to, back = bot.stdin.fileno(), bot.stdout.fileno()
        os.write(to, hello)
        os.read(back, 65536)
        ends.append((to, back))
    before_s = sum(clocks_of(bot.pid) for bot in bots)
    with Stopwatch() as watch:
        _play(tape.frames, ends)
        for bot in bots:
            bot.communicate()
    taken = watch.taken(tape.decisions)
    # What the bots had used before is in what was waited for.
    return Taken(taken.count, taken.wall_s, taken.cpu_s - before_s)


def _play(frames: tuple[tuple[int, bytes | int], ...], ends: list[tuple[int, int]]) -> None:
    ahead = [0] * len(ends)
    for seat, what in frames:
        to, back = ends[seat]
        if isinstance(what, bytes):
            written = os.write(to, what)
            while written < len(what):
                written += os.write(to, what[written:])
        else:
            ahead[seat] -= what
            while ahead[seat] < 0:
                ahead[seat] += len(os.read(back, 65536))
