"""Knockout Whist: hands of seven cards down to one; who wins no trick drops out, who wins most names trumps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, ClassVar

from arena.cards import SUITS, Deck
from arena.hand import Hand
from arena.phases import Choose, Event, Phase
from arena.plugin import hookimpl
from arena.tricks import Tricks
from arena.variant import Variant

FIRST_HAND = 7


class KnockoutWhist(Variant):
    """The game."""

    name = "knockout-whist"
    summary = "seven cards, then six, down to one: who wins no trick drops out; the last one left wins"
    players: ClassVar[tuple[int, ...]] = (2, 3, 4, 5, 6, 7)
    like_suits = ("SHDC",)
    rules = """
        The whole pack. Seven cards each in the first hand, one fewer in each hand after it, dealt one at a time from
        the dealer's left. In the first hand the next card is turned up: its suit is trumps. In every later hand who won
        most tricks in the hand before looks at the cards and names trumps; if several won the most, they cut for it.
        The player at the dealer's left leads. Follow suit if you can, or else play what you like. The highest trump
        wins the trick, without trumps the highest card of the suit led; the winner leads to the next.
        Who wins no trick in a hand is out of the game: gets no more cards, and does not deal. The last one left wins;
        at the latest that is who wins the single trick of the seventh hand.
        A hand scores 1 for everybody who stays in the game, so the total is the number of hands survived.
        Trumps: kind "trump", `S H D C`. Events: ["up", [card]], ["trump", seat, suit] (in the first hand the dealer's
        seat); ["carry", map] before a later hand: `playing`, the seats still in the game, `chooser`, who names trumps,
        and `cut`, pairs of seat and rank if they cut for it. View: `playing`.
        Sources: pagat.com (Knockout Whist); the article "Knock-out whist" in the English Wikipedia.
    """
    readings = (
        "The cut for trumps uses cards of the hand before, left in the pack as far as they reach: the highest rank "
        "wins, and of equal ranks the first in turn from that hand's dealer.",
        "Pagat gives the first player who is knocked out a dog's life, one card to play at any trick; Wikipedia "
        "names it as a variation. It is not played here.",
        "A single deal is the first hand of a game, and pays 1 for each player who survives it.",
    )

    def make_deck(self) -> Deck:
        """The whole pack."""
        return Deck.french()

    @cached_property
    def payoff_sum(self) -> float:
        """A forfeit is one player dropping out; of many players no more than about four win tricks."""
        return min(self.seats - 1, 4)

    def begin(self, hand: Hand) -> Phase:
        """Deal to those still in; trumps are turned up in the first hand, and chosen in the others."""
        hand.extra = {"playing": range(self.seats), "chooser": None, **hand.extra}
        hand.give(1, to=self._in_turn(hand) * (FIRST_HAND + 1 - hand.number))
        if hand.extra["chooser"] is not None:
            return Choose("trump", hand.extra["chooser"], SUITS)
        suit = self.deck.tokens_of(hand.turn_up(1))[0][1]
        hand.tell(("trump", hand.dealer, suit))
        return self._play(hand, suit)

    def _in_turn(self, hand: Hand) -> tuple[int, ...]:
        return tuple(seat for seat in hand.around(hand.left_of(hand.dealer)) if seat in hand.extra["playing"])

    def _play(self, hand: Hand, suit: str) -> Phase:
        hand.trump = suit
        return Tricks(self._in_turn(hand)[0], self.ranking(suit), players=self._in_turn(hand))

    def after(self, hand: Hand, phase: Phase) -> Phase | None:
        """Trumps named, then the tricks."""
        return self._play(hand, phase.choice) if isinstance(phase, Choose) else None

    def score(self, hand: Hand) -> Sequence[int]:
        """A point for each who stays in."""
        return [int(won > 0) for won in hand.won]

    def carry(self, hand: Hand) -> dict[str, Any]:
        """Who plays on, who names trumps, and how they cut for it."""
        most = [seat for seat in self._in_turn(hand) if hand.won[seat] == max(hand.won)]
        cut = [self.deck.tokens[card][0] for card in hand.pack[-len(most) :]] if len(most) > 1 else ["A"]
        best = max(map(self.deck.ranks.index, cut))
        return {
            "playing": tuple(seat for seat in range(self.seats) if hand.won[seat]),
            "cut": tuple(zip(most, cut, strict=True)) if len(most) > 1 else (),
            "chooser": most[cut.index(self.deck.ranks[best])],
        }

    def next_dealer(self, hand: Hand) -> int:
        """The next player to the left who is still in."""
        return next(seat for seat in hand.around(hand.left_of(hand.dealer)) if hand.won[seat])

    def opening_view(self) -> dict[str, Any]:
        """All play in the first hand."""
        return {"playing": list(range(self.seats))}

    def see(self, view: dict[str, Any], event: Event) -> None:
        """Who still plays."""
        if event[0] == "carry":
            view["playing"] = list(event[1]["playing"])

    def winners(self, totals: Sequence[int], hands: int) -> Sequence[int] | None:
        """The only one who has survived all hands."""
        playing = [seat for seat in range(self.seats) if totals[seat] == hands]
        return playing if len(playing) == 1 else None


@hookimpl
def arena_variants() -> Iterable[type[Variant]]:
    """The game that this module brings."""
    return [KnockoutWhist]
