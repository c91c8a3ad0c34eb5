"""The view of a seat: what it has been told, folded, and nothing else."""

from __future__ import annotations

from typing import Any

from arena_troeven import Troeven
from arena_trollin import Trollin
from hypothesis import given

from arena.hand import Hand
from arena.tricks import Tricks
from arena.variant import Variant
from arena.views import Views
from arena.wire.messages import Act, encode
from arena.wire.plain import unpack
from tests.game.playing import audience, bounded, fresh, seeds, steps, variants

HEADER_BYTES = 4


def fold_of(variant: Variant, totals: list[int], events: list[Any], seat: int) -> Views:
    """What a bot in `seat` makes of its own events."""
    views = Views(variant, totals)
    for event in events:
        views.see(event, seat)
    return views


@given(variants, seeds)
@bounded
def test_a_seats_own_events_give_the_view_that_the_shared_fold_gives(variant: Variant, seed: int) -> None:
    totals = variant.start_totals()
    shared, folded = Views(variant, totals), 0
    for hand in steps(*fresh(variant, seed)):
        shared.fold(hand.log, folded)
        folded = len(hand.log)
        kind = hand.phase.kind if hand.phase else "over"
        for seat in range(hand.seats):
            own = fold_of(variant, totals, audience(hand, seat), seat)
            assert own.view(seat, kind) == shared.view(seat, kind)


@given(variants, seeds)
@bounded
def test_the_view_shows_the_table_as_it_is(variant: Variant, seed: int) -> None:
    totals = variant.start_totals()
    for hand in steps(*fresh(variant, seed)):
        if hand.phase is None:
            continue
        seat, kind = hand.phase.turn, hand.phase.kind
        view = fold_of(variant, totals, audience(hand, seat), seat).view(seat, kind)
        assert view["phase"] == kind
        assert view["hand"] == hand.deck.tokens_of(hand.hands[seat])
        assert view["won"] == hand.won
        assert view["scores"] == totals
        assert view["trump"] == (hand.trump or view["trump"])
        if isinstance(hand.phase, Tricks):
            trick, leader = hand.phase.cards, hand.phase.leader
            assert view["leader"] == leader
            expected = [((leader + place) % hand.seats, hand.deck.tokens[card]) for place, card in enumerate(trick)]
            assert [tuple(played) for played in view["trick"]] == expected
            if sum(hand.won):
                others = range(hand.seats)
                views = [fold_of(variant, totals, audience(hand, other), other).view(other, kind) for other in others]
                assert {other["leader"] for other in views} == {leader}
        else:
            assert (view["trick"], view["leader"]) == ([], None)


@given(variants, seeds)
@bounded
def test_events_that_came_over_the_wire_give_the_same_view_as_the_view_that_came_with_them(
    variant: Variant, seed: int
) -> None:
    totals = variant.start_totals()
    for hand in steps(*fresh(variant, seed)):
        if hand.phase is None:
            continue
        seat, kind = hand.phase.turn, hand.phase.kind
        views = Views(variant, totals)
        views.fold(hand.log)
        sent = encode([Act(0, 1, hand.legal_tokens(), 1000, audience(hand, seat), views.view(seat, kind))])
        (act,) = unpack(sent[HEADER_BYTES:])
        own = fold_of(variant, totals, act["events"], seat).view(seat, kind)
        assert {**own, "trick": [list(played) for played in own["trick"]]} == act["view"]


@given(variants, seeds)
@bounded
def test_a_new_hand_clears_the_table_and_keeps_the_score(variant: Variant, seed: int) -> None:
    hand, chance = fresh(variant, seed)
    for _ in steps(hand, chance):
        pass
    hand.tell(("scores", hand.scores))
    totals = variant.start_totals()
    after = [total + change for total, change in zip(totals, hand.scores, strict=True)]
    following = Hand(variant, pack=hand.pack, dealer=hand.dealer, number=2, log=hand.log)
    for seat in range(hand.seats):
        view = fold_of(variant, totals, audience(following, seat), seat).view(seat, "play")
        fresh_view = fold_of(variant, after, audience(following, seat)[-len(news(following, seat)) :], seat)
        assert view == fresh_view.view(seat, "play")
        assert view["scores"] == after
        assert view["hand"] == hand.deck.tokens_of(following.hands[seat])


def news(hand: Hand, seat: int) -> list[Any]:
    return [event for to, event in hand.log[hand.opening :] if to in (-1, seat)]


def test_the_keys_of_a_view_are_those_of_the_protocol_and_what_the_variant_documents() -> None:
    common = {"phase", "hand", "trick", "leader", "trump", "won", "scores"}
    assert set(Views(Troeven(), [7] * 4).view(0, "trump")) == common
    assert set(Views(Trollin(4), [0] * 4).view(0, "play")) == common
    declaring = Trollin(4, declare=True)
    views = Views(declaring, [0] * 4)
    assert set(views.view(0, "declare")) == common | {"declarer"}
    assert views.view(0, "declare")["declarer"] is None
    views.see(("declare", 1, "pass"), 0)
    assert views.view(0, "declare")["declarer"] is None
    views.see(("declare", 2, "declare"), 0)
    assert views.view(0, "play")["declarer"] == 2


def test_spades_are_trumps_in_trollin_before_anybody_says_so_and_none_are_in_troeven_before_the_call() -> None:
    assert Views(Trollin(4, declare=True), [0] * 4).view(0, "declare")["trump"] == "S"
    views = Views(Troeven(), [7] * 4)
    assert views.view(1, "trump")["trump"] is None
    views.see(("trump", 1, "D"), 0)
    assert views.view(0, "play")["trump"] == "D"


def test_a_card_shown_is_no_longer_certain_once_its_holder_has_put_something_aside_unseen() -> None:
    public: list[tuple[int, tuple[Any, ...]]] = [(-1, ("deal", 1, 0)), (-1, ("show", 1, ["AS"]))]
    everyones, others = Views(Troeven(), [7] * 4), Views(Troeven(), [7] * 4)
    everyones.fold([*public, (1, ("hand", ["AS"])), (1, ("discard", 1, "AS"))])
    others.fold(public)
    # What was put aside must not be read off from the cards that are left.
    assert everyones.view(0, "play")["shown"] == others.view(0, "play")["shown"] == [(1, ["AS"])]
    everyones.fold([(-1, ("picked", 1, 1))])
    assert "shown" not in everyones.view(0, "play")
