"""The decisions of a recorded hand, each as it stood before the bot that had to take it.

A table is played again from its record; before each action that was a choice, the hand as it was, what the seat had
been told, and what it did are given out. Used by `arena.analysis.work`; it judges nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from arena.errors import IllegalAction
from arena.game import Game
from arena.hand import Hand
from arena.phases import ALL, Event
from arena.replay import replay_hand
from arena.variant import Variant


@dataclass(frozen=True, slots=True)
class Decision:
    """One choice of one seat.

    number: of the action in its hand, from 0. trick: the tricks completed before it. kind: the phase's name, "play" for
    a card. legal: the tokens that were allowed; played: the one of them that was chosen. hand: the real hand just
    before it; told: what the seat had been told of this hand by then.
    """

    number: int
    trick: int
    seat: int
    kind: str
    legal: tuple[str, ...]
    played: str
    hand: Hand
    told: tuple[Event, ...]


def decisions(
    variant: Variant, seed: str, number: int, hands: Sequence[bytes], seats: Collection[int], *, single: bool
) -> Iterator[Decision]:
    """The choices that these seats had in the last of the recorded hands of a table; forced moves are left out.

    hands: the table's recorded actions up to and with the hand looked at. Raises IllegalAction where the rules do not
    allow what is recorded.
    """
    game = Game(variant, seed, number, single=single)
    for recorded in hands[:-1]:
        replay_hand(game.hand, recorded)
        game.close()
        game.next_hand()
    hand = game.hand
    for position, action in enumerate(hands[-1]):
        phase = hand.phase
        if phase is None or not phase.legal(hand) >> action & 1:
            raise IllegalAction(f"hand {hand.number}, action {position} is not legal")
        legal = hand.legal_tokens()
        if phase.turn in seats and len(legal) > 1:
            yield Decision(
                number=position,
                trick=sum(hand.won),
                seat=phase.turn,
                kind=phase.kind,
                legal=tuple(legal),
                played=phase.alphabet(hand)[action],
                hand=hand.copy(),
                told=tuple(event for to, event in hand.log[hand.opening :] if to in (ALL, phase.turn)),
            )
        hand.apply(action)
