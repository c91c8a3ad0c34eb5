"""The exact solution of endings, held against a search that knows nothing but the rules' text."""

from __future__ import annotations

import dataclasses
import os
import random

import pytest

from arena.cards import bits
from arena.game import Game
from arena.hand import Hand
from arena.plugin import load
from arena.reckoning import Reckoning, Standing
from arena.search.endgame import TooMany, solve, solve_actions
from arena.search.max_n import preference
from arena.tricks import Tricks
from arena.variant import Variant
from tests.search import naive

REGISTRY = load()
POSITIONS = int(os.environ.get("TRICKARENA_ENDGAMES", "1"))
"""How many times the usual number of positions; TRICKARENA_ENDGAMES=50 takes many minutes."""


def position(variant: Variant, number: int, cards: int) -> Hand:
    """A hand played at random until `cards` are left in all hands together."""
    rng = random.Random(number)
    hand = Game(variant, f"ending {number}", number, single=True).hand
    while not hand.over and (
        not isinstance(hand.phase, Tricks) or sum(held.bit_count() for held in hand.hands) > cards
    ):
        hand.apply(rng.choice(list(bits(hand.legal()))))
    return hand


def naively(hand: Hand) -> dict[str, tuple[int, ...]]:
    """The same for the slow search: the hand in tokens."""
    deck, phase = hand.deck, hand.phase
    assert isinstance(phase, Tricks)
    rules: naive.Rules
    if hand.variant.name == "trollin":
        rules = naive.TrollinRules(hand.seats)
    else:
        assert hand.trump is not None
        rules = naive.TroevenRules(hand.trump, hand.dealer)
    start = naive.Position(
        hands=tuple(tuple(deck.tokens_of(held)) for held in hand.hands),
        won=tuple(tuple(deck.tokens_of(taken)) for taken in hand.taken),
        tricks=tuple(hand.won),
        leader=phase.leader,
        table=tuple(deck.tokens[card] for card in phase.cards),
    )
    legal = rules.legal(start.hands[phase.turn], start.table)
    return {card: naive.solve(rules, naive.play(rules, start, card)) for card in legal}


CASES = [
    ("trollin", 2, range(1, 9)),
    ("trollin", 3, range(1, 11)),
    ("trollin", 4, range(1, 13)),
    ("trollin", 5, range(1, 12)),
    ("trollin", 6, range(1, 13)),
    ("troeven", 4, range(1, 13)),
]


@pytest.mark.parametrize(("name", "seats", "sizes"), CASES, ids=lambda case: str(case))
def test_every_action_is_worth_what_the_slow_search_finds(name, seats, sizes):
    """Also in the middle of a trick: the numbers of cards are not only multiples of the seats."""
    variant = REGISTRY.variant(name)(seats=seats)
    for number in range(8 * POSITIONS):
        for cards in sizes:
            hand = position(variant, number, cards)
            assert solve_actions(hand) == naively(hand), (number, cards)


@pytest.mark.parametrize(("name", "seats"), [(name, seats) for name, seats, _ in CASES if seats < 5])
def test_the_last_six_tricks_go_as_they_were_valued(name, seats):
    """From six tricks before the end the best action keeps what it promised, down to the payoff itself."""
    variant = REGISTRY.variant(name)(seats=seats)
    hand = position(variant, 11, 6 * seats)
    value = solve(hand)
    while not hand.over:
        phase = hand.phase
        assert phase is not None
        teams = variant.teams[variant.team_of(phase.turn)]
        values = solve_actions(hand)
        token = max(values, key=lambda token: preference(phase.turn, teams)(values[token]))
        assert values[token] == value
        hand.play(token)
    assert tuple(variant.payoffs(hand.scores)) == value == solve(hand)


