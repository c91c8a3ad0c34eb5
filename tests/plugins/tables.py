"""Tables for the games that deal round from the dealer's left: hands as written, and the laws that hold in any game."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from arena.errors import IllegalAction
from arena.game import Game
from arena.hand import Hand
from arena.replay import replay_hand
from arena.variant import Variant
from arena.views import Views
from arena.worlds import Worlds


def dealt(
    variant: Variant,
    hands: Mapping[int, str],
    rest: str = "",
    *,
    size: int,
    dealer: int = 0,
    number: int = 1,
    carry: Mapping[str, Any] | None = None,
    playing: tuple[int, ...] = (),
) -> Hand:
    """A hand in which the seats get the cards written, one at a time from the dealer's left, and then `rest` lies on
    top of the pack; seats left out get what remains, in the deck's order.
    """
    deck = variant.deck
    left = deck.all
    written: dict[int, list[int]] = {}
    for place, cards in [*hands.items(), (-1, rest)]:
        written[place] = []
        for token in cards.split():
            face = deck.faces[token] & left
            assert face, f"{token} is written twice"
            card = (face & -face).bit_length() - 1
            written[place].append(card)
            left ^= 1 << card
    others = [card for card in range(deck.size) if left >> card & 1]
    seats = [(dealer + 1 + step) % variant.seats for step in range(variant.seats)]
    seats = [seat for seat in seats if not playing or seat in playing]
    for seat in seats:
        if seat not in written:
            written[seat], others = others[:size], others[size:]
        assert len(written[seat]) == size, f"seat {seat} must have {size} cards"
    pack = [written[seat][turn] for turn in range(size) for seat in seats] + written[-1] + others
    return Hand(variant, pack=pack, dealer=dealer, number=number, carry=carry)


def play(hand: Hand, tokens: str) -> Hand:
    """Carry out these actions, one after the other."""
    for token in tokens.split():
        hand.play(token)
    return hand


def asked(hand: Hand) -> tuple[str, int]:
    """The kind of the question, and whom it is put to."""
    assert hand.phase is not None
    return hand.phase.kind, hand.phase.turn


def told(hand: Hand, *kinds: str) -> list[tuple[Any, ...]]:
    """The events of these kinds."""
    return [event for _, event in hand.log if event[0] in kinds]


def any_action(hand: Hand, chance: random.Random) -> int:
    legal = hand.legal()
    return chance.choice([action for action in range(legal.bit_length()) if legal >> action & 1])


def lawful_game(variant: Variant, seed: int, *, most_hands: int = 3, worlds: bool = True) -> Game:
    """Play a game at random, for so many hands at most, and check at every step what must hold in every game."""
    game, chance = Game(variant, f"laws {seed}", seed, single=False), random.Random(seed)
    totals = list(game.totals)
    shared = Views(variant, totals)
    own = [Views(variant, totals) for _ in range(variant.seats)]
    read = 0
    while True:
        hand = game.hand
        while not hand.over:
            for number, views in enumerate([shared, *own], -1):
                views.fold([entry for entry in hand.log[read:] if number < 0 or entry[0] in (-1, number)])
            read = len(hand.log)
            _lawful_question(hand)
            _lawful_views(hand, shared, own)
            if chance.random() < 0.05:
                _lawful_copy(hand, chance)
                if worlds:
                    _lawful_world(hand, chance)
            hand.apply(any_action(hand, chance))
        _lawful_end(hand)
        game.close()
        if game.over or hand.number >= most_hands:
            return game
        game.next_hand()


def _lawful_question(hand: Hand) -> None:
    phase = hand.phase
    assert phase is not None
    legal, alphabet = phase.legal(hand), phase.alphabet(hand)
    tokens = phase.tokens(hand, legal)
    assert tokens
    assert len(tokens) == len(set(tokens)) == legal.bit_count()
    assert len(alphabet) <= 256
    for token in set(alphabet):
        action = phase.action(hand, token, legal)
        if token in tokens:
            assert alphabet[action] == token
        else:
            assert action == -1
            with pytest.raises(IllegalAction, match="Legal: "):
                hand.play(token)
    places = [*hand.hands, *hand.taken, hand.undealt]
    together = 0
    for cards in places:
        assert together & cards == 0
        together |= cards


def _lawful_views(hand: Hand, shared: Views, own: list[Views]) -> None:
    assert hand.phase is not None
    seat, kind = hand.phase.turn, hand.phase.kind
    view = shared.view(seat, kind)
    assert own[seat].view(seat, kind) == view
    assert view["hand"] == hand.deck.tokens_of(hand.hands[seat])
    assert view["won"] == hand.won
    for place, cards in view.get("shown", ()):
        assert all(hand.deck.faces[token] & hand.hands[place] for token in cards)


def _lawful_copy(hand: Hand, chance: random.Random) -> None:
    before = _state(hand)
    twin = hand.copy()
    assert _state(twin) == before
    while not twin.over:
        twin.apply(any_action(twin, chance))
    assert _state(hand) == before


def _lawful_world(hand: Hand, chance: random.Random) -> None:
    """A world drawn from what the seat to act was told stands where the real hand stands."""
    assert hand.phase is not None
    seat = hand.phase.turn
    events = [event for to, event in hand.log[hand.opening :] if to in (-1, seat)]
    world = Worlds(hand.variant, seat, events).draw(chance)
    assert hand.deck.tokens_of(world.hands[seat]) == hand.deck.tokens_of(hand.hands[seat])
    assert world.legal_tokens() == hand.legal_tokens()
    assert [cards.bit_count() for cards in world.hands] == [cards.bit_count() for cards in hand.hands]


def _lawful_end(hand: Hand) -> None:
    variant, events = hand.variant, hand.log[hand.opening :]
    carry = next((event[1] for _, event in events if event[0] == "carry"), None)
    again = Hand(variant, pack=hand.pack, dealer=hand.dealer, number=hand.number, carry=carry)
    assert len(replay_hand(again, bytes(hand.actions))) == len(hand.actions)
    assert again.log == events
    assert (again.scores, again.taken, again.won) == (hand.scores, hand.taken, hand.won)
    assert len(hand.scores) == variant.seats
    if hand.number == 1:
        assert min(variant.payoffs(hand.scores)) >= variant.lowest_payoff


def _state(hand: Hand) -> tuple[object, ...]:
    phase = hand.phase
    question = (phase.kind, phase.turn, phase.legal(hand)) if phase else ()
    lists = tuple(map(tuple, (hand.hands, hand.dealt, hand.taken, hand.won)))
    return (*lists, bytes(hand.actions), hand.trump, hand.declarer, hand.contract, repr(hand.extra), question)
