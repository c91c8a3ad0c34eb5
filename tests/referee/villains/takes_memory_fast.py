"""Takes memory as fast as it can and touches it all."""

from lines import play


def answer(act):
    hoard = []
    while True:
        hoard.append(b"x" * (16 << 20))


play(answer)
