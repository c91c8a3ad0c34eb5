"""The value of each action that a seat may choose: what it gets on the average over worlds.

`evaluate` plays every action out in the same worlds, so that luck falls on all of them alike, and says how sure the
figures are. Bots and analyses call it with their own source of worlds; it knows neither.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from arena.hand import Hand
from arena.search.endgame import Payoffs, TooMany, reckons, solve_actions
from arena.search.experience import Experience
from arena.tricks import Tricks

NARROW_EVERY = 6
"""After so many worlds, and again after as many more, the actions are looked through."""
CLEAR = 2.0
"""How many standard errors of the difference make an action clearly worse than the best."""

SOLVED, SOLVED_FAST = 8, 12
"""With so many cards in all hands the rest is solved: of any game, and of one that says how it reckons."""
MOST_POSITIONS = 5000

DOUBT, BIDDING_DOUBT = 1.0, 2.0
"""So many standard errors of the difference leave open which of two cards, or of two bids, is better.

Of dozens of bids one always looks good by chance, and a bid that fails costs more than a card.
"""

Draw = Callable[[], Hand]
"""A source of worlds: each call gives a hand in the state of the decision. What it gives is copied, never changed."""


@dataclass(frozen=True, slots=True)
class Budget:
    """When to stop: after so many worlds, or at a time of `time.monotonic()`, whichever comes first.

    With worlds alone the same generator gives the same values. One world is always looked at.
    """

    worlds: int
    deadline_s: float = math.inf


@dataclass(frozen=True, slots=True)
class ActionValue:
    """What one action is worth to the seat: mean and standard error over the worlds in which it was tried.

    standard_error: infinite after a single world.
    """

    token: str
    mean: float
    standard_error: float
    worlds: int


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The values of the legal actions, in their order. `samples` has each action's value world by world.

    World number n is the same one for all actions that were tried in it. votes: in how many worlds the seats of the
    play-outs would have chosen an action themselves, going by prices, or by passing. doubt: see `sound`.
    """

    samples: dict[str, tuple[float, ...]]
    votes: dict[str, int] = field(default_factory=dict)
    doubt: float = DOUBT

    @property
    def values(self) -> tuple[ActionValue, ...]:
        """One row for each legal action."""
        return tuple(
            ActionValue(token, *_mean_and_error(values), len(values)) for token, values in self.samples.items()
        )

    @property
    def best(self) -> ActionValue:
        """The action with the highest mean of those tried in the most worlds; of equals the first."""
        values = self.values
        most = max(value.worlds for value in values)
        return max((value for value in values if value.worlds == most), key=lambda value: value.mean)

    @property
    def choice(self) -> str:
        """The token of the action to take: the sound one."""
        return self.sound.token

    @property
    def sound(self) -> ActionValue:
        """The action with the most votes of those that are not `doubt` standard errors worse than the best.

        A few worlds leave much to luck, and the seats of the play-outs choose sensibly too: where the values can't tell
        two actions apart, their judgement is the better one.
        """
        close = [value for value in self.values if (loss := self.loss(value.token))[0] <= self.doubt * loss[1]]
        return max(close or [self.best], key=lambda value: (self.votes.get(value.token, 0), value.mean))

    def loss(self, token: str) -> tuple[float, float]:
        """By how much the best action is worth more than this one: mean and standard error of the difference.

        Compared world by world, in those where both were tried; 0 and 0 for the best action itself.
        """
        best = self.best.token
        if token == best:
            return 0.0, 0.0
        pairs = zip(self.samples[best], self.samples[token], strict=False)
        return _mean_and_error([high - low for high, low in pairs])

    def clearly_worse(self, token: str) -> bool:
        """Whether the best action is worth more than this one beyond what chance would explain."""
        mean, error = self.loss(token)
        return mean > CLEAR * error


def _mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    count = len(values)
    mean = math.fsum(values) / count
    if count == 1:
        return mean, math.inf
    spread = math.fsum((value - mean) ** 2 for value in values) / (count - 1)
    return mean, math.sqrt(spread / count)


def seen_hand(hand: Hand) -> Draw:
    """The source that always gives this hand: values with all cards seen."""
    return lambda: hand


def evaluate(
    draw: Draw,
    seat: int,
    legal: Sequence[str],
    rng: random.Random,
    budget: Budget,
) -> Evaluation:
    """The value for `seat`, whose turn it is in each world drawn, of each of the actions with the tokens `legal`.

    A value is the seat's payoff when the hand is played out after that action, in the variant's own unit. In a game of
    many hands that stands in for the chance of winning the game, which no single hand decides.

    Every action is tried in every world, unless the deadline comes within one, which is then left out but for the very
    first. Raises what `draw` raises (`NoWorld`), and ValueError for no actions.
    """
    *_, found = search(draw, seat, legal, rng, budget)
    return found


def search(
    draw: Draw,
    seat: int,
    legal: Sequence[str],
    rng: random.Random,
    budget: Budget,
    *,
    experience: Experience | None = None,
    narrowing: bool = False,
    solving: bool = False,
) -> Iterator[Evaluation]:
    """As `evaluate`, but tells what has been found after each world; for who must answer at any moment.

    experience: what earlier decisions of the same hand have taught, which this one adds to. With `narrowing`, actions
    that are clearly worse than the best are tried in no further world, and the search ends when one is left. With
    `solving`, the end of a hand is solved exactly in each world, not played out.
    """
    if not legal:
        raise ValueError("there is no action to evaluate")
    samples: dict[str, list[float]] = {token: [] for token in legal}
    votes: dict[str, int] = {}
    left = list(legal)
    for number in range(max(1, budget.worlds)):
        if number and (time.monotonic() >= budget.deadline_s or (narrowing and len(left) == 1)):
            return
        world = draw()
        experience = experience or Experience(world.variant, rng)
        solved = _solved(world) if solving else {}
        row: list[float] = []
        for token in left:
            if number and time.monotonic() >= budget.deadline_s:
                return
            row.append((solved[token] if solved else _played_out(world, token, experience))[seat])
        if vote := experience.preferred(world):
            votes[vote] = votes.get(vote, 0) + 1
        for token, value in zip(left, row, strict=True):
            samples[token].append(value)
        doubt = DOUBT if isinstance(world.phase, Tricks) else BIDDING_DOUBT
        found = Evaluation({token: tuple(values) for token, values in samples.items()}, votes, doubt)
        if narrowing and number % NARROW_EVERY == NARROW_EVERY - 1:
            left = [token for token in left if not found.clearly_worse(token)]
        yield found


def _played_out(world: Hand, token: str, experience: Experience) -> Payoffs:
    twin = world.copy()
    twin.play(token)
    return experience.play_out(twin)


def _solved(world: Hand) -> dict[str, Payoffs]:
    """What each action pays with best play of all, where that is found about as fast as by play-outs; else nothing."""
    cards = sum(held.bit_count() for held in world.hands)
    if cards > SOLVED_FAST or not isinstance(world.phase, Tricks):
        return {}
    # Cards of a stock may be drawn yet, unless the rules say that only what is held counts.
    if cards + world.undealt.bit_count() > SOLVED and not reckons(world):
        return {}
    try:
        return solve_actions(world, most_positions=MOST_POSITIONS)
    except TooMany:
        return {}
