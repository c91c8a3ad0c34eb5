"""Endings of Trollin and Troeven solved the slow way, from the rules' text alone.

Cards are tokens, a position is lists, and every line of play is gone through: nothing here is shared with the
solver that it judges, or with the game layer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

ORDER = "23456789TJQKA"
VALUES = {"A": 4, "K": 3, "Q": 2, "J": 1}


@dataclass(frozen=True)
class Position:
    """By seat: cards held, and cards and tricks won. `table` are the cards of the present trick, led by `leader`."""

    hands: tuple[tuple[str, ...], ...]
    won: tuple[tuple[str, ...], ...]
    tricks: tuple[int, ...]
    leader: int
    table: tuple[str, ...]


class Rules:
    """What the two games differ in."""

    teams: Sequence[Sequence[int]]
    trump: str

    def suit(self, card: str) -> str:
        return self.trump if card in ("BJ", "SJ") and self.trump == "S" and len(card) == 2 else card[1]

    def height(self, card: str) -> int:
        return {"BJ": 101, "SJ": 100}.get(card) or ORDER.index(card[0])

    def legal(self, hand: Sequence[str], table: Sequence[str]) -> list[str]:
        raise NotImplementedError

    def pay(self, position: Position) -> tuple[int, ...]:
        raise NotImplementedError

    def winner(self, table: Sequence[str]) -> int:
        trumps = [card for card in table if self.suit(card) == self.trump]
        able = trumps or [card for card in table if self.suit(card) == self.suit(table[0])]
        return list(table).index(max(able, key=self.height))


class TrollinRules(Rules):
    trump = "S"

    def __init__(self, seats: int) -> None:
        self.teams = [(seat,) for seat in range(seats)]

    def legal(self, hand: Sequence[str], table: Sequence[str]) -> list[str]:
        same = [card for card in hand if table and self.suit(card) == self.suit(table[0])]
        return same or list(hand)

    def pay(self, position: Position) -> tuple[int, ...]:
        hearts = [sum(card[1] == "H" for card in cards) for cards in position.won]
        most = max(hearts)
        alone = hearts.count(most) == 1
        return tuple(
            0 if alone and own == most else tricks for own, tricks in zip(hearts, position.tricks, strict=True)
        )


class TroevenRules(Rules):
    teams = ((0, 2), (1, 3), (0, 2), (1, 3))

    def __init__(self, trump: str, dealer: int) -> None:
        self.trump = trump
        self.dealer = dealer

    def height(self, card: str) -> int:
        return ORDER.index(card[0])

    def suit(self, card: str) -> str:
        return card[1]

    def legal(self, hand: Sequence[str], table: Sequence[str]) -> list[str]:
        if not table or not any(card[1] == table[0][1] for card in hand):
            return list(hand)
        return [card for card in hand if card[1] in (table[0][1], self.trump)]

    def pay(self, position: Position) -> tuple[int, ...]:
        points = [sum(VALUES.get(card[0], 0) for card in cards) for cards in position.won]
        even, odd = points[0] + points[2], points[1] + points[3]
        if even == odd:
            return (0, 0, 0, 0)
        first = 0 if even > odd else 1
        # The dealers' side goes down by one and the callers' up by one; callers only go down.
        size = 2 if self.dealer % 2 == first else 1
        return tuple(size if seat % 2 == first else -size for seat in range(4))


def solve(rules: Rules, position: Position) -> tuple[int, ...]:
    """What all are paid when each seat does the best for its side."""
    if not any(position.hands) and not position.table:
        return rules.pay(position)
    seats = len(position.hands)
    seat = (position.leader + len(position.table)) % seats
    return max(
        (solve(rules, play(rules, position, card)) for card in rules.legal(position.hands[seat], position.table)),
        key=lambda paid: wish(rules, seat, paid),
    )


def wish(rules: Rules, seat: int, paid: Sequence[int]) -> tuple[int, ...]:
    """The most for the own side, then the least for all others, then for the next seat, the one after it, ..."""
    seats = len(paid)
    own = sum(paid[mate] for mate in rules.teams[seat])
    return (own, -(sum(paid) - own), *(-paid[(seat + step) % seats] for step in range(1, seats + 1)))


def play(rules: Rules, position: Position, card: str) -> Position:
    """The position after the next card."""
    seats = len(position.hands)
    seat = (position.leader + len(position.table)) % seats
    hands = tuple(
        tuple(held for held in hand if held != card) if place == seat else hand
        for place, hand in enumerate(position.hands)
    )
    table = (*position.table, card)
    if len(table) < seats:
        return Position(hands, position.won, position.tricks, position.leader, table)
    taker = (position.leader + rules.winner(table)) % seats
    won = tuple((*cards, *table) if place == taker else cards for place, cards in enumerate(position.won))
    tricks = tuple(count + (place == taker) for place, count in enumerate(position.tricks))
    return Position(hands, won, tricks, taker, ())
