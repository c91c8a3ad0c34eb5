"""Uses processor time without end."""

from lines import play


def answer(act):
    while True:
        pass


play(answer)
