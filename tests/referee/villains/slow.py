"""Sleeps over each move, so that the others have time on their hands."""

import time

from lines import play


def answer(act):
    time.sleep(0.06)


play(answer)
