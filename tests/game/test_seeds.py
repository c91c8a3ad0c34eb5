"""Chance: the derivation written again from its description, and the deals that come of it."""

from __future__ import annotations

import hashlib
import itertools
import random
from collections import Counter
from collections.abc import Iterator

import pytest
from arena_troeven import Troeven
from arena_trollin import Trollin
from hypothesis import given
from hypothesis import strategies as st

from arena.game import Game, shuffled
from arena.seeds import Stream, bot_seed
from tests.game.playing import bounded


def text(*parts: object) -> bytes:
    return b"\x00".join(str(part).encode("utf-8") for part in ("trickarena/1", *parts))


def naive_bytes(*parts: object) -> Iterator[int]:
    """The SHAKE-256 bytes of a label, as many as anybody should want here."""
    return iter(hashlib.shake_256(text(*parts)).digest(1 << 14))


def naive_below(source: Iterator[int], bound: int) -> int:
    """The next byte below the last whole multiple of `bound` that fits into a byte, modulo `bound`."""
    return next(byte for byte in source if byte < 256 // bound * bound) % bound


def naive_shuffle(source: Iterator[int], size: int) -> list[int]:
    order = list(range(size))
    for last in reversed(range(1, size)):
        other = naive_below(source, last + 1)
        order[last], order[other] = order[other], order[last]
    return order


labels = st.lists(st.text(alphabet="abz019-", max_size=6) | st.integers(0, 999), max_size=5)


@given(st.text(max_size=12), labels, st.lists(st.integers(1, 256), min_size=1, max_size=400))
@bounded
def test_numbers_below_a_bound_come_from_the_bytes_with_those_past_the_limit_skipped(
    seed: str, names: list[str | int], bounds: list[int]
) -> None:
    source, stream = naive_bytes(*names, seed), Stream(seed, *names)
    assert [stream.below(bound) for bound in bounds] == [naive_below(source, bound) for bound in bounds]


@given(st.text(max_size=12), st.integers(1, 200))
@bounded
def test_a_shuffle_is_fisher_and_yates_from_the_last_place_down(seed: str, size: int) -> None:
    assert Stream(seed, "x").shuffle(size) == naive_shuffle(naive_bytes("x", seed), size)


@pytest.mark.parametrize("variant", [Trollin(2), Trollin(4), Trollin(6), Troeven()], ids=lambda v: f"{v.name}{v.seats}")
def test_a_deal_is_the_shuffle_of_its_label_and_the_dealer_is_drawn_after_it(variant: Trollin | Troeven) -> None:
    for number, hand in itertools.product((0, 1, 17, 99_999), (1, 2, 30)):
        source = naive_bytes("deal", variant.name, variant.seats, number, hand, "2026-spring")
        pack = naive_shuffle(source, variant.deck.size)
        assert shuffled(variant, "2026-spring", number, hand) == (pack, naive_below(source, variant.seats))


VECTOR = bytes.fromhex("121145961f67d40d")


def test_the_first_bytes_are_those_of_shake_256_in_any_language() -> None:
    # printf 'trickarena/1\0deal\0trollin\0004\0000\0001\0seed' | openssl dgst -shake256 -xoflen 8
    stream = Stream("seed", "deal", "trollin", 4, 0, 1)
    assert bytes(stream.below(256) for _ in range(8)) == VECTOR


def test_bytes_run_on_without_a_seam() -> None:
    stream, source = Stream("s", "a"), naive_bytes("a", "s")
    assert [stream.below(256) for _ in range(3000)] == list(itertools.islice(source, 3000))


def test_all_orders_of_five_cards_come_equally_often() -> None:
    rounds = 24_000
    counts = Counter(tuple(Stream(str(number), "chi").shuffle(5)) for number in range(rounds))
    expected = rounds / 120
    assert len(counts) == 120
    square = sum((count - expected) ** 2 / expected for count in counts.values())
    # 119 degrees of freedom: between 67 and 184 but for once in ten thousand times on either side.
    assert 67 < square < 184


def test_every_card_of_a_whole_pack_comes_to_every_place_equally_often() -> None:
    variant, rounds = Trollin(6), 2000
    counts: Counter[tuple[int, int]] = Counter()
    for number in range(rounds):
        counts.update(enumerate(shuffled(variant, "places", number, 1)[0]))
    expected = rounds / 54
    places = [(place, card) for place in range(54) for card in range(54)]
    square = sum((counts[pair] - expected) ** 2 / expected for pair in places)
    # 53 * 53 degrees of freedom, whose chi-square has mean 2809 and deviation 75: four deviations each way.
    assert 2809 - 300 < square < 2809 + 300


@pytest.mark.parametrize("bound", [3, 5, 6, 7, 54, 200])
def test_numbers_below_a_bound_that_does_not_divide_256_come_equally_often(bound: int) -> None:
    stream, rounds = Stream("bound", bound), 400 * bound
    counts = Counter(stream.below(bound) for _ in range(rounds))
    square = sum((counts[number] - 400) ** 2 / 400 for number in range(bound))
    assert square < bound + 4 * (2 * bound) ** 0.5 + 10


def test_deals_differ_by_seed_variant_seats_number_and_hand() -> None:
    packs = {
        (variant.name, variant.seats, seed, number, hand): tuple(shuffled(variant, seed, number, hand)[0])
        for variant in (Trollin(4), Trollin(5), Troeven())
        for seed in ("a", "b", "", "a ")
        for number in range(100)
        for hand in (1, 2, 11)
    }
    assert len(set(packs.values())) == len(packs)


@pytest.mark.parametrize(("one", "other"), [((1, 11), (11, 1)), ((1, 23), (12, 3))])
def test_number_and_hand_do_not_run_together(one: tuple[int, int], other: tuple[int, int]) -> None:
    assert shuffled(Trollin(4), "s", *one) != shuffled(Trollin(4), "s", *other)


def test_a_deal_depends_on_nothing_else() -> None:
    alone = shuffled(Trollin(4), "s", 7, 1)
    random.seed(5)
    for number in (3, 9, 7):
        shuffled(Trollin(4), "s", number, 1)
    assert shuffled(Trollin(4, target=5, declare=True), "s", 7, 1) == alone
    for single in (True, False):
        game = Game(Trollin(4), "s", 7, single=single)
        assert (list(game.hand.pack), game.hand.dealer) == alone


def test_a_bots_seed_is_63_bits_of_its_own_label() -> None:
    label = text("bot", "trollin", 4, 17, 2, "s")
    expected = int.from_bytes(hashlib.shake_256(label).digest(8), "big") // 2
    assert bot_seed("s", "trollin", 4, 17, 2) == expected < 2**63
    seeds = {bot_seed(seed, "trollin", 4, number, seat) for seed in "ab" for number in range(50) for seat in range(4)}
    assert len(seeds) == 400
