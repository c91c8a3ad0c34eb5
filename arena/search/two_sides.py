"""Plain trick endings in which two sides play for the same stake, solved exactly by alpha-beta.

Used by `arena.search.endgame`. What one side is paid the other pays, so one number is the whole result, and what
neither side would allow need not be looked at.
"""

from __future__ import annotations

import math

from arena.search.plain_tricks import NO_CARD, PlainTricks, TooMany, TrickSoFar

Bounds = tuple[float, float]


class TwoSides:
    """The search. Values are what a seat of side 0 is paid. `positions` counts the starts of tricks looked at.

    Fail-soft alpha-beta with the bounds of each position kept: D. E. Knuth and R. W. Moore, An Analysis of Alpha-Beta
    Pruning, Artificial Intelligence 6 (1975).
    """

    def __init__(self, game: PlainTricks, most_positions: int) -> None:
        self._game = game
        self._most = most_positions
        self._first = game.reckoning.sides[0][0]
        self._highs = [seat in game.reckoning.sides[0] for seat in range(game.seats)]
        self._solved: dict[tuple[object, ...], Bounds] = {}

    @property
    def positions(self) -> int:
        """How many starts of tricks were looked at."""
        return len(self._solved)

    def trick(self, leader: int, won: int, live: int, window: Bounds) -> float:
        """The value from the start of a trick on: exact inside the window, a bound outside."""
        game = self._game
        standing = game.standing(won)
        sure = standing.banked[self._first] if standing.banked else 0
        if standing.decided:
            return sure
        key = (leader, standing.key, *game.shape())
        low, high = self._solved.get(key, (-math.inf, math.inf))
        alpha, beta = window[0] - sure, window[1] - sure
        if low >= beta or low == high:
            return low + sure
        if high <= alpha:
            return high + sure
        if len(self._solved) >= self._most:
            raise TooMany
        alpha, beta = max(alpha, low), min(beta, high)
        if live:
            found = self.card(leader, NO_CARD, won, live, (alpha + sure, beta + sure)) - sure
        else:
            found = game.payoffs()[self._first] - sure
            low = high = found
        if found < beta:
            high = found
        if found > alpha:
            low = found
        self._solved[key] = low, high
        return found + sure

    def card(self, seat: int, trick: TrickSoFar, won: int, live: int, window: Bounds) -> float:
        """The value when `seat` plays the next card of a trick. `live`: its cards, and all in hands."""
        alpha, beta = window
        highs = self._highs[seat]
        cards = self._game.choices(seat, trick[1], live)
        result = -math.inf if highs else math.inf
        while cards and alpha < beta:
            # High cards first: they decide more.
            bit = 1 << cards.bit_length() - 1
            cards ^= bit
            found = self.after(seat, bit, trick, won, live, (alpha, beta))
            if highs:
                result = max(result, found)
                alpha = max(alpha, result)
            else:
                result = min(result, found)
                beta = min(beta, result)
        return result

    def after(
        self, seat: int, bit: int, trick: TrickSoFar, won: int, live: int, window: Bounds = (-math.inf, math.inf)
    ) -> float:
        """The value when `seat` plays this place (a set of one)."""
        game = self._game
        game.hands[seat] ^= bit
        trick = game.with_card(seat, bit, trick)
        count, _, _, winner, pile = trick
        if count < game.seats:
            found = self.card(seat + 1 if seat + 1 < game.seats else 0, trick, won, live, window)
        else:
            found = self.trick(winner, game.win(winner, pile, won), live ^ pile, window)
            game.unwin(winner, pile)
        game.hands[seat] ^= bit
        return found
