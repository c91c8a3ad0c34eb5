"""Trollin: nine tricks with spades as trumps; who takes the most hearts alone throws the hand away."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from arena.cards import Deck
from arena.hand import Hand
from arena.phases import Choose, Event, Phase
from arena.plugin import hookimpl
from arena.reckoning import Reckoning, Standing, points_of
from arena.tricks import Tricks, follow_suit
from arena.variant import Variant, option

LOWEST_RANK = {2: "T", 3: "8", 4: "6", 5: "4", 6: "2"}
CARDS_EACH = 9


@dataclass(frozen=True, slots=True)
class TrollinOptions:
    """What a league may set."""

    target: int = option(23, "points that end the game", least=1)
    declare: bool = option(False, "a player may declare to win every heart in play (a house rule)")


class Trollin(Variant):
    """The game."""

    name = "trollin"
    summary = "nine tricks, spades are trumps, the most hearts alone score nothing; each for themselves"
    card_names: ClassVar[dict[str, str]] = {"BJ": "the big joker", "SJ": "the small joker"}
    players: ClassVar[tuple[int, ...]] = (2, 3, 4, 5, 6)
    Options = TrollinOptions
    lowest_payoff = 0
    payoff_sum = CARDS_EACH
    rules = """
        The pack is a 52-card pack with both jokers (BJ big, SJ small), its low cards left out: two players
        use the tens and up, three the eights, four the sixes, five the fours, six the whole pack.
        Spades are always trumps, and the jokers are spades: BJ, SJ, then A K Q J T 9 ... 2. The other suits rank
        A K Q J T 9 ... 2.

        The first dealer is drawn; afterwards the deal moves clockwise. Everybody gets nine cards, one at a time and
        clockwise, from the player at the dealer's right on. What is left stays face down and counts for nobody.

        The player at the dealer's left leads. Follow suit if you can, or else play what you like. The highest trump
        wins the trick, without trumps the highest card of the suit led; the winner leads to the next.

        After nine tricks count the hearts that each player won. Who alone has most of them scores 0, and everybody
        else 1 for each trick won; if several share the most, everybody scores 1 for each trick won.
        The first to reach the target wins.

        With the option `declare`, each player in turn from the dealer's left answers `declare` or `pass` before the
        first lead, until one declares. The declarer who wins every heart in play scores 1 for each trick and the
        others 0; a declarer who fails scores 0 and the others 1 for each trick.
        Events of its own: ["declare", seat, token]. View: `declarer`, a seat or nil, when the option is on.
    """
    readings = (
        "The jack of spades ranks between the queen and the ten of trumps; the source's list leaves it out.",
        "There is no cut: cutting a well shuffled pack changes nothing.",
        "If several reach the target in one hand, the highest score wins; while the highest is shared, play goes on.",
        "`declare` is a house rule that is not in the source, and off unless set.",
    )

    options: TrollinOptions

    def make_deck(self) -> Deck:
        """The pack for this number of players."""
        return Deck.french(down_to=LOWEST_RANK[self.seats], specials=("SJ", "BJ"))

    def begin(self, hand: Hand) -> Phase:
        """Deal; then the declarations, if they are played, or the tricks."""
        hand.give(1, to=hand.around(hand.right_of(hand.dealer)) * CARDS_EACH)
        first = hand.left_of(hand.dealer)
        return self._ask(first) if self.options.declare else self._play(hand)

    def _ask(self, seat: int) -> Phase:
        return Choose("declare", seat, ("pass", "declare"))

    def _play(self, hand: Hand) -> Phase:
        hand.trump = "S"
        ranking = self.ranking("S", tops=("BJ", "SJ"))
        return Tricks(hand.left_of(hand.dealer), ranking, following=(follow_suit,))

    def after(self, hand: Hand, phase: Phase) -> Phase | None:
        """Ask on until somebody declares or all have passed, then play."""
        match phase:
            case Choose("declare", seat, "declare"):
                hand.declarer = seat
                return self._play(hand)
            case Choose("declare", seat, "pass"):
                return self._play(hand) if seat == hand.dealer else self._ask(hand.left_of(seat))
        return None

    def score(self, hand: Hand) -> Sequence[int]:
        """A point a trick, and what the hearts make of it."""
        hearts = hand.taken_in(self.deck.suit("H"))
        if hand.declarer is not None:
            made = hearts[hand.declarer] == sum(hearts)
            return [won if (seat == hand.declarer) == made else 0 for seat, won in enumerate(hand.won)]
        most = max(hearts)
        alone = hearts.count(most) == 1
        return [0 if alone and mine == most else won for mine, won in zip(hearts, hand.won, strict=True)]

    def winners(self, totals: Sequence[int], hands: int) -> Sequence[int] | None:
        """Who has the highest score alone, once it has reached the target."""
        best = max(totals)
        return [totals.index(best)] if best >= self.options.target and totals.count(best) == 1 else None

    def reckoning(self, hand: Hand) -> Reckoning:
        """Hearts and tricks count, each seat's for itself."""
        points = points_of(self.deck, [(self.deck.suit("H"), 1)])
        sides = [(seat,) for seat in range(self.seats)]
        return Reckoning(points, sides) if hand.declarer is not None else Reckoning(points, sides, settle=_settle)

    def opening_view(self) -> dict[str, Any]:
        """Spades are trumps all the time; nobody has declared."""
        return {"trump": "S", "declarer": None} if self.options.declare else {"trump": "S"}

    def see(self, view: dict[str, Any], event: Event) -> None:
        """Who declared."""
        if event[0] == "declare" and event[2] == "declare":
            view["declarer"] = event[1]


def _settle(hearts: Sequence[int], tricks: Sequence[int], left: int) -> Standing:
    """Once nobody can change who has the most hearts alone, tricks are sure, and of hearts only the gaps matter."""
    most = max(hearts)
    # A seat further behind than all the hearts that are left is out of the running.
    gaps = [min(most - mine, left + 1) for mine in hearts]
    running = [seat for seat, gap in enumerate(gaps) if gap <= left]
    if left and len(running) > 1:
        return Standing((*gaps, *tricks))
    alone = running[0] if len(running) == 1 else -1
    return Standing(alone, tuple(0 if seat == alone else won for seat, won in enumerate(tricks)))


@hookimpl
def arena_variants() -> Iterable[type[Variant]]:
    """The game that this module brings."""
    return [Trollin]
