"""The value of an action: what it counts, in which worlds, and how sure it is."""

import math
import random
import time

import pytest
from arena_trollin import Trollin

from arena.game import Game
from arena.search import Budget, Evaluation, evaluate, search, seen_hand
from arena.search.endgame import solve_actions
from arena.search.evaluation import BIDDING_DOUBT
from tests.game.playing import Twins, any_action, fresh


def last_trick(variant, seed):
    """A hand before its last trick, where nobody has a choice left."""
    hand, chance = fresh(variant, seed)
    while sum(cards.bit_count() for cards in hand.hands) > variant.seats or hand.phase.cards:
        hand.apply(any_action(hand, chance))
    return hand


def test_with_one_card_each_the_value_is_what_the_hand_will_pay():
    hand = last_trick(Trollin(4), 5)
    end = hand.copy()
    while not end.over:
        end.apply(end.legal().bit_length() - 1)
    for seat in range(4):
        found = evaluate(seen_hand(hand), seat, hand.legal_tokens(), random.Random(0), Budget(3))
        assert [value.mean for value in found.values] == [end.scores[seat]]
        assert found.best.standard_error == 0


def test_a_counted_budget_gives_the_same_values_again_and_leaves_the_world_alone():
    hand = Game(Trollin(3), "same", 0, single=True).hand
    before = hand.copy(log=True)
    seat, legal = hand.phase.turn, hand.legal_tokens()
    one = evaluate(seen_hand(hand), seat, legal, random.Random(7), Budget(4))
    two = evaluate(seen_hand(hand), seat, legal, random.Random(7), Budget(4))
    other = evaluate(seen_hand(hand), seat, legal, random.Random(8), Budget(4))
    assert one == two != other
    assert [value.worlds for value in one.values] == [4] * len(legal)
    assert (hand.hands, hand.actions, hand.log) == (before.hands, before.actions, before.log)


def test_one_world_is_looked_at_even_after_the_deadline():
    hand = Game(Trollin(3), "late", 0, single=True).hand
    found = evaluate(
        seen_hand(hand), hand.phase.turn, hand.legal_tokens(), random.Random(0), Budget(50, time.monotonic() - 1)
    )
    assert {value.worlds for value in found.values} == {1}
    assert all(math.isinf(value.standard_error) for value in found.values)


def test_actions_are_known_by_their_tokens_where_two_cards_show_the_same_face():
    hand, chance = fresh(Twins(), 3)
    while hand.phase.kind != "play":
        hand.apply(any_action(hand, chance))
    faces = hand.legal_tokens()
    found = evaluate(seen_hand(hand), hand.phase.turn, hand.legal_tokens(), chance, Budget(2))
    assert [*found.samples] == faces


def test_a_loss_is_the_mean_of_the_differences_world_by_world():
    found = Evaluation({"AS": (3.0, 1.0, 2.0), "KS": (1.0, 1.0, 1.0), "QS": (9.0,)})
    assert found.best.token == "AS"
    assert found.loss("AS") == (0, 0)
    assert found.loss("KS") == (1.0, pytest.approx(1 / math.sqrt(3)))


def test_without_an_action_there_is_nothing_to_evaluate():
    hand = Game(Trollin(3), "none", 0, single=True).hand
    with pytest.raises(ValueError, match="no action"):
        evaluate(seen_hand(hand), 0, [], random.Random(0), Budget(1))


def test_a_search_tells_more_after_each_world_and_ends_where_evaluate_does():
    hand = Game(Trollin(3), "same", 0, single=True).hand
    seat, legal = hand.phase.turn, hand.legal_tokens()
    steps = list(search(seen_hand(hand), seat, legal, random.Random(7), Budget(4)))
    assert [step.best.worlds for step in steps] == [1, 2, 3, 4]
    assert steps[-1].samples == evaluate(seen_hand(hand), seat, legal, random.Random(7), Budget(4)).samples


def test_a_narrowing_search_leaves_clearly_worse_actions_out_of_further_worlds():
    hand = last_but_one(Trollin(2), 1)
    seat, legal = hand.phase.turn, hand.legal_tokens()
    solved = {token: paid[seat] for token, paid in solve_actions(hand).items()}
    assert len(set(solved.values())) == 2
    *_, found = search(seen_hand(hand), seat, legal, random.Random(0), Budget(30), narrowing=True, solving=True)
    worse, better = sorted(found.values, key=lambda value: value.mean)
    assert (better.mean, worse.mean) == (max(solved.values()), min(solved.values()))
    assert better.worlds == worse.worlds < 30  # One is left, and there is nothing to choose any more.
    assert found.best.token == found.sound.token == better.token


def last_but_one(variant, seed):
    """A hand with two cards each, where the choice makes a difference to the seat that leads."""
    for attempt in range(seed, seed + 100):
        hand, chance = fresh(variant, attempt)
        while sum(cards.bit_count() for cards in hand.hands) > 2 * variant.seats or hand.phase.cards:
            hand.apply(any_action(hand, chance))
        turn = hand.phase.turn
        if len({paid[turn] for paid in solve_actions(hand).values()}) == 2:
            return hand
    raise AssertionError("no deal has such an end")


def test_votes_decide_between_actions_that_the_values_cannot_tell_apart():
    close = Evaluation({"AS": (3.0, 1.0, 2.0), "KS": (1.0, 3.0, 1.5)}, {"KS": 2, "AS": 1})
    assert (close.best.token, close.sound.token) == ("AS", "KS")
    clear = Evaluation({"AS": (3.0, 3.0, 3.0), "KS": (1.0, 1.0, 1.5)}, {"KS": 3})
    assert clear.sound.token == "AS"


def test_a_bid_must_be_further_ahead_of_passing_than_a_card_of_another_card():
    samples = {"pass": (0.0, 0.0, 0.0, 0.0), "3S": (3.0, -1.0, 2.0, 1.5)}
    assert Evaluation(samples, {"pass": 4}).sound.token == "3S"
    assert Evaluation(samples, {"pass": 4}, BIDDING_DOUBT).sound.token == "pass"
