"""Read a file in the home folder of the user who runs the arena."""

from pathlib import Path

from attempt import TARGETS, attempt

attempt("read a file in the user's home", Path(TARGETS["home_file"]).read_bytes)
