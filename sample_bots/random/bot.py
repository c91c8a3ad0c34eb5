"""Plays any legal token, each as likely as the other. The weakest honest opponent, and the yardstick."""

from arena.sdk import Act, run


def choose(act: Act) -> str:
    return act.rng.choice(act.legal)


run(choose, name="random", version="1.0")
