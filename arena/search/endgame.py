"""The end of a hand with all cards seen, solved exactly.

Solution concept. Every seat plays for what its team is paid, knows all cards, and knows that the others do and
play so: the hand is solved from its end backwards, each seat choosing what it likes best (max^n: C. A. Luckhardt and
K. B. Irani, An Algorithmic Solution of N-Person Games, AAAI 1986). With more than two sides, or where the payoffs
do not always add up to the same, a seat may be indifferent between results that are not alike to the others, and the
value hangs on what it does then (N. R. Sturtevant and M. Bowling, Robust Game Play Against Unknown Opponents, AAMAS
2006). Here it then takes the result that pays the others least together, and of those the one that pays the next seat
clockwise least, then the seat after that, and so on: a league is won by being ahead. So the value never depends on
the order in which cards are tried. Between two sides with payoffs that cancel out it is the minimax value.

`solve_actions` and `solve` are for analyses and bots. Which cards are alike and which pasts are alike they learn
from `Variant.reckoning`; without one they search every line of play. Knows the game layer alone.
"""

from __future__ import annotations

from arena.cards import bits
from arena.hand import Hand
from arena.reckoning import Reckoning
from arena.search.max_n import MaxN, Payoffs, preference
from arena.search.plain_tricks import PlainTricks, TooMany, is_plain
from arena.search.two_sides import TwoSides
from arena.tricks import Tricks

__all__ = ["MOST_POSITIONS", "Payoffs", "TooMany", "reckons", "solve", "solve_actions"]

MOST_POSITIONS = 200_000
"""How many positions a search may look at, unless told otherwise: some ten seconds of work."""


def solve(hand: Hand, *, most_positions: int = MOST_POSITIONS) -> Payoffs:
    """What each seat is paid, by seat, when all play on as the module says. The hand is not changed.

    Raises TooMany when that takes more than `most_positions` positions, counted at the starts of tricks where the
    variant says how it reckons, card by card otherwise.
    """
    if hand.phase is None:
        return tuple(hand.variant.payoffs(hand.scores))
    payoffs = solve_actions(hand, most_positions=most_positions).values()
    return max(payoffs, key=preference(hand.phase.turn, _teams(hand)[hand.phase.turn]))


def solve_actions(hand: Hand, *, most_positions: int = MOST_POSITIONS) -> dict[str, Payoffs]:
    """For each legal action, by its token: what each seat is paid after it, as by `solve`.

    ValueError for a hand that is over.
    """
    phase = hand.phase
    if phase is None:
        raise ValueError("the hand is over: there is nothing to choose")
    reckoning = _reckoning(hand)
    if reckoning is None:
        search = EveryLine(_teams(hand), most_positions)
        alphabet = phase.alphabet(hand)
        return {alphabet[action]: search.after(hand, action) for action in bits(phase.legal(hand))}
    assert isinstance(phase, Tricks)
    return _solve_tricks(hand, phase, PlainTricks(hand, phase, reckoning), most_positions)


def reckons(hand: Hand) -> bool:
    """Whether the variant says enough of its reckoning for the rest of this hand to be searched fast."""
    return _reckoning(hand) is not None


def _reckoning(hand: Hand) -> Reckoning | None:
    return hand.variant.reckoning(hand) if is_plain(hand) else None


def _solve_tricks(hand: Hand, phase: Tricks, game: PlainTricks, most_positions: int) -> dict[str, Payoffs]:
    seat, trick = phase.turn, game.so_far()
    live = sum(game.hands) | trick[4]
    chosen = game.choices(seat, trick[1], live)
    found: dict[int, Payoffs] = {}
    if game.reckoning.zero_sum:
        duel = TwoSides(game, most_positions)
        mine = game.reckoning.sides[0]
        for place in bits(chosen):
            paid = duel.after(seat, 1 << place, trick, game.won, live)
            found[place] = tuple(paid if other in mine else -paid for other in range(hand.seats))
    else:
        search = MaxN(game, _teams(hand), most_positions)
        for place in bits(chosen):
            found[place] = search.after(seat, 1 << place, trick, game.won, live)
    places = {card: game.packed(1 << card).bit_length() - 1 for card in bits(phase.legal(hand))}
    return {hand.deck.tokens[card]: found[game.kind(place, chosen)] for card, place in places.items()}


class EveryLine:
    """The search without any knowledge of the variant: every line of play to its end."""

    def __init__(self, teams: list[tuple[int, ...]], most_positions: int) -> None:
        self._left = most_positions
        self._likes = [preference(seat, team) for seat, team in enumerate(teams)]

    def after(self, hand: Hand, action: int) -> Payoffs:
        """What all are paid when the action is carried out."""
        if self._left == 0:
            raise TooMany
        self._left -= 1
        hand = hand.copy()
        hand.apply(action)
        phase = hand.phase
        if phase is None:
            return tuple(hand.variant.payoffs(hand.scores))
        ways = [self.after(hand, action) for action in bits(phase.legal(hand))]
        return max(ways, key=self._likes[phase.turn])


def _teams(hand: Hand) -> list[tuple[int, ...]]:
    variant = hand.variant
    return [variant.teams[variant.team_of(seat)] for seat in range(hand.seats)]
