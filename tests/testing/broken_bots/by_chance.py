"""Draws from chance that nobody can draw again."""

import random

from frames import play

play(lambda act: random.SystemRandom().choice(act["legal"]))
