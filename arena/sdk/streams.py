"""Standard input and output for the frames alone, safe from prints, C libraries and child processes."""

from __future__ import annotations

import io
import os
import sys


def claim() -> tuple[int, int]:
    """Moves the two streams to private descriptors and returns these (frames in, frames out).

    Afterwards whatever writes to standard output writes to standard error, and whatever reads standard input
    finds its end. Child processes inherit neither private descriptor.
    """
    source, target = os.dup(0), os.dup(1)
    empty, closed = os.pipe()
    os.close(closed)
    os.dup2(empty, 0)
    os.close(empty)
    os.dup2(2, 1)
    if isinstance(sys.stdout, io.TextIOWrapper):
        # So that prints stand in the log in order, and are not lost with a process that is killed.
        sys.stdout.reconfigure(line_buffering=True)
    return source, target
