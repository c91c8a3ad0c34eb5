"""Rules alone: what is legal, and carrying it out, in one process; beside OpenSpiel's Python loop where there is one.

Both play the same games card by card, always the last legal action; once with the time of dealing, once without.
Actions differ a little (OpenSpiel's last action is not always ours), the work does not.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator
from functools import partial

from arena_euchre import Euchre
from arena_hearts import Hearts
from arena_oh_hell import OhHell
from arena_spades import Spades
from arena_troeven import Troeven
from arena_trollin import Trollin

from arena.game import Game
from arena.variant import Variant
from benchmarks.measuring import Figure, Stopwatch, Taken, Unit, total

GROUP = "rules alone"
DEALING = "dealing included"
PEER = ["hearts", "spades", "euchre", "oh_hell"]
VARIANTS = (Trollin(4), Troeven(), Hearts(), Spades(), Euchre(), OhHell())


def cards_taken(variant: Variant, deals: int, *, dealing: bool = False) -> Taken:
    """The time of so many deals, played card by card. dealing: the time of dealing counts as well."""
    parts = []
    for number in range(deals):
        with Stopwatch() as watch:
            hand = Game(variant, "bench", number, single=True).hand
            if not dealing:
                watch.start()
            dealt = len(hand.actions)
            while hand.phase is not None:
                hand.apply(hand.phase.legal(hand).bit_length() - 1)
        parts.append(watch.taken(len(hand.actions) - dealt))
    return total(parts)


def copies_taken(variant: Variant, count: int) -> Taken:
    """The time of so many copies of a hand in the middle of play."""
    hand = Game(variant, "bench", 0, single=True).hand
    for _ in range(12):
        hand.apply((hand.legal() & -hand.legal()).bit_length() - 1)
    with Stopwatch() as watch:
        for _ in range(count):
            hand.copy()
    return watch.taken(count)


def peer_taken(name: str, deals: int, *, dealing: bool = False) -> Taken:
    """OpenSpiel's time for so many deals of its game of this name, likewise; it deals card by card."""
    import numpy as np
    import pyspiel

    game = pyspiel.load_game(name)
    rng = np.random.default_rng(1)
    parts = []
    for _ in range(deals):
        actions = 0
        with Stopwatch() as watch:
            state = game.new_initial_state()
            while state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(int(rng.choice(outcomes, p=chances)))
            if not dealing:
                watch.start()
            while not state.is_terminal():
                state.apply_action(state.legal_actions()[-1])
                actions += 1
        parts.append(watch.taken(actions))
    return total(parts)


def figures(deals: int, left_out: Callable[[str], None]) -> Iterator[Figure]:
    """The figures of this part. left_out is told what can't be measured here, and why."""
    for variant in VARIANTS:
        yield Figure(GROUP, variant.name, Unit.CARDS, partial(cards_taken, variant, deals))
    yield Figure(GROUP, "copy of a hand", Unit.COPIES, partial(copies_taken, VARIANTS[0], 20 * deals))
    if importlib.util.find_spec("pyspiel") is None:
        left_out("OpenSpiel: not installed (pip install 'trickarena[bench]')")
        return
    for name in PEER:
        yield Figure(GROUP, f"OpenSpiel {name}", Unit.CARDS, partial(peer_taken, name, deals))
    yield Figure(GROUP, f"hearts, {DEALING}", Unit.CARDS, partial(cards_taken, Hearts(), deals, dealing=True))
    yield Figure(GROUP, f"OpenSpiel hearts, {DEALING}", Unit.CARDS, partial(peer_taken, "hearts", deals, dealing=True))
