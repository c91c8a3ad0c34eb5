"""Read the opponent's source, and list the folder that it lies in."""

from pathlib import Path

from attempt import TARGETS, attempt

source = Path(TARGETS["opponent_file"])
attempt("read the opponent's source", source.read_bytes)
attempt("list the opponent's folder", lambda: list(source.parent.iterdir()))
