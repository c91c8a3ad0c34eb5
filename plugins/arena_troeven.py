"""Troeven: four players in partnerships, the caller names trump from four cards, and nobody is forced to trump."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from arena.cards import SUITS, Deck
from arena.hand import Hand
from arena.phases import Choose, Phase
from arena.plugin import hookimpl
from arena.reckoning import Reckoning, Standing, points_of
from arena.tricks import Tricks, follow_suit_or_trump
from arena.variant import Variant, option

VALUES = {"A": 4, "K": 3, "Q": 2, "J": 1}
START = 7


@dataclass(frozen=True, slots=True)
class TroevenOptions:
    """What a league may set."""

    max_hands: int = option(200, "hands after which a game ends even if nobody has reached 0", least=1, most=1000)


class Troeven(Variant):
    """The game."""

    name = "troeven"
    summary = "two partnerships, a trump named from four cards, and points of 4 3 2 1 for ace to jack"
    players: ClassVar[tuple[int, ...]] = (4,)
    Options = TroevenOptions
    lowest_payoff = -2
    teams = ((0, 2), (1, 3))
    rules = """
        Partners sit opposite each other: seats 0 and 2 against 1 and 3. The pack has 32 cards, A K Q J T 9 8 7 in
        each suit and ranking so in every suit. An ace is worth 4, a king 3, a queen 2, a jack 1, together 40.

        The first dealer is drawn; afterwards the deal moves clockwise. The dealer gives the player at the left, the
        caller, four cards. Seeing those alone, the caller names a trump suit: any of the four (`S H D C`).
        Then the deal is completed to eight cards each.

        The caller leads. Who holds the suit led plays that suit or a trump; who does not may play anything. So
        nobody must trump, everybody may. The highest trump wins the trick, without trumps the highest card of the
        suit led; the winner leads to the next. The last of the eight tricks brings nothing extra.

        Both sides begin at 7. The side with more points in its tricks goes down by 1; if that is the dealer's side,
        the caller's side goes up by 1 as well. At 20 to 20 nothing changes. The first side at 0 wins.
        A hand pays a side what it went down by and what the other side went up by.
        View: nothing beyond the usual keys.
    """
    readings = (
        "After the call the dealer gives packets of four: to the three others from the caller's left, then to all "
        "four from the caller on. The packets only fix which shuffled pack gives which deal.",
        "A game has no upper bound in the source; option `max_hands` ends it: the lower score wins, equal scores are "
        "a draw.",
    )

    options: TroevenOptions

    def make_deck(self) -> Deck:
        """Ace to seven."""
        return Deck.french(down_to="7")

    def begin(self, hand: Hand) -> Phase:
        """Four cards to the caller, who names the trump."""
        caller = hand.left_of(hand.dealer)
        hand.give(4, to=[caller])
        return Choose("trump", caller, SUITS)

    def after(self, hand: Hand, phase: Phase) -> Phase | None:
        """After the call the rest of the deal and the tricks."""
        match phase:
            case Choose("trump", caller, suit):
                hand.trump = suit
                hand.give(4, to=[*hand.around(caller)[1:], *hand.around(caller)])
                return Tricks(caller, self.ranking(suit), following=(follow_suit_or_trump,))
        return None

    def score(self, hand: Hand) -> Sequence[int]:
        """Which side went down and which went up, by seat."""
        points = hand.points(VALUES)
        return self._scores(hand.dealer, points[0] + points[2] - points[1] - points[3])

    def _scores(self, dealer: int, ahead: int) -> list[int]:
        """The scores when seats 0 and 2 are ahead by so many points."""
        if ahead == 0:
            return [0, 0, 0, 0]
        ahead_side = 0 if ahead > 0 else 1
        if ahead_side == dealer % 2:
            return [-1 if seat % 2 == ahead_side else 1 for seat in range(4)]
        return [-1 if seat % 2 == ahead_side else 0 for seat in range(4)]

    def reckoning(self, hand: Hand) -> Reckoning:
        """Only the points of the two sides count; a lead that can't be caught up with any more is as good as won."""
        points = points_of(self.deck, [(self.deck.rank(rank), value) for rank, value in VALUES.items()])

        def settle(points: Sequence[int], tricks: Sequence[int], left: int) -> Standing:
            ahead = points[0] - points[1]
            if abs(ahead) <= left:
                return Standing(ahead)
            return Standing(None, tuple(self.payoffs(self._scores(hand.dealer, ahead))), decided=True)

        return Reckoning(points, self.teams, zero_sum=True, settle=settle)

    def start_totals(self) -> list[int]:
        """Seven each."""
        return [START] * 4

    def winners(self, totals: Sequence[int], hands: int) -> Sequence[int] | None:
        """The side at 0; when `max_hands` are played, the lower side, or both."""
        if min(totals) > 0 and hands < self.options.max_hands:
            return None
        return [seat for seat in range(4) if totals[seat] == min(totals)]

    def payoffs(self, scores: Sequence[int]) -> Sequence[float]:
        """A side's own decrease and the opponents' increase."""
        return [scores[(seat + 1) % 4] - scores[seat] for seat in range(4)]

    def score_sheet(self, hands: Sequence[Sequence[int]]) -> str:
        """Each side's trunk: seven branches and one for each lost call, a ball on each that a won hand cancels."""
        return "\n".join(
            f"{name:>12}  {_branches([scores[seat] for scores in hands])}"
            for seat, name in ((0, "seats 0+2"), (1, "seats 1+3"))
        )


def _branches(changes: Sequence[int]) -> str:
    """A side's trunk after hands that changed its score so, and its score: the branches without a ball."""
    balls, branches = changes.count(-1), START + changes.count(1)
    return f"{'├─●' * balls}{'├─ ' * (branches - balls)} {branches - balls}"


@hookimpl
def arena_variants() -> Iterable[type[Variant]]:
    """The game that this module brings."""
    return [Troeven]
