"""Plain trick endings in which every seat looks after itself, solved exactly.

Used by `arena.search.endgame`, which says what the solution means. It knows packed positions, and of a variant
only what a finished hand pays.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arena.search.plain_tricks import NO_CARD, PlainTricks, TooMany, TrickSoFar

Payoffs = tuple[float, ...]
Rank = tuple[float, ...]


def preference(seat: int, team: Sequence[int]) -> Callable[[Payoffs], Rank]:
    """How much a seat likes what all are paid: a rank, the higher the better.

    First by what its team is paid; then by how little the others are; then by how little each of them is, clockwise
    from the left. So two outcomes that it likes alike are the same outcome.
    """

    def rank(payoffs: Payoffs) -> Rank:
        own = sum(payoffs[mate] for mate in team)
        around = payoffs[seat + 1 :] + payoffs[: seat + 1]
        return (own, own - sum(payoffs), *(-paid for paid in around))

    return rank


class MaxN:
    """The search. `positions` counts the starts of tricks that were solved."""

    def __init__(self, game: PlainTricks, teams: Sequence[Sequence[int]], most_positions: int) -> None:
        """`teams` by seat: the seats that it looks after."""
        self._game = game
        self._most = most_positions
        self._likes = [preference(seat, team) for seat, team in enumerate(teams)]
        self._ranks: list[dict[Payoffs, Rank]] = [{} for _ in teams]
        self._solved: dict[tuple[object, ...], Payoffs] = {}
        self._met: dict[tuple[int, ...], Payoffs] = {}

    @property
    def positions(self) -> int:
        """How many starts of tricks were solved."""
        return len(self._solved)

    def trick(self, leader: int, won: int, live: int) -> Payoffs:
        """What all are paid from the start of a trick on. `live`: all cards in hands."""
        game = self._game
        near = (leader, won, *game.hands)
        known = self._met.get(near)
        if known is not None:
            return known
        standing = game.standing(won)
        if standing.decided:
            return standing.banked
        banked = standing.banked
        key = (leader, standing.key, *game.shape())
        rest = self._solved.get(key)
        if rest is None:
            if len(self._solved) >= self._most:
                raise TooMany
            rest = self.card(leader, NO_CARD, won, live) if live else game.payoffs()
            if banked:
                rest = tuple([paid - sure for paid, sure in zip(rest, banked, strict=True)])
            self._solved[key] = rest
        result = tuple([paid + sure for paid, sure in zip(rest, banked, strict=True)]) if banked else rest
        self._met[near] = result
        return result

    def card(self, seat: int, trick: TrickSoFar, won: int, live: int) -> Payoffs:
        """What all are paid when `seat` plays the next card of a trick. `live`: its cards, and all in hands."""
        ranks = self._ranks[seat]
        cards = self._game.choices(seat, trick[1], live)
        result: Payoffs = ()
        liked: Rank = ()
        while cards:
            bit = cards & -cards
            cards ^= bit
            found = self.after(seat, bit, trick, won, live)
            if found == result:
                continue
            rank = ranks.get(found)
            if rank is None:
                rank = ranks[found] = self._likes[seat](found)
            if rank > liked:
                result, liked = found, rank
        return result

    def after(self, seat: int, bit: int, trick: TrickSoFar, won: int, live: int) -> Payoffs:
        """What all are paid when `seat` plays this place (a set of one)."""
        game = self._game
        game.hands[seat] ^= bit
        trick = game.with_card(seat, bit, trick)
        count, _, _, winner, pile = trick
        if count < game.seats:
            found = self.card(seat + 1 if seat + 1 < game.seats else 0, trick, won, live)
        else:
            found = self.trick(winner, game.win(winner, pile, won), live ^ pile)
            game.unwin(winner, pile)
        game.hands[seat] ^= bit
        return found
