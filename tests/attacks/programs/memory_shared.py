"""Take shared anonymous memory without end, which a limit on data does not count, and touch it."""

import mmap
import time

from attempt import attempt
from bot import LOOKED_AT_S, play, setting

hoard = []


def attack() -> None:
    for _ in range(setting("megabytes")):
        piece = mmap.mmap(-1, 1 << 20, flags=mmap.MAP_SHARED | mmap.MAP_ANONYMOUS)
        piece.write(b"x" * (1 << 20))
        hoard.append(piece)
    time.sleep(LOOKED_AT_S)


play(lambda: attempt("hold shared memory", attack))
