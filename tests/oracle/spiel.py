"""OpenSpiel as a second opinion on the rules: the same deals, the same actions, and everything must agree.

Our variant plays a hand at random; OpenSpiel, in a process of its own, is forced to the same deal and the same
actions, and says at every decision who acts and what is legal, and in the end the returns. A `Likeness` says how a
game's options, cards and bids are called there.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from arena.cards import bits
from arena.hand import Hand
from arena.variant import Variant

PROGRAM = Path(__file__).with_name("open_spiel_program.py")
PYTHON = os.environ.get("TRICKARENA_ORACLE_PYTHON", sys.executable)
DEALS = int(os.environ.get("TRICKARENA_ORACLE_DEALS", "300"))
MISSING = (
    "OpenSpiel is not installed: pip install 'trickarena[oracle]', or name an interpreter that has it in "
    "TRICKARENA_ORACLE_PYTHON"
)


def installed(module: str = "pyspiel") -> bool:
    """Whether the interpreter for the second opinion has OpenSpiel, or another module."""
    return subprocess.run([PYTHON, "-c", f"import {module}"], capture_output=True, check=False).returncode == 0


class OpenSpiel:
    """The process in which OpenSpiel, or another program that is asked in the same way, replays hands."""

    def __init__(self, program: Path = PROGRAM) -> None:
        self._program = program

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(
            [PYTHON, str(self._program)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._process.communicate()

    def ask(self, **request: Any) -> dict[str, Any]:
        """One hand's replay."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(request) + "\n")
        line = self._process.stdout.readline()
        assert line, f"{self._program.name} ended over {request}"
        answer: dict[str, Any] = json.loads(line)
        return answer


@dataclass(frozen=True)
class Likeness:
    """How one game is called in OpenSpiel.

    chance: its chance outcomes for a hand just dealt. action: its number for one of our tokens, of a kind.
    returns: its returns for our finished hand. parameters: its options. dealer: which seat deals here, for
    games in which seat 0 always begins there. numbers: the hand's number in the game, drawn from these. bid: which
    legal bid to make, where any at random would tell little.
    """

    game: str
    chance: Callable[[Hand], list[int]]
    action: Callable[[str, str], int]
    returns: Callable[[Hand], Sequence[float]]
    parameters: Mapping[str, Any] = field(default_factory=dict)
    dealer: int | None = None
    numbers: Sequence[int] = (1,)
    bid: Callable[[Sequence[str], random.Random], str] | None = None


def in_turns(hand: Hand, first: int) -> Iterator[int]:
    """The cards dealt, one to each seat in turn from `first` on, a seat's lowest first."""
    piles = [list(bits(cards)) for cards in hand.hands]
    for card in range(sum(map(len, piles))):
        yield piles[(first + card) % hand.seats].pop(0)


@dataclass
class Comparison:
    """What has been compared so far. results: how often the hands scored this, the seats in ascending order."""

    deals: int = 0
    decisions: int = 0
    results: Counter[tuple[int, ...]] = field(default_factory=Counter)


def chosen(hand: Hand, tokens: Sequence[str], grabber: int, chance: random.Random) -> str:
    """A legal token at random; but with a grabber, who plays high and whom all others let win, by rank."""
    assert hand.phase is not None
    if grabber < 0 or hand.phase.kind != "play":
        return chance.choice(tokens)
    ranks = hand.deck.ranks
    pick = max if hand.phase.turn == grabber else min
    return pick(tokens, key=lambda token: ranks.index(token[0]))


def compare(spiel: OpenSpiel, variant: Variant, likeness: Likeness, deal: int, seen: Comparison) -> None:
    """Play deal number `deal` at random and hold every decision and the result against OpenSpiel's."""
    chance = random.Random(f"{variant.name}/{deal}")
    pack = list(range(variant.deck.size))
    chance.shuffle(pack)
    dealer = chance.randrange(variant.seats) if likeness.dealer is None else likeness.dealer
    hand = Hand(variant, pack=pack, dealer=dealer, number=chance.choice(likeness.numbers))
    outcomes = likeness.chance(hand)
    # Moons, marches and sweeps hardly ever come about by chance alone: a quarter of the deals is played towards one.
    grabber = chance.randrange(variant.seats) if deal % 16 < 4 else -1
    asked: list[tuple[int, list[int]]] = []
    actions: list[int] = []
    said: list[str] = []
    while hand.phase is not None:
        tokens = hand.legal_tokens()
        kind = hand.phase.kind
        asked.append((hand.phase.turn, sorted(likeness.action(kind, token) for token in tokens)))
        bid = likeness.bid if kind == "bid" else None
        token = bid(tokens, chance) if bid else chosen(hand, tokens, grabber, chance)
        actions.append(likeness.action(kind, token))
        said.append(f"{hand.phase.turn} {kind} {token}")
        hand.play(token)
    parameters = dict(likeness.parameters)
    answer = spiel.ask(game=likeness.game, parameters=parameters, chance=outcomes, actions=actions)
    for number, (mine, theirs) in enumerate(zip(asked, answer["decisions"], strict=False)):
        assert list(mine) == theirs, f"deal {deal}, after {said[:number]}: {mine} here, {theirs} in OpenSpiel"
    assert len(answer["decisions"]) == len(asked), f"deal {deal}: over in OpenSpiel after {said}"
    assert answer["returns"] == list(likeness.returns(hand)), f"deal {deal}: {said}"
    seen.deals += 1
    seen.decisions += len(asked)
    seen.results[tuple(sorted(hand.scores))] += 1
