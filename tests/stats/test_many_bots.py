"""What changes in a league of very many bots: fewer fits at once, and pairs that never met are left out."""

from __future__ import annotations

from importlib import import_module

import numpy as np
import pytest

from arena.stats import Bundles, pairs, ratings, tally
from arena.stats.bootstrap import CHUNK, MOST_CELLS, at_once, weights
from arena.stats.fit import joint_fit, normal_equations, ridge, scores, ties
from tests.stats.simulated import match

BOTS = ("a", "b", "c", "d")


def two_tables():
    """a meets b, c meets d, and b meets c; a never sits with d."""
    return [
        match(("a", "b"), range(6), [(3, 1), (2, 2), (0, 4), (3, 1), (1, 3), (4, 0)]),
        match(("c", "d"), range(6), [(1, 3), (2, 2), (4, 0), (3, 1), (0, 4), (1, 3)]),
        match(("b", "c"), range(6), [(2, 2), (2, 2), (4, 0), (3, 1), (1, 3), (0, 4)]),
    ]


def counted():
    bundles = Bundles(BOTS, 2, 0.0)
    for result in two_tables():
        bundles.add(result)
    return tally(two_tables(), BOTS, 0.0), bundles


def test_all_pairs_are_told_of_a_few_bots():
    assert len(pairs(*counted())) == 6


def test_of_very_many_bots_only_pairs_that_have_met(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(import_module("arena.stats.pairs"), "MOST_BOTS", 3)
    assert [{pair.first, pair.second} for pair in pairs(*counted())] == [{"a", "b"}, {"b", "c"}, {"c", "d"}]


def test_draws_do_not_depend_on_how_many_are_made_at_once():
    together, by_threes = (np.concatenate(list(weights(7, 50, chunk))) for chunk in (CHUNK, 3))
    assert np.array_equal(together, by_threes)


@pytest.mark.parametrize("unknowns", [3, 201, 2001, 100_001])
def test_fits_at_once_are_bounded_by_their_equations(unknowns: int):
    fits = at_once(unknowns)
    assert 1 <= fits <= CHUNK
    assert fits == 1 or fits * unknowns**2 <= MOST_CELLS


def test_ratings_do_not_depend_on_how_many_fits_are_made_at_once(monkeypatch: pytest.MonkeyPatch):
    usual = ratings(*counted())
    monkeypatch.setattr(import_module("arena.stats.ratings"), "at_once", lambda unknowns: 7)
    few = ratings(*counted())
    assert usual is not None and few is not None
    for one, other in zip(usual, few, strict=True):
        assert other.strength.half_width == pytest.approx(one.strength.half_width, rel=1e-9)


@pytest.mark.parametrize("size", [2, 3, 4])
def test_a_fit_solves_the_equations_tied_by_a_matrix(size: int):
    """The same as multiplying by the matrix of `ties`, which `joint_fit` spares itself."""
    random = np.random.default_rng(size)
    bots = 6
    met = np.zeros((bots, bots))
    paid = np.zeros((bots, bots))
    for _ in range(40):
        table = random.choice(bots, size, replace=False)
        payoffs = random.normal(size=size)
        met[np.ix_(table, table)] += 1
        paid[np.ix_(table, table)] += payoffs[:, None]
    tie = ties(bots, size)
    products = tie.T @ normal_equations(met, size) @ tie + np.diag(ridge(met))
    expected = tie @ np.linalg.solve(products, scores(paid) @ tie)
    fit = joint_fit(paid, met, size)
    assert np.allclose(np.concatenate(([fit.base], fit.own, fit.company)), expected)
