"""The vectors of deals: which pack and dealer follow from a seed, computed by nothing of the arena but its decks."""

from __future__ import annotations

import hashlib
from typing import Any

from arena_doppelkopf import Doppelkopf
from arena_troeven import Troeven
from arena_trollin import Trollin

from arena.variant import Variant

DEALS: tuple[tuple[Variant, str, int, int], ...] = (
    (Trollin(seats=2), "2026-spring", 17, 1),
    (Trollin(seats=4), "2026-spring", 17, 1),
    (Trollin(seats=6), "", 0, 1),
    (Troeven(), "2026-spring", 0, 1),
    (Troeven(), "2026-spring", 0, 2),
    (Doppelkopf(), "Straße 7, ♠", 9_999_999, 12),
)
COMMITMENTS = (("2026-spring", ""), ("2026-spring", "00112233445566778899aabbccddeeff"), ("Straße 7, ♠", "n"))


def joined(*parts: object) -> bytes:
    return "\0".join(("trickarena/1", *map(str, parts))).encode()


def pack_and_dealer(cards: int, seats: int, source: bytes) -> tuple[list[int], int]:
    """The order of the cards, top first, and the dealer of a first hand, out of the bytes of the hash."""
    stream = iter(source)

    def below(bound: int) -> int:
        return next(byte for byte in stream if byte < 256 // bound * bound) % bound

    order = list(range(cards))
    for last in reversed(range(1, cards)):
        other = below(last + 1)
        order[last], order[other] = order[other], order[last]
    return order, below(seats)


def deals() -> dict[str, list[dict[str, Any]]]:
    """What deals.json holds."""
    return {
        "deals": [_deal(*deal) for deal in DEALS],
        "bot_seeds": [_bot_seed(variant, seed, table, seat) for variant, seed, table, _ in DEALS for seat in (0, 1)],
        "commitments": [
            {"seed": seed, "nonce": nonce, "sha256": hashlib.sha256(joined("commitment", nonce, seed)).hexdigest()}
            for seed, nonce in COMMITMENTS
        ],
    }


def _deal(variant: Variant, seed: str, table: int, hand: int) -> dict[str, Any]:
    source = hashlib.shake_256(joined("deal", variant.name, variant.seats, table, hand, seed)).digest(512)
    deck = list(variant.deck.tokens)
    order, dealer = pack_and_dealer(len(deck), variant.seats, source)
    of = {"variant": variant.name, "seats": variant.seats, "table": table, "hand": hand, "seed": seed}
    pack = [deck[card] for card in order]
    return {**of, "bytes": source[:32].hex(), "deck": deck, "pack": pack, "dealer": dealer}


def _bot_seed(variant: Variant, seed: str, table: int, seat: int) -> dict[str, Any]:
    source = hashlib.shake_256(joined("bot", variant.name, variant.seats, table, seat, seed)).digest(8)
    of = {"variant": variant.name, "seats": variant.seats, "table": table, "seat": seat, "seed": seed}
    return {**of, "bot_seed": int.from_bytes(source, "big") >> 1}
