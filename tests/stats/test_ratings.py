"""Ratings against known truths, against another library, and where the league is no round robin."""

from __future__ import annotations

import os
from itertools import combinations

import choix
import numpy as np
import pytest

from arena.stats import Bundles, ratings, tally
from arena.stats.bootstrap import weights
from arena.stats.bradley_terry import bradley_terry
from tests.stats.simulated import NAMES, Truth, league, match

LEAGUES = int(os.environ.get("TRICKARENA_SIMULATED_LEAGUES", "30"))
"""For each number of seats; a thousand take two minutes."""


def rated(results, bots: int, seats: int):
    results = list(results)
    bundles = Bundles(NAMES[:bots], seats, -9.0)
    for result in results:
        bundles.add(result)
    total = tally(results, NAMES[:bots], -9.0)
    return ratings(total, bundles), total


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_intervals_of_strengths_hold_the_truth(seats):
    truth = Truth(tuple(0.3 * n for n in range(seats + 1)))
    means = truth.means(seats)
    held = []
    for seed in range(LEAGUES):
        lines, _ = rated(league(truth, seats, 30, seed), seats + 1, seats)
        held += [line.strength.low <= means[NAMES.index(line.bot)] <= line.strength.high for line in lines]
    slack = 0.02 if LEAGUES >= 1000 else 0.05
    assert abs(np.mean(held) - 0.95) <= slack


def test_in_a_round_robin_the_strength_is_the_mean_payoff_whatever_the_game_pays():
    for fixed_sum in (True, False):
        truth = Truth((0.0, 0.5, 1.0, 1.5), fixed_sum=fixed_sum)
        lines, total = rated(league(truth, 3, 20, 1), 4, 3)
        for line in lines:
            mean = total.payoff.mean(NAMES.index(line.bot))
            assert line.strength.mean == pytest.approx(mean.mean, abs=1e-6)
            assert line.strength.half_width == pytest.approx(mean.half_width, rel=0.15)


def test_a_gauntlet_is_corrected_for_whom_each_bot_met():
    """b, c and d have met a, the strongest of all; e has met b alone. Mean payoffs put e above c."""
    games = {("a", "b"): 1.0, ("a", "c"): 2.0, ("a", "d"): 3.0, ("b", "e"): 1.5}
    results = []
    for (one, other), lead in games.items():
        results.append(match((one, other), range(20), [(lead / 2, -lead / 2)] * 20))
        results.append(match((other, one), range(20), [(-lead / 2, lead / 2)] * 20))
    lines, total = rated(results, 5, 2)
    assert [line.bot for line in lines] == ["a", "b", "c", "e", "d"]
    # a would lead b, c, e, d by 1, 2, 2.5, 3, and be paid half of that: against all four (0.5 + 1 + 1.25 + 1.5) / 4.
    # b against a, c, e, d: (-0.5 + 0.5 + 0.75 + 1) / 4; and so on.
    strengths = {line.bot: line.strength.mean for line in lines}
    assert strengths == pytest.approx({"a": 1.0625, "b": 0.4375, "c": -0.1875, "e": -0.5, "d": -0.8125}, abs=1e-4)
    assert total.payoff.mean(4).mean > total.payoff.mean(2).mean


def test_bots_that_never_met_are_not_rated_together():
    results = [match(("a", "b"), (0, 1), [(1, 0)] * 2), match(("c", "d"), (0, 1), [(1, 0)] * 2)]
    assert rated(results, 4, 2)[0] is None


def test_nothing_played_is_not_rated():
    assert rated([], 3, 2)[0] is None


def test_one_deal_has_ratings_without_intervals():
    lines, _ = rated([match(("a", "b"), (0,), [(1, 0)])], 2, 2)
    assert [(line.bot, line.strength.half_width, line.separated) for line in lines] == [
        ("a", None, False),
        ("b", None, False),
    ]


def test_the_wins_of_a_known_scale_are_found_again():
    """Chances of 10/11 and 1/11 are 400 points, as the scale is made."""
    results = [match(("a", "b"), range(1100), [(1, 0)] * 1000 + [(0, 1)] * 100)]
    lines, _ = rated(results, 2, 2)
    assert lines[0].elo.mean - lines[1].elo.mean == pytest.approx(400, abs=2)


def test_bradley_terry_agrees_with_another_library():
    random = np.random.default_rng(7)
    strengths = np.array([0.0, 0.4, 0.9, -0.6])
    won = np.zeros((4, 4))
    for one, other in combinations(range(4), 2):
        chance = 1 / (1 + np.exp(strengths[other] - strengths[one]))
        won[one, other] = random.binomial(5000, chance)
        won[other, one] = 5000 - won[one, other]
    ours = bradley_terry(won, won + won.T)
    theirs = choix.ilsr_pairwise_dense(won)
    assert ours - ours.mean() == pytest.approx(theirs - theirs.mean(), abs=2e-3)


def test_one_that_always_wins_has_a_number():
    won = np.array([[0.0, 50.0], [0.0, 0.0]])
    found = bradley_terry(won, won + won.T)
    assert np.isfinite(found).all() and found[0] > found[1] + 2


def test_many_leagues_are_fitted_at_once_as_one_by_one():
    random = np.random.default_rng(8)
    won = random.integers(1, 30, size=(5, 3, 3)).astype(float)
    met = won + won.transpose(0, 2, 1)
    together = bradley_terry(won, met)
    assert together == pytest.approx(np.array([bradley_terry(*one) for one in zip(won, met, strict=True)]), abs=1e-7)


def test_the_deals_drawn_again_are_as_many_as_there_are_and_always_the_same():
    rows = np.concatenate(list(weights(7, 250)))
    assert rows.shape == (250, 7)
    assert (rows.sum(axis=1) == 7).all()
    assert (rows == np.concatenate(list(weights(7, 250)))).all()
