"""The bots that are measured: the smallest ones there are, so that what is measured is the arena.

In C and in Python, one table or 64 at once, with views and without. The C bot is compiled once for a run.
"""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path

from arena.league.bots import copy_content
from arena.referee.sandbox import Program

ROOT = Path(__file__).parents[1]
PLAYERS = Path(__file__).parent / "players"
MANY = ("--tables", "64", "--no-view")
SDK = ("python3", "bot.py")


@dataclass(frozen=True, slots=True)
class Bots:
    """By what they are called in the table. c_folder: where the C bot is, compiled."""

    c_folder: Path
    c: Program
    c_many: Program
    sdk: Program
    sdk_many: Program


def make(place: Path) -> Bots:
    """Copy and compile them in an empty folder."""
    c_folder = place / "first"
    copy_content(ROOT / "sample_bots" / "first", c_folder)
    subprocess.run(["cc", "-std=c11", "-O2", "-o", "first", "first.c"], cwd=c_folder, check=True)
    return Bots(
        c_folder,
        Program(("./first",), c_folder),
        Program(("./first", *MANY), c_folder),
        Program(SDK, PLAYERS / "one"),
        Program(SDK, PLAYERS / "many"),
    )
