"""What others' referees need for a decision: chess tools with a trivial engine of ours, which never thinks.

python-chess's engine loop where it is installed, fastchess and cutechess-cli where they are on the PATH; what is
missing is told. All play the same game of some ninety moves, and moves are counted in what the tools themselves
wrote down.
"""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from benchmarks.measuring import Figure, Stopwatch, Taken, Unit

GROUP = "chess referees, a trivial engine"
SOURCE = Path(__file__).with_name("engine.c")
TIME_CONTROL = "60+1"


def build(place: Path) -> Path:
    """Compile the engine."""
    engine = place / "engine"
    subprocess.run(["cc", "-std=c11", "-O2", "-o", engine, SOURCE], check=True)
    return engine


def python_chess_taken(engine: Path, moves: int) -> Taken:
    """python-chess: two engines, asked in turn for so many moves."""
    import chess
    import chess.engine

    players = [chess.engine.SimpleEngine.popen_uci(str(engine)) for _ in range(2)]
    limit = chess.engine.Limit(white_clock=60, black_clock=60)
    board = chess.Board()
    with Stopwatch() as watch:
        for _ in range(moves):
            if board.is_game_over(claim_draw=True):
                board.reset()
            board.push(players[board.turn].play(board, limit).move)
        # An engine hands over its processor time, which belongs to the same moves, when it has ended.
        for player in players:
            player.quit()
    return watch.taken(moves)


def tool_taken(command: Callable[[Path, Path, int], list[str]], engine: Path, games: int) -> Taken:
    """A tool's time for so many games, its start and end included."""
    pgn = engine.with_suffix(".pgn")
    pgn.unlink(missing_ok=True)
    with Stopwatch() as watch:
        subprocess.run(command(engine, pgn, games), check=True, capture_output=True, cwd=engine.parent)
    return watch.taken(moves_in(pgn.read_text(encoding="utf-8")))


def moves_in(pgn: str) -> int:
    """How many moves of either side there are in a PGN file's games."""
    text = re.sub(r"\{[^}]*\}|^\[.*\]$", " ", pgn, flags=re.MULTILINE)
    words = re.sub(r"\d+\.+", " ", text).split()
    return sum(word not in ("1-0", "0-1", "1/2-1/2", "*") for word in words)


def _fastchess(engine: Path, pgn: Path, games: int) -> list[str]:
    players = [part for name in "ab" for part in ("-engine", f"cmd={engine}", f"name={name}")]
    pairs = str(games // 2)
    return [
        "fastchess", *players, "-each", f"tc={TIME_CONTROL}", "-rounds", pairs, "-games", "2",
        "-concurrency", "1", "-pgnout", f"file={pgn}",
    ]  # fmt: skip


def _cutechess(engine: Path, pgn: Path, games: int) -> list[str]:
    players = [part for name in "ab" for part in ("-engine", f"cmd={engine}", f"name={name}")]
    return [
        "cutechess-cli", *players, "-each", "proto=uci", f"tc={TIME_CONTROL}", "-games", str(games),
        "-concurrency", "1", "-pgnout", str(pgn),
    ]  # fmt: skip


TOOLS = {"fastchess": _fastchess, "cutechess-cli": _cutechess}


def figures(place: Path, games: int, left_out: Callable[[str], None]) -> Iterator[Figure]:
    """The figures of this part. left_out is told what can't be measured here, and why."""
    engine = build(place)
    if importlib.util.find_spec("chess") is None:
        left_out("python-chess: not installed (pip install 'trickarena[bench]')")
    else:
        yield Figure(GROUP, "python-chess", Unit.DECISIONS, partial(python_chess_taken, engine, 20 * games))
    for name, command in TOOLS.items():
        if shutil.which(name) is None:
            left_out(f"{name}: not on the PATH")
        else:
            yield Figure(GROUP, name, Unit.DECISIONS, partial(tool_taken, command, engine, games))
