"""Briscola: three cards in hand, no duty to follow, a draw after each trick, and more than 60 points win."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from arena.cards import Deck
from arena.hand import Hand
from arena.phases import Event, Phase
from arena.plugin import hookimpl
from arena.tricks import Tricks
from arena.variant import Variant, option

VALUES = {"A": 11, "3": 10, "K": 4, "Q": 3, "J": 2}


@dataclass(frozen=True, slots=True)
class BriscolaOptions:
    """What a league may set."""

    scoring: str = option("hand", "a point for a hand won, or all points taken", among=("hand", "points"))
    target: int = option(3, "points that win the game", least=1)


class Briscola(Variant):
    """The game."""

    name = "briscola"
    summary = "2 to 4 players, any card may be played, a draw after each trick, 120 points to take"
    players: ClassVar[tuple[int, ...]] = (2, 3, 4)
    Options = BriscolaOptions
    rules = """
        Forty cards, ranking A 3 K Q J 7 6 5 4 2 in each suit; an ace is worth 11, a three 10, a king 4, a queen 3
        and a jack 2, together 120. Three players take the two of clubs out; four play in partnerships.
        Three cards each, one at a time from the dealer's left; the next card is turned up and put under the stock: its
        suit is trumps (briscola). The player at the dealer's left leads. Any card may be played at any time. The
        highest trump wins the trick, without trumps the highest card of the suit led. Then each draws a card from the
        stock, the winner first, and the winner leads; the open card is the last one drawn. When the stock is gone,
        the last three cards are played out.
        The side with the most points in its tricks scores 1; if two share the most, nobody does. By option a side
        scores the points it took. The first side with the target wins, when it is ahead of all others.
        A hand pays what a side scored beyond the mean of the other sides.
        Sources: pagat.com (Briscola); the article "Briscola" in the English Wikipedia; viniciocoletti.it for the pack
        with three players.
        Events: ["up", cards] the open card, [] when it is drawn; ["show", seat, [card]] who drew it;
        ["stock", count] the cards left under cover. View: `up` and `stock` as told.
    """
    readings = (
        "Italians deal and play to the right; here, as everywhere, seats are counted in the order of play.",
        "King, knight and knave are K, Q and J; swords, cups, coins and batons are S, H, D and C.",
        "Partners looking at each other's cards before the last three tricks, and signals, are not modelled.",
        "A match is commonly the best of three or five hands: `target` 2 or 3; counting points is an option.",
    )

    options: BriscolaOptions

    def make_deck(self) -> Deck:
        """Forty cards, or one less."""
        return Deck(ranks="24567JQK3A", without=("2C",) if self.seats == 3 else ())

    @cached_property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """Four play in partnerships."""
        return ((0, 2), (1, 3)) if self.seats == 4 else tuple((seat,) for seat in range(self.seats))

    @cached_property
    def like_suits(self) -> tuple[str, ...]:
        """All suits, but for clubs where they lack a card."""
        return ("SHD",) if self.seats == 3 else ("SHDC",)

    def begin(self, hand: Hand) -> Phase:
        """Deal, turn up the trump, play for the first draw."""
        leader = hand.left_of(hand.dealer)
        hand.give(1, to=hand.around(leader) * 3)
        hand.extra["up"] = hand.turn_up(1)
        hand.trump = self.deck.tokens_of(hand.extra["up"])[0][1]
        hand.tell(("trump", hand.dealer, hand.trump))
        return Tricks(leader, self.ranking(hand.trump), following=(), rounds=1)

    def after(self, hand: Hand, phase: Phase) -> Phase | None:
        """Draw while there is a stock; then the last three tricks."""
        if not isinstance(phase, Tricks) or not hand.extra["up"]:
            return None
        drawing, ranking = hand.around(phase.winner), self.ranking(hand.trump)
        hand.give(1, to=drawing if hand.undealt.bit_count() >= self.seats else drawing[:-1])
        hand.tell(("stock", hand.undealt.bit_count()))
        if hand.undealt:
            return Tricks(phase.winner, ranking, following=(), rounds=1)
        hand.pick_up(hand.extra["up"], to=drawing[-1])
        hand.tell(("up", []))
        hand.extra["up"] = 0
        return Tricks(phase.winner, ranking, following=())

    def score(self, hand: Hand) -> Sequence[int]:
        """A point for the side ahead, or the points of each."""
        taken = hand.points(VALUES)
        points = [sum(taken[partner] for partner in self.teams[self.team_of(seat)]) for seat in range(self.seats)]
        if self.options.scoring == "points":
            return points
        ahead = [seat for seat in range(self.seats) if points[seat] == max(points)]
        alone = len({self.team_of(seat) for seat in ahead}) == 1
        return [int(alone and seat in ahead) for seat in range(self.seats)]

    def winners(self, totals: Sequence[int], hands: int) -> Sequence[int] | None:
        """The one side ahead, when the target is reached."""
        ahead = [seat for seat in range(self.seats) if totals[seat] == max(totals)]
        alone = len({self.team_of(seat) for seat in ahead}) == 1
        return ahead if alone and max(totals) >= self.options.target else None

    def payoffs(self, scores: Sequence[int]) -> Sequence[float]:
        """What a side scored beyond the mean of the others."""
        sides = [scores[team[0]] for team in self.teams]
        others = len(sides) - 1
        return [score - (sum(sides) - score) / others for score in scores]

    @cached_property
    def lowest_payoff(self) -> float:
        """Another side takes all."""
        return -(120 if self.options.scoring == "points" else 1) / (len(self.teams) - 1)

    def opening_view(self) -> dict[str, Any]:
        """The stock when the trump is turned up."""
        return {"stock": self.deck.size - 3 * self.seats - 1}

    def see(self, view: dict[str, Any], event: Event) -> None:
        """What is left of the stock."""
        if event[0] == "stock":
            view["stock"] = event[1]


@hookimpl
def arena_variants() -> Iterable[type[Variant]]:
    """The game that this module brings."""
    return [Briscola]
