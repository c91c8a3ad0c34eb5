"""Whist: four players in partnerships, thirteen tricks, and the last card dealt makes trumps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from arena.cards import Deck
from arena.hand import Hand
from arena.phases import Phase
from arena.plugin import hookimpl
from arena.tricks import Tricks
from arena.variant import Variant, option

HONOURS = "AKQJ"


@dataclass(frozen=True, slots=True)
class WhistOptions:
    """What a league may set."""

    target: int = option(5, "points that win the game (5 in the English game, 7 in the American)", least=1)
    honours: bool = option(False, "a side that was dealt four trump honours scores 4, three of them 2")


class Whist(Variant):
    """The game."""

    name = "whist"
    summary = "partnerships, thirteen tricks, trumps by the last card dealt, a point for each trick above six"
    players: ClassVar[tuple[int, ...]] = (4,)
    Options = WhistOptions
    teams = ((0, 2), (1, 3))
    lowest_payoff = -11
    rules = """
        Partners sit opposite each other. The whole pack is dealt, thirteen cards each, one at a time from the dealer's
        left. The last card, which is the dealer's, is shown to all before it is taken up: its suit is trumps.
        The player at the dealer's left leads. Follow suit if you can, or else play what you like. The highest trump
        wins the trick, without trumps the highest card of the suit led; the winner leads to the next.
        The side with more tricks scores 1 for each trick above six. The first side with the target wins.
        Sources: pagat.com (Whist); the article "Whist" in the English Wikipedia.
        Events: ["show", dealer, [card]] is the card that makes trumps.
    """
    readings = (
        "English short whist plays to 5 points, the American game to 7 without honours: option `target`.",
        "Honours (ace to jack of trumps) are counted for what was dealt to a side, as the older rules do: option "
        "`honours`. Pagat notes that they are often left out.",
    )

    options: WhistOptions

    def make_deck(self) -> Deck:
        """The whole pack."""
        return Deck.french()

    def begin(self, hand: Hand) -> Phase:
        """Deal, show the last card, play."""
        hand.give(1, to=hand.around(hand.left_of(hand.dealer)) * 13)
        (last,) = self.deck.tokens_of(hand.show(hand.dealer, 1 << hand.pack[-1]))
        hand.trump = last[1]
        hand.tell(("trump", hand.dealer, hand.trump))
        return Tricks(hand.left_of(hand.dealer), self.ranking(hand.trump))

    def score(self, hand: Hand) -> Sequence[int]:
        """Odd tricks, and honours."""
        scores = [max(0, hand.won[seat] + hand.won[(seat + 2) % 4] - 6) for seat in range(4)]
        if self.options.honours:
            held = self.deck.set_of([rank + str(hand.trump) for rank in HONOURS])
            for seat in range(4):
                count = ((hand.dealt[seat] | hand.dealt[(seat + 2) % 4]) & held).bit_count()
                scores[seat] += {4: 4, 3: 2}.get(count, 0)
        return scores

    def winners(self, totals: Sequence[int], hands: int) -> Sequence[int] | None:
        """The side that has reached the target; the higher one if honours brought both there."""
        best = max(totals)
        reached = [seat for seat in range(4) if totals[seat] == best]
        return reached if best >= self.options.target and len(reached) == 2 else None

    def payoffs(self, scores: Sequence[int]) -> Sequence[float]:
        """What a side scored more than the other."""
        return [scores[seat] - scores[(seat + 1) % 4] for seat in range(4)]


@hookimpl
def arena_variants() -> Iterable[type[Variant]]:
    """The game that this module brings."""
    return [Whist]
