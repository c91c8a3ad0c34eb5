"""What must hold of any game, tried by playing hands at random: for the tests of each plugin."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from arena.errors import IllegalAction
from arena.hand import Hand
from arena.replay import replay_hand
from arena.variant import Variant
from arena.views import Views
from arena.wire.messages import Act, encode


def deal(variant: Variant, seed: int, number: int = 1) -> tuple[Hand, random.Random]:
    """A hand with a random pack and dealer, and the chance to play it with."""
    chance = random.Random(f"{variant.name}/{seed}")
    pack = list(range(variant.deck.size))
    chance.shuffle(pack)
    return Hand(variant, pack=pack, dealer=chance.randrange(variant.seats), number=number), chance


def play_out(hand: Hand, chance: random.Random) -> Iterator[Hand]:
    """The hand before each random action."""
    while not hand.over:
        yield hand
        legal = hand.legal()
        hand.apply(chance.choice([action for action in range(legal.bit_length()) if legal >> action & 1]))


def obeys_the_laws(variant: Variant, seed: int, number: int = 1) -> Hand:
    """Play one hand at random to its end, and check on the way what must hold in every game; returns it."""
    hand, chance = deal(variant, seed, number)
    everyones = Views(variant, variant.start_totals())
    own = [Views(variant, variant.start_totals()) for _ in range(variant.seats)]
    read = 0
    for _ in play_out(hand, chance):
        everyones.fold(hand.log, read)
        for seat, views in enumerate(own):
            views.fold([told for told in hand.log[read:] if told[0] in (-1, seat)])
        read = len(hand.log)
        check_question(hand)
        check_views(hand, everyones, own)
        check_copy(hand, chance)
        check_cards(hand)
    check_replay(hand)
    assert len(hand.scores) == variant.seats
    payoffs = variant.payoffs(hand.scores)
    assert min(payoffs) >= variant.lowest_payoff
    return hand


def check_question(hand: Hand) -> None:
    """There is always something to do; every token names its action; nothing else is taken."""
    phase = hand.phase
    assert phase is not None
    legal, alphabet = phase.legal(hand), phase.alphabet(hand)
    tokens = phase.tokens(hand, legal)
    assert tokens
    assert len(set(tokens)) == len(tokens) <= len(alphabet) <= 256
    for token in tokens:
        action = phase.action(hand, token, legal)
        assert legal >> action & 1
        assert alphabet[action] == token
        assert token.isascii()
        assert 0 < len(token) <= 16
    for token in set(alphabet) - set(tokens):
        assert phase.action(hand, token, legal) == -1
        with pytest.raises(IllegalAction, match="Legal: "):
            hand.play(token)
    assert "this" in phase.why_illegal(hand, "nonsense") or "nonsense" in phase.why_illegal(hand, "nonsense")


def check_views(hand: Hand, everyones: Views, own: list[Views]) -> None:
    """The seat asked has the same view from its own events; it knows its own cards, and all cards shown are held."""
    phase = hand.phase
    assert phase is not None
    seat = phase.turn
    view = everyones.view(seat, phase.kind)
    assert as_bytes(view) == as_bytes(own[seat].view(seat, phase.kind))
    assert view["hand"] == hand.deck.tokens_of(hand.hands[seat])
    for place, cards in view.get("shown", ()):
        assert hand.deck.set_of(cards).bit_count() <= hand.hands[place].bit_count()
        for token in cards:
            assert hand.deck.faces[token] & hand.hands[place], f"{token} is shown with seat {place}, and not there"


def as_bytes(view: dict[str, object]) -> bytes:
    return encode([Act(0, 1, [], 0, [], view)])


def check_copy(hand: Hand, chance: random.Random) -> None:
    """A copy goes its own way, and the hand does not notice."""
    if chance.random() > 0.1:
        return
    before = state(hand)
    twin = hand.copy()
    assert state(twin) == before
    for _ in play_out(twin, chance):
        pass
    assert state(hand) == before


def state(hand: Hand) -> tuple[object, ...]:
    phase = hand.phase
    asked = (phase.kind, phase.turn, phase.legal(hand)) if phase else ()
    lists = (tuple(hand.hands), tuple(hand.dealt), tuple(hand.taken), tuple(hand.won), bytes(hand.actions))
    return (*lists, hand.stock, hand.trump, hand.declarer, hand.contract, repr(hand.extra), hand.scores, asked)


def check_cards(hand: Hand) -> None:
    """No card is in two places."""
    held = [*hand.hands, *hand.taken, hand.undealt]
    assert sum(cards.bit_count() for cards in held) == sum(held).bit_count()
    together = 0
    for cards in held:
        assert not together & cards
        together |= cards


def check_replay(hand: Hand) -> None:
    """The actions alone bring the same hand back."""
    again = Hand(hand.variant, pack=hand.pack, dealer=hand.dealer, number=hand.number)
    replay_hand(again, bytes(hand.actions))
    assert state(again) == state(hand)
    assert again.log == hand.log


def script(hand: Hand, tokens: str) -> Hand:
    """Play these tokens, one after the other."""
    for token in tokens.split():
        hand.play(token)
    return hand


def pack_of(variant: Variant, order: list[int], hands: list[str], rest: str = "") -> list[int]:
    """A pack in which the cards dealt to the places of `order` (seat for each place) are these hands' cards."""
    deck = variant.deck
    piles = [list(deck.tokens_of(deck.set_of(cards.split()))) for cards in hands]
    tokens = [piles[seat].pop(0) for seat in order] + rest.split()
    used, cards = 0, []
    for token in tokens:
        face = deck.faces[token] & ~used
        card = (face & -face).bit_length() - 1
        used |= 1 << card
        cards.append(card)
    assert sorted(cards) == list(range(deck.size)), "the hands are no whole pack"
    return cards


def event_kinds(hand: Hand, kind: str) -> list[tuple[object, ...]]:
    """The events of one kind, in order."""
    return [event for _, event in hand.log if event[0] == kind]
