"""One tree for all worlds: what each seat does next is learned together with what it is worth.

Information-set Monte Carlo tree search with one observer (P. I. Cowling, E. J. Powley and D. Whitehouse, Information
Set Monte Carlo Tree Search, IEEE Transactions on Computational Intelligence and AI in Games 4(2), 2012): each play-out
follows, in the world at hand, the actions that have paid their seats most, tries one that is new, and goes on as
play-outs do. Beside `arena.search.evaluation`, for bots; it knows what that knows.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterator, Sequence

from arena.cards import bits
from arena.hand import Hand
from arena.search.evaluation import Budget, Draw
from arena.search.experience import Experience

PLAY_OUTS = 4
"""How many play-outs begin in each world: to draw one costs about as much as a play-out."""
CURIOSITY = 0.7
"""How much an action that has been tried little is favoured, in parts of the range of payoffs seen."""


class Node:
    """An action in the tree: what it has paid the seat that took it, and how often it was taken and could have been."""

    __slots__ = ("available", "below", "paid", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.available = 0
        self.paid = 0.0
        self.below: dict[tuple[int, str], Node] = {}


class Tree:
    """What has been learned of one decision. `choice` is the action taken most often."""

    def __init__(self, experience: Experience, rng: random.Random) -> None:
        self._experience = experience
        self._rng = rng
        self._root = Node()
        self._low, self._high = math.inf, -math.inf

    @property
    def visits(self) -> dict[str, int]:
        """How often each action was tried, by its token."""
        return {token: node.visits for (_, token), node in self._root.below.items()}

    @property
    def choice(self) -> str:
        """The token of the action that was taken most often, and of several such of the one that has paid most."""
        below = self._root.below.items()
        (_, token), _ = max(below, key=lambda item: (item[1].visits, item[1].paid / item[1].visits))
        return token

    def grow(self, world: Hand) -> None:
        """Play a copy of `world` out, through the tree and one action beyond it."""
        hand = world.copy()
        path = self._descend(hand)
        paid = self._experience.play_out(hand)
        self._low, self._high = min(self._low, *paid), max(self._high, *paid)
        for seat, node in path:
            node.visits += 1
            node.paid += paid[seat]

    def _descend(self, hand: Hand) -> list[tuple[int, Node]]:
        """Carry out the actions of one way down the tree; who took them, and their nodes."""
        node, path = self._root, []
        while (phase := hand.phase) is not None:
            seat, alphabet = phase.turn, phase.alphabet(hand)
            known: list[tuple[int, Node]] = []
            new: list[int] = []
            for action in bits(phase.legal(hand)):
                below = node.below.get((seat, alphabet[action]))
                if below is None:
                    new.append(action)
                else:
                    below.available += 1
                    known.append((action, below))
            if new:
                action = self._rng.choice(new)
                below = node.below[seat, alphabet[action]] = Node()
                below.available = 1
                node = below
            else:
                action, node = max(known, key=self._promise)
            path.append((seat, node))
            hand.apply(action)
            if new:
                break
        return path

    def _promise(self, item: tuple[int, Node]) -> float:
        node = item[1]
        bonus = CURIOSITY * (self._high - self._low) * math.sqrt(math.log(node.available) / node.visits)
        return node.paid / node.visits + bonus


def explore(
    draw: Draw, legal: Sequence[str], rng: random.Random, budget: Budget, experience: Experience
) -> Iterator[Tree]:
    """Grow a tree from the decision in which the drawn hands stand; tell of it after each world.

    Every action of `legal` is tried at least once before the tree is told of, whatever the budget. Raises what `draw`
    raises (`NoWorld`).
    """
    tree = Tree(experience, rng)
    number = 0
    while number < budget.worlds or len(tree.visits) < len(legal):
        if time.monotonic() >= budget.deadline_s and len(tree.visits) == len(legal):
            return
        world = draw()
        for _ in range(PLAY_OUTS):
            tree.grow(world)
        number += 1
        if len(tree.visits) == len(legal):
            yield tree
