"""Writes to its log without end."""

import os

from lines import play


def answer(act):
    while act["turn"] == 4:
        os.write(2, b"thinking... " * 5000)


play(answer)
