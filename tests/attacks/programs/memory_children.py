"""Take memory without end through children, each of which stays below the limit."""

import os
import signal
import time

from attempt import attempt
from bot import LOOKED_AT_S, play, setting

PIECE = 30


def attack() -> None:
    for _ in range(setting("megabytes") // PIECE):
        told, tells = os.pipe()
        if os.fork() == 0:
            hoard = bytearray(b"x") * (PIECE << 20)
            os.write(tells, hoard[:1])
            while True:
                signal.pause()
        os.close(tells)
        if not os.read(told, 1):
            raise MemoryError
    time.sleep(LOOKED_AT_S)


play(lambda: attempt("hold memory in children", attack))