def long(times: int, reason: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(times > POSITIONS, reason=f"{reason}; TRICKARENA_ENDGAMES={times} runs it")


@pytest.mark.parametrize(
    ("seats", "tricks"),
    [
        pytest.param(5, 6, marks=long(2, "half a minute")),
        pytest.param(6, 5, marks=long(2, "half a minute")),
        pytest.param(6, 6, marks=long(50, "some minutes")),
    ],
)
def test_long_ends_of_many_players(seats, tricks):
    """The first player's best action is the value, and a position later it still is."""
    hand = position(REGISTRY.variant("trollin")(seats=seats), 1, tricks * seats)
    values = solve_actions(hand, most_positions=10_000_000)
    token = max(values, key=lambda token: preference(hand.phase.turn, (hand.phase.turn,))(values[token]))
    hand.play(token)
    assert solve(hand, most_positions=10_000_000) == values[token]


def mute(variant: Variant) -> Variant:
    """The same game by an author who does not say how it reckons."""
    kind = type(variant)
    options = {field.name: getattr(variant.options, field.name) for field in dataclasses.fields(variant.options)}
    return type(kind.__name__, (kind,), {"reckoning": Variant.reckoning})(seats=variant.seats, **options)


RECKONING = [kind() for _, kind in sorted(REGISTRY.variants.items()) if kind.reckoning is not Variant.reckoning]


@pytest.mark.parametrize(
    "variant", [*RECKONING, REGISTRY.variant("trollin")(seats=4, declare=True)], ids=lambda variant: variant.name
)
def test_what_a_variant_says_of_its_reckoning_changes_no_value(variant):
    silent = mute(variant)
    for number in range(6 * POSITIONS):
        hand, twin = (position(kind, number, 2 * variant.seats + number % 4) for kind in (variant, silent))
        assert solve_actions(hand) == solve_actions(twin)


def test_a_hand_before_its_tricks_can_be_solved_when_it_is_short():
    variant = REGISTRY.variant("knockout-whist")(seats=2)
    hand = Game(variant, "short", 0, single=True).hand
    with pytest.raises(TooMany):
        solve_actions(hand, most_positions=10)


def test_too_many_positions_are_refused():
    with pytest.raises(TooMany):
        solve(position(REGISTRY.variant("trollin")(seats=4), 1, 24), most_positions=50)


def test_a_finished_hand():
    hand = position(REGISTRY.variant("troeven")(), 1, 0)
    assert hand.over
    assert solve(hand) == tuple(hand.variant.payoffs(hand.scores))
    with pytest.raises(ValueError, match="nothing to choose"):
        solve_actions(hand)


def test_the_solved_hand_stays_as_it_is():
    hand = position(REGISTRY.variant("trollin")(seats=3), 2, 9)
    before = (hand.hands.copy(), hand.taken.copy(), hand.won.copy(), bytes(hand.actions), len(hand.log))
    solve(hand)
    assert before == (hand.hands, hand.taken, hand.won, bytes(hand.actions), len(hand.log))


def test_indifference_is_settled_by_what_the_others_get():
    # Seat 1 of three: the same for itself, then less for the others together, then less for seat 2.
    rank = preference(1, (1,))
    assert max([(2, 1, 2), (1, 1, 2), (2, 1, 1), (0, 0, 0)], key=rank) == (2, 1, 1)


def test_standings_of_trollin():
    settle = REGISTRY.variant("trollin")(seats=3).reckoning(position(REGISTRY.variant("trollin")(seats=3), 0, 9)).settle
    # All hearts are won, seat 0 has most of them alone: its tricks are worth nothing.
    assert settle((4, 2, 1), (2, 1, 3), 0) == Standing(0, (0, 1, 3))
    assert settle((3, 3, 1), (2, 1, 3), 0) == Standing(-1, (2, 1, 3))
    # One heart is left: seat 1 can still draw level, and seat 2 can't.
    assert settle((3, 2, 0), (2, 1, 3), 1) == Standing((0, 1, 2, 2, 1, 3))
    assert settle((4, 2, 0), (2, 1, 3), 1).banked == (0, 1, 3)


def test_a_lead_in_troeven_that_is_safe():
    variant = REGISTRY.variant("troeven")()
    hand = position(variant, 0, 16)
    reckoning = hand.variant.reckoning(hand)
    assert isinstance(reckoning, Reckoning)
    assert not reckoning.settle((20, 12), (4, 0), 8).decided
    safe = reckoning.settle((21, 11), (4, 0), 8)
    assert safe.decided
    size = 2 if hand.dealer % 2 == 0 else 1
    assert safe.banked == (size, -size, size, -size)
