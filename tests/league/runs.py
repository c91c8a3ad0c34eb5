"""Real runs of small leagues, for the tests of this folder: started, listened to, and compared."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

LEAGUE = """
[league]
name = "small"
variant = "trollin"
seats = 2
seed = "small"
{count}
[league.options]
target = 5
"""


def league_file(folder: Path, bots: str = "random random bare", count: str = "games = 180") -> Path:
    """A league of short games: with three bots, six sittings in blocks of fifty games."""
    file = folder / "small.toml"
    entries = "".join(f'[[bot]]\nname = "{bot}"\n' for bot in bots.split())
    file.write_text(LEAGUE.format(count=count) + entries)
    return file


@contextmanager
def started(file: Path, folder: Path, jobs: int = 2) -> Iterator[subprocess.Popen[str]]:
    """A run in a process of its own; it is killed in the end if it is still there."""
    command = [sys.executable, "-m", "tests.league.told", str(file), str(folder), str(jobs)]
    # A session of its own, so that a Ctrl-C for the run is not one for the tests.
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as process:
        try:
            yield process
        finally:
            process.kill()


def heard(process: subprocess.Popen[str], start: str, times: int = 1) -> str:
    """Read on until so many lines with this start have come; returns the last of them."""
    assert process.stdout is not None
    lines = []
    for line in process.stdout:
        lines.append(line)
        if line.startswith(start):
            times -= 1
            if not times:
                return line.rstrip("\n")
    raise AssertionError(f"the run ended before it said {start!r}; it said: {''.join(lines)}")


def run_whole(file: Path, folder: Path, jobs: int = 2) -> list[str]:
    """Run to the end; returns the lines that it said."""
    with started(file, folder, jobs) as process:
        assert process.stdout is not None
        lines = process.stdout.read().splitlines()
    assert lines[-1:] == ["done"], lines
    return lines
