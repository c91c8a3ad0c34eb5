"""Writes one file without end."""

import tempfile

from lines import play


def answer(act):
    with tempfile.TemporaryFile(buffering=0) as file:
        while True:
            file.write(bytes(1 << 16))


play(answer)
