"""Aborts in the middle of a hand."""

import os

from lines import play

play(lambda act: os.abort() if act["turn"] == 4 else None)
