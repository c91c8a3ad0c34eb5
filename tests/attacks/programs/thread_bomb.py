"""Start threads without end."""

import threading

from attempt import achieved, refused
from bot import play, setting


def attack() -> None:
    forever = threading.Event()
    for made in range(setting("processes")):
        try:
            threading.Thread(target=forever.wait, daemon=True).start()
        except RuntimeError:
            refused(f"start threads without end, after {made}", "EAGAIN")
            return
    achieved("start threads without end")


play(attack)
