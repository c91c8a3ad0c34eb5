"""Takes memory little by little and touches it."""

from lines import play


def answer(act):
    hoard = []
    while act["turn"] == 4:
        hoard.append(bytearray(b"x") * (4 << 20))


play(answer)
