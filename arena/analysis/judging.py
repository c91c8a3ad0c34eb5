"""What one decision cost: the action taken against the best one, by what the seat knew and by all cards.

Called for each decision by `arena.analysis.work`. Values are the hand's payoff to the seat, in the variant's own unit.
Near the end of a hand they are exact; before it they are those of play-outs (`arena.search`).
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arena.analysis.decisions import Decision
from arena.hand import Hand
from arena.retelling import NoWorld
from arena.search import Budget, evaluate, seen_hand
from arena.search.endgame import TooMany, reckons, solve_actions
from arena.variant import Variant
from arena.worlds import Worlds

CLEAR = 3.0
"""How many standard errors make a loss a mistake: among thousands of decisions two would blame many good ones."""

SAME = 1e-9
"""Values closer than this differ by rounding only."""

Samples = Mapping[str, Sequence[float]]
"""For each legal action what it was worth, world by world; the same world at the same place."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How decisions are judged. With the same settings the same league gives the same analysis.

    worlds: how many are drawn for a decision. exact_cards: with at most so many cards to come an end is solved exactly
    in every world drawn; exact_cards_seen: likewise with all cards seen, where the variant says how it reckons.
    most_positions: an end with more positions than this is played out instead. seed: any text.
    """

    worlds: int = 32
    exact_cards: int = 12
    exact_cards_seen: int = 24
    most_positions: int = 30_000
    seed: str = "0"


@dataclass(frozen=True, slots=True)
class Loss:
    """By how much the best action was worth more than the one taken.

    best: that action, or the one taken where none did better. mean: estimated without bias (see `loss`), so that it
    may be below 0 where nothing was lost; error: its standard error, 0 where it is known. worlds: in how many it was
    looked at (play-outs where all cards are seen); exact: whether they were solved to the end.
    """

    best: str
    mean: float
    error: float
    worlds: int
    exact: bool

    @property
    def clear(self) -> bool:
        """Whether the loss stands out of its noise."""
        return self.mean > SAME and self.mean >= CLEAR * self.error


@dataclass(frozen=True, slots=True)
class Judgement:
    """One decision and what it cost, by what the seat knew (`known`) and with all cards seen (`seen`).

    number: of the action in its hand, from 0. trick counts from 1, and is the number of tricks completed where the
    decision is no card. choices: how many actions were legal. known is None where no world could be drawn.
    """

    number: int
    trick: int
    kind: str
    played: str
    choices: int
    known: Loss | None
    seen: Loss


def judge(variant: Variant, decision: Decision, settings: Settings, label: str) -> Judgement:
    """Judge a decision. `label` names it, and any repetition: what is drawn follows from it and the settings' seed."""
    rng = random.Random(f"{settings.seed}|{label}|{decision.number}")
    return Judgement(
        number=decision.number,
        trick=decision.trick + 1 if decision.kind == "play" else decision.trick,
        kind=decision.kind,
        played=decision.played,
        choices=len(decision.legal),
        known=_known(variant, decision, settings, rng),
        seen=_seen(decision, settings, rng),
    )


def _known(variant: Variant, decision: Decision, settings: Settings, rng: random.Random) -> Loss | None:
    """The loss over worlds that are consistent with what the seat had been told."""
    try:
        worlds = Worlds(variant, decision.seat, decision.told)
        drawn = [worlds.draw(rng) for _ in range(1 if worlds.count == 1 else settings.worlds)]
    except NoWorld:
        return None
    if _cards_to_come(decision.hand) <= settings.exact_cards:
        solved = _solved(drawn, decision, settings)
        if solved is not None:
            return loss(solved, decision.played, exact=True)
    # A single world must be played out more than once.
    drawn *= settings.worlds // len(drawn)
    source = iter(drawn)
    found = evaluate(lambda: next(source), decision.seat, decision.legal, rng, Budget(len(drawn)))
    return loss(found.samples, decision.played, exact=False)


def _seen(decision: Decision, settings: Settings, rng: random.Random) -> Loss:
    """The loss in the hand as it really was."""
    hand = decision.hand
    if _cards_to_come(hand) <= (settings.exact_cards_seen if reckons(hand) else settings.exact_cards):
        solved = _solved([hand], decision, settings)
        if solved is not None:
            return loss(solved, decision.played, exact=True)
    found = evaluate(seen_hand(hand), decision.seat, decision.legal, rng, Budget(settings.worlds))
    return loss(found.samples, decision.played, exact=False)


def _cards_to_come(hand: Hand) -> int:
    """The cards that may still be played: those in hands, and what is undealt unless only tricks are left."""
    held = sum(cards.bit_count() for cards in hand.hands)
    return held if reckons(hand) else held + hand.undealt.bit_count()


def _solved(worlds: Sequence[Hand], decision: Decision, settings: Settings) -> Samples | None:
    """The exact values in these worlds; None if one of them is too large to be solved."""
    samples: dict[str, list[float]] = {token: [] for token in decision.legal}
    try:
        for world in worlds:
            values = solve_actions(world, most_positions=settings.most_positions)
            for token, row in samples.items():
                row.append(values[token][decision.seat])
    except TooMany:
        return None
    return samples


def loss(samples: Samples, played: str, *, exact: bool) -> Loss:
    """The loss from the values world by world.

    The best of several noisy means looks better than it is. So each half of the worlds chooses an action, and the
    other half says what that is worth: the estimate of what it gains on the action taken is then without bias, and
    at most what the truly best action would gain.
    """
    count = len(samples[played])
    best = _best(samples, played, range(count))
    if count == 1:
        return Loss(best, samples[best][0] - samples[played][0], 0.0 if exact else math.inf, 1, exact)
    gains = [0.0] * count
    for half in (0, 1):
        chosen = samples[_best(samples, played, range(1 - half, count, 2))]
        for world in range(half, count, 2):
            gains[world] = chosen[world] - samples[played][world]
    mean = math.fsum(gains) / count
    spread = math.fsum((gain - mean) ** 2 for gain in gains) / (count - 1)
    return Loss(best, mean, math.sqrt(spread / count), count, exact)


def _best(samples: Samples, played: str, worlds: Sequence[int]) -> str:
    """The action with the highest sum over these worlds; of equals the one taken, then the first."""
    sums = {token: math.fsum(values[world] for world in worlds) for token, values in samples.items()}
    most = max(sums.values())
    return played if sums[played] >= most - SAME else max(sums, key=lambda token: sums[token])
