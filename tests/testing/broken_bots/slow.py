"""Thinks for its own time, whatever time it is given."""

import threading

from frames import play


def choose(act):
    threading.Event().wait(0.35 if act["turn"] == 0 else 0)
    return act["legal"][0]


play(choose)
