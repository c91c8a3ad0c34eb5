"""Hands played again from their records, with the rules of the variant.

A table's seed, number and actions are enough to have every card and every event back. Export, verify, replay and
the reports read hands through here; nothing of what it gives is stored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from arena.errors import IllegalAction
from arena.game import Game
from arena.hand import Hand
from arena.phases import Event
from arena.variant import Variant


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand as it was played, in tokens.

    number: of the hand in its table, from 1. hands: all that each seat was dealt. undealt: what stayed in the
    pack. actions: (seat, kind, token) in order. tricks: (leader, cards in the order played, winner), the last
    one without winner (-1) when the hand broke off. scores, totals, payoffs: by seat; scores and payoffs are
    zeros when it broke off (`complete` is False). game_over and game_payoffs: whether the table ended
    with this hand, and its result.
    """

    number: int
    dealer: int
    hands: tuple[tuple[str, ...], ...]
    undealt: tuple[str, ...]
    actions: tuple[tuple[int, str, str], ...]
    tricks: tuple[tuple[int, tuple[str, ...], int], ...]
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    payoffs: tuple[float, ...]
    complete: bool
    game_over: bool = False
    game_payoffs: tuple[float, ...] = ()


Onlooker = Callable[[Hand], object]
"""Called with the hand before each of its actions, when it still stands as it did for who was asked."""


def replay_table(
    variant: Variant,
    seed: str,
    number: int,
    hands: Sequence[bytes],
    *,
    single: bool,
    onlooker: Onlooker | None = None,
) -> Iterator[PlayedHand]:
    """Play the recorded actions of a table again, hand by hand; an onlooker sees every decision.

    Raises IllegalAction, naming hand and action, where the rules do not allow what is recorded, or where more is
    recorded than the table has. The last hand may break off: its table was forfeited.
    """
    game = Game(variant, seed, number, single=single)
    for position, recorded in enumerate(hands):
        if position:
            if game.over or not game.hand.over:
                raise IllegalAction(f"hand {position + 1} is recorded, but the table ended before it")
            game.next_hand()
        moves = replay_hand(game.hand, recorded, onlooker)
        complete = game.hand.over
        if complete:
            game.close()
        yield _played(game, moves, [event for _, event in game.log[game.hand.opening :]], complete)


def replay_hand(hand: Hand, actions: bytes, onlooker: Onlooker | None = None) -> tuple[tuple[int, str, str], ...]:
    """Carry out recorded actions in a fresh hand; returns them as (seat, kind, token).

    Raises IllegalAction for an action that is not legal, or that comes after the end.
    """
    moves = []
    for position, action in enumerate(actions):
        phase = hand.phase
        if phase is None:
            raise IllegalAction(f"hand {hand.number}: {len(actions) - position} actions after its end")
        if not phase.legal(hand) >> action & 1:
            alphabet = phase.alphabet(hand)
            name = alphabet[action] if action < len(alphabet) else f"number {action}"
            raise IllegalAction(
                f"hand {hand.number}, action {position}: {name} is not legal for seat {phase.turn} "
                f"(legal: {' '.join(hand.legal_tokens())})"
            )
        if onlooker is not None:
            onlooker(hand)
        moves.append((phase.turn, phase.kind, phase.alphabet(hand)[action]))
        hand.apply(action)
    return tuple(moves)


def _played(game: Game, moves: tuple[tuple[int, str, str], ...], events: Sequence[Event], complete: bool) -> PlayedHand:
    hand, tokens = game.hand, game.variant.deck.tokens_of
    return PlayedHand(
        number=hand.number,
        dealer=hand.dealer,
        hands=tuple(tuple(tokens(cards)) for cards in hand.dealt),
        undealt=tuple(tokens(hand.undealt)),
        actions=moves,
        tricks=tuple(tricks_of(events)),
        scores=hand.scores if complete else (0,) * hand.seats,
        totals=tuple(game.totals),
        payoffs=game.hand_payoffs if complete else (0,) * hand.seats,
        complete=complete,
        game_over=game.over,
        game_payoffs=game.payoffs,
    )


def tricks_of(events: Sequence[Event]) -> Iterator[tuple[int, tuple[str, ...], int]]:
    """The tricks that a hand's events tell of: leader, cards in the order played, winner (-1: unfinished)."""
    plays: list[tuple[int, str]] = []
    for event in events:
        if event[0] == "play":
            plays.append((event[1], event[2]))
        elif event[0] == "trick":
            yield plays[0][0], tuple(card for _, card in plays), event[1]
            plays = []
    if plays:
        yield plays[0][0], tuple(card for _, card in plays), -1
