"""Trains a policy by self-play: what each action is worth, learnt from how the deals ended that it was tried in.

A network maps what a seat is shown to one number an action, its expected payoff. All seats play by it, now and then
at random, and every choice is then told what its seat was paid in the end (Monte-Carlo values). Nothing here knows the
game. Try:  python examples/learner/train.py --seats 2 --deals 20000 --out my-policy.npz
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.neural_network import MLPRegressor

from arena.errors import InputError
from arena.plugin import load
from arena.rl import env

BATCH = 512
"""Choices that a step of the optimiser looks at."""


@dataclass(frozen=True)
class Plan:
    """What to train, and how long."""

    variant: str = "trollin"
    seats: int = 4
    deals: int = 100_000
    seed: int = 1
    tables: int = 128
    hidden: tuple[int, ...] = (128, 128)
    at_random: tuple[float, float] = (0.2, 0.02)
    """The part of choices made at random, at the beginning and at the end."""
    rate: float = 5e-4
    """The optimiser's step."""


@dataclass
class Choices:
    """Choices that were made, and what their seats were paid."""

    shown: list[Any]
    chosen: list[int]
    paid: list[float]


class Learner:
    """The network and what it takes to play by it."""

    def __init__(self, plan: Plan, features: int, actions: int) -> None:
        self.rng = np.random.default_rng(plan.seed)
        self.net = MLPRegressor(
            hidden_layer_sizes=plan.hidden,
            learning_rate_init=plan.rate,
            batch_size=BATCH,
            alpha=0.0,
            random_state=plan.seed,
        )
        # The first call settles the sizes.
        self.net.partial_fit(np.zeros((BATCH, features), np.float32), np.zeros((BATCH, actions), np.float32))

    def choose(self, shown: Any, masks: Any, at_random: float) -> Any:
        """An action for each row: the legal one of the highest value, or any legal one."""
        values = np.where(masks, self.net.predict(shown), -np.inf)
        any_legal = np.where(masks, self.rng.random(masks.shape), -np.inf)
        odd = self.rng.random(len(masks)) < at_random
        return np.where(odd, any_legal.argmax(axis=1), values.argmax(axis=1))

    def learn(self, made: Choices) -> float:
        """One pass over some choices, in whole batches; the mean square of what their values were off by."""
        shown, chosen, paid = np.asarray(made.shown), np.asarray(made.chosen), np.asarray(made.paid, np.float32)
        off = 0.0
        order = self.rng.permutation(len(shown))
        order = order[: len(order) - len(order) % BATCH]
        for rows in np.split(order, len(order) // BATCH):
            # Only the value of the action that was tried is to change: for the others the network is right.
            wanted = self.net.predict(shown[rows])
            tried = np.arange(len(rows)), chosen[rows]
            off += float(((wanted[tried] - paid[rows]) ** 2).sum())
            wanted[tried] = paid[rows]
            self.net.partial_fit(shown[rows], wanted)
        return off / len(order)


def rounds(plan: Plan, learner: Learner, tables: Sequence[Any]) -> Iterator[Choices]:
    """Deals played at all tables at once, a round after the other, each with all its choices."""
    done = 0
    while done < plan.deals:
        at_random = between(plan.at_random, done / plan.deals)
        made = Choices([], [], [])
        for table in tables:
            table.reset()
        open_tables = [(table, [[] for _ in table.possible_agents]) for table in tables]
        while open_tables:
            seen = [table.observe(table.agent_selection) for table, _ in open_tables]
            shown = np.stack([one["observation"] for one in seen])
            masks = np.stack([one["action_mask"] for one in seen])
            still_open = []
            for row, action in enumerate(learner.choose(shown, masks, at_random)):
                table, choices = open_tables[row]
                choices[table.possible_agents.index(table.agent_selection)].append((shown[row], action))
                table.step(action)
                if any(table.terminations.values()):
                    gather(made, choices, [table.rewards[agent] for agent in table.possible_agents])
                else:
                    still_open.append(open_tables[row])
            open_tables = still_open
        done += len(tables)
        yield made


def gather(made: Choices, choices: Sequence[Sequence[tuple[Any, int]]], paid: Sequence[float]) -> None:
    """Add the choices of a deal, each with the payoff of its seat."""
    for own, payoff in zip(choices, paid, strict=True):
        for shown, action in own:
            made.shown.append(shown)
            made.chosen.append(action)
            made.paid.append(payoff)


def between(ends: tuple[float, float], part: float) -> float:
    """On the way from one number to another, in equal ratios."""
    return float(ends[0] * (ends[1] / ends[0]) ** part)


def train(plan: Plan, report: Any = print) -> dict[str, Any]:
    """Train, and return the policy as arrays: `w0`, `b0`, `w1` and so on, and the encoding as JSON text."""
    game = load().variant(plan.variant)(plan.seats)
    tables = [env(game, raw=True) for _ in range(plan.tables)]
    for number, table in enumerate(tables):
        table.reset(seed=plan.seed * 100_000 + number)
    encoding = tables[0].encoding
    learner = Learner(plan, encoding.size, len(encoding.actions))
    began_s = time.monotonic()
    for number, made in enumerate(rounds(plan, learner, tables), 1):
        off = learner.learn(made)
        if number % 50 == 0:
            report(f"{number * plan.tables} deals, {time.monotonic() - began_s:.0f} s: off by {off**0.5:.3f} points")
    layers = zip(learner.net.coefs_, learner.net.intercepts_, strict=True)
    arrays = {f"{name}{at}": array for at, pair in enumerate(layers) for name, array in zip("wb", pair, strict=True)}
    return {name: array.astype(np.float32) for name, array in arrays.items()} | {
        "encoding": np.array(json.dumps(encoding.plain()))
    }


def main() -> None:
    """Train by the command line's wishes and keep the policy."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--variant", default=Plan.variant)
    parser.add_argument("--seats", type=int, default=Plan.seats)
    parser.add_argument("--deals", type=int, default=Plan.deals)
    parser.add_argument("--seed", type=int, default=Plan.seed)
    parser.add_argument("--out", type=Path, required=True, help="the file to keep the policy in (.npz)")
    wishes = parser.parse_args()
    plan = Plan(wishes.variant, wishes.seats, wishes.deals, wishes.seed)
    try:
        policy = train(plan)
    except InputError as error:
        parser.error(str(error))
    np.savez_compressed(wishes.out, **policy)


if __name__ == "__main__":
    main()
