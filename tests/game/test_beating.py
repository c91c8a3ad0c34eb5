"""What would take a trick as it lies, and who plays to it yet: against tricks that are played on card by card."""

from __future__ import annotations

import random

import pytest
from arena_doppelkopf import Doppelkopf
from arena_euchre import Euchre
from arena_klaverjas import Klaverjas
from arena_wizard import Wizard

from arena.cards import bits
from arena.hand import Hand
from arena.tricks import Tricks
from arena.variant import Variant
from tests.game.playing import FirstTwins, Twins, any_action

TABLES = [Twins(), FirstTwins(), Doppelkopf(4), Euchre(4), Klaverjas(4), Wizard(3)]


def lying(variant: Variant, seed: int) -> Hand | None:
    """A hand somewhere in the midst of a trick, the card that is due being a free choice."""
    chance = random.Random(seed)
    pack = chance.sample(range(variant.deck.size), variant.deck.size)
    hand = Hand(variant, pack=pack, dealer=0, number=9)  # The ninth, since in Wizard it has nine cards each.
    for _ in range(chance.randrange(6, 40)):
        if hand.over:
            return None
        hand.apply(any_action(hand, chance))
    phase = hand.phase
    return hand if isinstance(phase, Tricks) and phase.kind == "play" and phase.cards else None


def any_card(hand: Hand, chance: random.Random) -> int:
    """A legal card, where something could be announced as well."""
    return chance.choice(list(bits(hand.legal() & hand.deck.all)))


@pytest.mark.parametrize("variant", TABLES, ids=lambda variant: variant.name)
def test_a_card_is_said_to_beat_the_trick_if_playing_it_takes_the_trick(variant: Variant) -> None:
    seen = 0
    for seed in range(60):
        if (hand := lying(variant, seed)) is None or hand.phase.led < 0:  # type: ignore[union-attr]
            continue
        phase = hand.phase
        assert isinstance(phase, Tricks)
        place, cards = phase.place, hand.hands[phase.place]
        for card in bits(cards):
            twin = hand.copy()
            assert isinstance(twin.phase, Tricks)
            after = twin.phase
            twin.apply(card)
            takes = after.winner == place and (after.best_card == card)
            assert bool(phase.beating(1 << card)) == takes, hand.deck.tokens[card]
            seen += 1
    assert seen > 30


@pytest.mark.parametrize("variant", TABLES, ids=lambda variant: variant.name)
def test_those_to_come_are_those_who_then_play_to_the_trick(variant: Variant) -> None:
    seen = 0
    for seed in range(60):
        if (hand := lying(variant, seed)) is None:
            continue
        phase, chance = hand.phase, random.Random(seed)
        assert isinstance(phase, Tricks)
        coming, holder = phase.to_come(hand), phase.best_card
        assert holder in phase.cards
        count = len(phase.cards)
        hand.apply(any_card(hand, chance))
        played = []
        while hand.phase is phase and len(phase.cards) > count:
            played.append(phase.place)
            count += 1
            hand.apply(any_card(hand, chance))
        assert tuple(played) == coming
        seen += 1
    assert seen > 10
