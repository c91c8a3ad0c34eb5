"""Asks for far more memory than there is, at once, so that no look ever sees it grow."""

from lines import play


def answer(act):
    return bytearray(8 << 30)


play(answer)
