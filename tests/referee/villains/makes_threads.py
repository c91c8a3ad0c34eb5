"""Starts small threads without end and goes on as if nothing were."""

import threading

from lines import play

forever = threading.Event()
threading.stack_size(1 << 16)


def answer(act):
    try:
        for _ in range(500):
            threading.Thread(target=forever.wait, daemon=True).start()
    finally:
        forever.wait(30)


play(answer)
