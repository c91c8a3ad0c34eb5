"""Answers one question long after its time, then goes on as if nothing had been."""

import time

from lines import play


def answer(act):
    if act["turn"] == 4:
        time.sleep(act["ms"] / 1000 + 0.1)


play(answer)
