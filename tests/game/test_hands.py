"""What holds in every hand of every variant, by random play."""

from __future__ import annotations

from typing import Any

from hypothesis import given

from arena.hand import Hand
from arena.tricks import Tricks
from arena.variant import Variant
from tests.game.playing import any_action, bounded, fresh, played, seeds, steps, variants


def state(hand: Hand) -> dict[str, Any]:
    """All that a hand shows of itself, as values that do not change any more."""
    phase = hand.phase
    shown = {key: freeze(getattr(hand, key)) for key in type(hand).__slots__ if key not in ("phase", "variant", "deck")}
    if phase is not None:
        shown |= {"kind": phase.kind, "turn": phase.turn, "legal": hand.legal(), "tokens": tuple(hand.legal_tokens())}
    if isinstance(phase, Tricks):
        shown |= {"trick": tuple(phase.cards), "leader": phase.leader, "winner": phase.winner, "led": phase.led}
    return shown


def freeze(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(value)
    if isinstance(value, bytearray):
        return bytes(value)
    return dict(value) if isinstance(value, dict) else value


def disjoint_union(*sets: int) -> int:
    union = 0
    for cards in sets:
        assert union & cards == 0, "a card is in two places"
        union |= cards
    return union


@given(variants, seeds)
@bounded
def test_every_card_is_in_exactly_one_place_at_every_step(variant: Variant, seed: int) -> None:
    for hand in steps(*fresh(variant, seed)):
        on_table = sum(1 << card for card in hand.phase.cards) if isinstance(hand.phase, Tricks) else 0
        assert disjoint_union(*hand.hands, *hand.taken, on_table, hand.undealt) == hand.deck.all
        assert disjoint_union(*hand.dealt, hand.undealt) == hand.deck.all


@given(variants, seeds)
@bounded
def test_there_is_always_something_legal_and_only_cards_that_are_held(variant: Variant, seed: int) -> None:
    for hand in steps(*fresh(variant, seed)):
        if hand.phase is None:
            assert hand.legal() == 0
            continue
        assert hand.legal() > 0
        tokens = hand.legal_tokens()
        assert len(set(tokens)) == len(tokens) == hand.legal().bit_count()
        if hand.phase.kind == "play":
            assert hand.legal() & ~hand.hands[hand.phase.turn] == 0


@given(variants, seeds)
@bounded
def test_all_have_equally_many_cards_and_as_many_tricks_are_won_as_were_played(variant: Variant, seed: int) -> None:
    hand = None
    for hand in steps(*fresh(variant, seed)):
        if isinstance(hand.phase, Tricks) and not hand.phase.cards:
            sizes = {held.bit_count() for held in hand.hands}
            assert len(sizes) == 1
            assert sum(hand.won) + sizes.pop() == hand.dealt[0].bit_count()
    assert hand is not None
    assert hand.over
    assert hand.hands == [0] * hand.seats
    assert [taken.bit_count() for taken in hand.taken] == [won * hand.seats for won in hand.won]
    assert len(hand.scores) == hand.seats


@given(variants, seeds)
@bounded
def test_exactly_the_tokens_that_are_legal_are_accepted(variant: Variant, seed: int) -> None:
    for hand in steps(*fresh(variant, seed)):
        if hand.phase is None:
            continue
        legal = hand.legal()
        accepted = {token for token in hand.phase.alphabet(hand) if hand.phase.action(hand, token, legal) >= 0}
        assert accepted == set(hand.legal_tokens())
        for token in accepted:
            assert legal >> hand.phase.action(hand, token, legal) & 1


@given(variants, seeds)
@bounded
def test_a_copy_is_played_on_without_a_trace_in_the_original(variant: Variant, seed: int) -> None:
    hand, chance = fresh(variant, seed)
    for _ in steps(hand, chance):
        if chance.random() < 0.8:
            continue
        before = state(hand)
        twin = hand.copy(log=True)
        assert state(twin) == before
        for _ in steps(twin, chance):
            pass
        assert state(hand) == before


@given(variants, seeds)
@bounded
def test_an_original_is_played_on_without_a_trace_in_the_copy(variant: Variant, seed: int) -> None:
    hand, chance = fresh(variant, seed)
    kept = [(hand.copy(log=True), state(hand)) for _ in steps(hand, chance)]
    assert all(state(twin) == before for twin, before in kept)


@given(variants, seeds)
@bounded
def test_a_copy_without_its_log_plays_on_just_like_the_original(variant: Variant, seed: int) -> None:
    hand, chance = fresh(variant, seed)
    middle = chance.randrange(20)
    for number, _ in enumerate(steps(hand, chance)):
        if number == middle or hand.over:
            break
    twin, heard = hand.copy(), len(hand.log)
    while not hand.over:
        action = any_action(hand, chance)
        hand.apply(action)
        twin.apply(action)
    assert twin.log == hand.log[heard:]
    differ = {key for key, value in state(hand).items() if state(twin)[key] != value}
    assert differ <= {"log", "opening"}


@given(variants, seeds)
@bounded
def test_pack_and_actions_give_the_same_hand_again_event_by_event(variant: Variant, seed: int) -> None:
    hand = played(variant, seed)
    again = Hand(variant, pack=hand.pack, dealer=hand.dealer)
    for action in hand.actions:
        assert again.legal() >> action & 1
        again.apply(action)
    assert state(again) == state(hand)


@given(variants, seeds)
@bounded
def test_tokens_and_numbers_are_two_names_of_one_action(variant: Variant, seed: int) -> None:
    hand, chance = fresh(variant, seed)
    again = Hand(variant, pack=hand.pack, dealer=hand.dealer)
    while hand.phase is not None:
        action = any_action(hand, chance)
        token = hand.phase.alphabet(hand)[action]
        hand.apply(action)
        again.play(token)
    assert state(again) == state(hand)


@given(variants, seeds)
@bounded
def test_every_play_and_trick_is_told_to_all_and_cards_only_to_who_gets_them(variant: Variant, seed: int) -> None:
    hand = played(variant, seed)
    given_to = [0] * hand.seats
    for seat, event in hand.log:
        if event[0] == "hand":
            given_to[seat] += len(event[1])
        else:
            assert seat == -1
    assert given_to == [dealt.bit_count() for dealt in hand.dealt]
    assert sum(event[0] == "play" for _, event in hand.log) == sum(given_to)
    assert sum(event[0] == "trick" for _, event in hand.log) == sum(hand.won)
