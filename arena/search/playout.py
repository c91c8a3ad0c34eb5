"""Playing a hand to its end, quickly and without thinking long.

`arena.search.evaluation` plays thousands of hands out for one decision. Here is how the seats choose meanwhile; what
the end is worth is the variant's to say. Nothing here knows what a real seat knows: all cards are seen.
"""

from __future__ import annotations

import random

from arena.hand import Hand


def play_out(hand: Hand, rng: random.Random) -> None:
    """Play `hand` itself to its end, every seat choosing uniformly among its legal actions."""
    while (phase := hand.phase) is not None:
        legal = phase.legal(hand)
        for _ in range(int(rng.random() * legal.bit_count())):
            legal &= legal - 1
        hand.apply((legal & -legal).bit_length() - 1)
