"""Takes the first legal token: the least that a bot of the Python SDK can do."""

from arena.sdk import run


def choose(act):
    return act.legal[0]


run(choose, name="one")
