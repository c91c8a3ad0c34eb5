"""Asked, it sends a byte of a frame every 20 ms and never completes it."""

import time

from lines import play, write


def answer(act):
    write(b"\0\0\xff\xff")
    while True:
        write(b"x")
        time.sleep(0.02)


play(answer)
