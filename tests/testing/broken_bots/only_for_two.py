"""Fails as soon as more than two sit at the table."""

from frames import play


def choose(act):
    mine, other = act["view"]["won"]
    return act["legal"][mine > other]


def careful(act):
    return choose(act) if len(act["legal"]) > 1 else act["legal"][0]


play(careful)
