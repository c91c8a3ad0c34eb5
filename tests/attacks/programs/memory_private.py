"""Take private memory without end, and touch it."""

import time

from attempt import attempt
from bot import LOOKED_AT_S, play, setting

hoard = []


def attack() -> None:
    for _ in range(setting("megabytes")):
        piece = bytearray(b"x") * (1 << 20)
        hoard.append(piece)
    time.sleep(LOOKED_AT_S)


play(lambda: attempt("hold private memory", attack))
