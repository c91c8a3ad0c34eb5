"""All chance, derived from a league's seed by SHAKE-256.

A deal depends on the seed, the variant's name, the number of seats, the table's number and the hand's number,
and on nothing else: not on who plays, when, where or in which order. The derivation is a few lines in any
language (docs/leagues.md gives it, tests/vectors/deals.json has examples). Used by the game layer and by leagues, which
commit themselves to their seeds; knows nothing of cards.
"""

from __future__ import annotations

import hashlib
import os


class Stream:
    """Bytes of SHAKE-256 over a labelled text, drawn one by one.

    The text is `trickarena/1`, the labels and then the seed, each followed by a zero byte but the last;
    the seed comes last so that nothing in it can pass for a label.
    """

    def __init__(self, seed: str, *labels: str | int) -> None:
        text = "\0".join(("trickarena/1", *map(str, labels), seed))
        self._hash = hashlib.shake_256(text.encode())
        self._bytes = self._hash.digest(128)
        self._next = 0

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1 (at most 256), uniform: bytes past the last whole multiple are skipped."""
        limit = 256 - 256 % bound
        while True:
            if self._next == len(self._bytes):
                self._bytes = self._hash.digest(2 * len(self._bytes))
            byte = self._bytes[self._next]
            self._next += 1
            if byte < limit:
                return byte % bound

    def shuffle(self, size: int) -> list[int]:
        """The numbers 0 to `size` - 1 in uniform random order (Fisher and Yates, from the last place down)."""
        order = list(range(size))
        for last in range(size - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


def bot_seed(seed: str, variant: str, seats: int, number: int, seat: int) -> int:
    """The 63-bit seed that the bot in `seat` is given for its own random choices at table `number`."""
    text = "\0".join(("trickarena/1", "bot", variant, str(seats), str(number), str(seat), seed))
    return int.from_bytes(hashlib.shake_256(text.encode()).digest(8), "big") >> 1


def drawn_text() -> str:
    """128 bits of the system's chance, in hex: a seed or a nonce that nobody can guess."""
    return os.urandom(16).hex()


def commitment(seed: str, nonce: str) -> str:
    """What binds whoever publishes it to a seed, without telling it: a SHA-256 in hex.

    Of `trickarena/1`, `commitment`, the nonce and the seed, joined by zero bytes. The nonce keeps a seed that can be
    guessed from being found by trying.
    """
    return hashlib.sha256("\0".join(("trickarena/1", "commitment", nonce, seed)).encode()).hexdigest()
