"""Write one letter without end and without a newline to standard output, where frames belong."""

from bot import play, write


def attack() -> None:
    letters = b"x" * (1 << 16)
    while True:
        write(letters)


play(attack)
