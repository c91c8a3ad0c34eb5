"""One tree for all worlds: it tries everything, learns what pays, and is the same again."""

import random
import time

import pytest
from arena_schnapsen import Schnapsen
from arena_trollin import Trollin

from arena.game import Game
from arena.puppet import NoWorld
from arena.search import Budget, Experience, explore, seen_hand
from arena.search.endgame import solve_actions
from tests.game.playing import Twins, any_action, fresh
from tests.search.test_evaluation import last_but_one


def grown(hand, worlds, seed=3, deadline_s=float("inf")):
    rng = random.Random(seed)
    experience = Experience(hand.variant, rng)
    *_, tree = explore(seen_hand(hand), hand.legal_tokens(), rng, Budget(worlds, deadline_s), experience)
    return tree


@pytest.mark.parametrize("variant", [Trollin(3), Schnapsen(2), Twins()], ids=lambda variant: variant.name)
def test_every_action_is_tried_and_nothing_else(variant):
    hand, chance = fresh(variant, 4)
    for _ in range(3):
        hand.apply(any_action(hand, chance))
    tree = grown(hand, 5)
    assert set(tree.visits) == set(hand.legal_tokens())
    assert tree.choice in tree.visits


def test_every_action_is_tried_even_after_the_deadline():
    hand = Game(Trollin(2), "late", 0, single=True).hand
    tree = grown(hand, 100, deadline_s=time.monotonic() - 1)
    assert min(tree.visits.values()) == 1
    assert len(tree.visits) == len(hand.legal_tokens()) > sum(tree.visits.values()) - 4


def test_a_counted_budget_grows_the_same_tree_again_and_leaves_the_world_alone():
    hand = Game(Trollin(3), "same", 0, single=True).hand
    before = hand.copy()
    assert grown(hand, 20).visits == grown(hand, 20).visits
    assert grown(hand, 20).visits != grown(hand, 20, seed=4).visits
    assert (hand.hands, hand.actions) == (before.hands, before.actions)


@pytest.mark.parametrize("seed", range(5))
def test_near_the_end_it_comes_to_the_exact_answer(seed):
    hand = last_but_one(Trollin(2), 10 * seed)
    paid = {token: payoffs[hand.phase.turn] for token, payoffs in solve_actions(hand).items()}
    assert paid[grown(hand, 40).choice] == max(paid.values())


def test_without_a_world_there_is_no_tree():
    def nothing():
        raise NoWorld("none")

    rng = random.Random(0)
    with pytest.raises(NoWorld):
        next(explore(nothing, ["AS"], rng, Budget(1), Experience(Trollin(2), rng)))
