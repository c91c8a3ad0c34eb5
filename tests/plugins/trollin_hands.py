"""Hands of Trollin as a test wants them: dealt in order, in the middle of a trick, or just finished."""

from __future__ import annotations

import itertools

from arena_trollin import Trollin

from arena.hand import Hand
from arena.tricks import Tricks
from tests.plugins import transcripts


def identity(variant: Trollin, dealer: int = 0) -> Hand:
    return Hand(variant, pack=range(variant.deck.size), dealer=dealer)


def holding(variant: Trollin, *hands: str, leader: int = 0) -> Hand:
    """A hand in which the seats hold just these cards and `leader` is to lead."""
    hand = identity(variant)
    hand.hands = [variant.deck.set_of(cards.split()) for cards in hands]
    hand.phase = Tricks(leader, variant.ranking("S", tops=("BJ", "SJ")))
    return hand


def finished(variant: Trollin, *, hearts: list[int], tricks: list[int], declarer: int | None = None) -> Hand:
    """A hand after its last trick: how many hearts and how many tricks each seat has won."""
    hand = identity(variant)
    pile = iter([token for token in variant.deck.tokens if token[1] == "H"])
    hand.taken = [variant.deck.set_of(list(itertools.islice(pile, count))) for count in hearts]
    hand.won = tricks
    hand.declarer = declarer
    return hand


def scored(hearts: list[int], tricks: list[int], declarer: int | None = None) -> list[int]:
    variant = Trollin(len(hearts), declare=declarer is not None)
    return list(variant.score(finished(variant, hearts=hearts, tricks=tricks, declarer=declarer)))


def result(hand: Hand) -> list[str]:
    hearts = hand.taken_in(hand.deck.suit("H"))
    return [
        transcripts.row("hearts:", hearts),
        transcripts.row("tricks:", hand.won),
        transcripts.row("scores:", hand.scores),
    ]
