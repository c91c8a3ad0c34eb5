"""The floor under every referee: the same frames over bare pipes, with no game, no clock and no record.

A question and an answer of the usual size go to and fro between this process and the C bot, both on one core.
"""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

from arena.wire.messages import Act, Bye, End, Hello, Start, encode

ACT = Act(
    table=0,
    turn=0,
    legal=["6S", "9S", "KS", "7H", "TD", "QC"],
    ms=1000,
    events=[("play", 1, "9S"), ("play", 2, "KS"), ("trick", 2), ("play", 2, "7H")],
    view={
        "phase": "play",
        "hand": ["6S", "9S", "KS", "7H", "TD", "QC"],
        "trick": [(2, "7H")],
        "leader": 2,
        "trump": "S",
        "won": [1, 0, 2, 0],
        "scores": [0, 0, 0, 0],
    },
)


def round_trips_per_s(program: Path, count: int) -> float:
    """How many questions a second the bot answers when nothing is done but write and read."""
    with subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as bot:
        assert bot.stdin is not None and bot.stdout is not None
        to, back = bot.stdin.fileno(), bot.stdout.fileno()
        os.write(to, encode([Hello("trollin", {}, 4, 0, 1, {"start_ms": 1, "move_ms": 1, "memory_mb": 1})]))
        os.read(back, 65536)
        os.write(to, encode([Start(0, 0, [0, 0, 0, 0], 1)]))
        begun_s = time.perf_counter()
        for turn in range(count):
            ACT.turn = turn
            os.write(to, encode([ACT]))
            os.read(back, 65536)
        taken_s = time.perf_counter() - begun_s
        os.write(to, encode([End(0, [0] * 4, [0] * 4, []), Bye()]))
    return count / taken_s
