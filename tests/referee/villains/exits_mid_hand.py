"""Exits with status 3 in the middle of a hand, and says why on standard error."""

import sys

from lines import play


def answer(act):
    if act["turn"] == 4:
        print("KeyError: 'trump'", file=sys.stderr)
        sys.exit(3)


play(answer)
