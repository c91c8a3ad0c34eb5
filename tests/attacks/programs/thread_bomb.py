"""Start threads without end."""

import threading
import time

from attempt import achieved, refused
from bot import LOOKED_AT_S, play, setting


def attack() -> None:
    forever = threading.Event()
    for made in range(setting("processes")):
        try:
            threading.Thread(target=forever.wait, daemon=True).start()
        except RuntimeError:
            refused(f"start threads without end, after {made}", "EAGAIN")
            time.sleep(LOOKED_AT_S)
            return
    achieved("start threads without end")


play(attack)
