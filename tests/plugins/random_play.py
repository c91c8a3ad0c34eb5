"""Packs in a wanted order and hands played at random, for the tests of the plugins; the laws are in `at_random`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from arena.game import Game
from arena.hand import Hand
from arena.variant import Variant
from tests.plugins.at_random import obeys_the_laws, script

play = script


def dealt(variant: Variant, packets: Iterable[tuple[int, int]], hands: Mapping[int, str]) -> list[str]:
    """The top of a pack that is given out in these packets (seat, cards), as tokens, for each seat to get its hand."""
    piles = {seat: cards.split() for seat, cards in hands.items()}
    return [piles[seat].pop(0) for seat, count in packets for _ in range(count)]


def pack_of(variant: Variant, *parts: str | Sequence[str]) -> list[int]:
    """A whole pack that begins with these cards; the others follow in the order of their numbers."""
    tokens = [token for part in parts for token in (part.split() if isinstance(part, str) else part)]
    left, top = variant.deck.all, []
    for token in tokens:
        face = variant.deck.faces[token] & left
        assert face, f"{token} is twice in this pack"
        top.append((face & -face).bit_length() - 1)
        left ^= face & -face
    return [*top, *(card for card in range(variant.deck.size) if left >> card & 1)]


def held_to_the_laws(variant: Variant, seeds: Iterable[int], *, open_cards: bool = False) -> Iterator[Hand]:
    """Hands played at random under the laws; `open_cards`: cards are shown in them, which is seen to have happened."""
    for seed in seeds:
        hand = obeys_the_laws(variant, seed)
        assert not open_cards or any(event[0] in ("up", "show") for _, event in hand.log)
        yield hand


def whole_game(variant: Variant, choose: Callable[[Hand], int], most_hands: int = 500) -> list[Hand]:
    """The hands of a game, played to its end by `choose`."""
    game, hands = Game(variant, "a whole game", 0, single=False), []
    while True:
        while not game.hand.over:
            game.hand.apply(choose(game.hand))
        game.close()
        hands.append(game.hand)
        assert len(hands) <= most_hands, "the game does not end"
        if game.over:
            return hands
        game.next_hand()
