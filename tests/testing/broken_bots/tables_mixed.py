"""Plays by how many questions it was asked in all, so that one table changes what it does at another."""

from itertools import count

from frames import play

asked = count()
play(lambda act: act["legal"][next(asked) % 7 % len(act["legal"])], tables=4)
