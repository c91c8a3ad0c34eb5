"""Schnapsen: two players race to 66 with marriages, the exchange of the trump jack, and a talon that may be closed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from arena.cards import SUITS, CardSet, Deck
from arena.hand import Hand
from arena.obligations import must_beat, must_trump
from arena.phases import Choose, Event, Phase
from arena.plugin import hookimpl
from arena.tricks import Tricks, follow_suit, obligation
from arena.variant import Variant, option

VALUES = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
ENOUGH = 66
SCHNEIDER = 33
SAYINGS = ("lead", "exchange", "close", "claim", *SUITS)


@dataclass(frozen=True, slots=True)
class SchnapsenOptions:
    """What a league may set."""

    claims: str = option(
        "right",
        "66 may be claimed when it is there, at any lead at a risk, or is found by itself",
        among=("right", "any", "automatic"),
    )
    least_talon: int = option(3, "cards that must be left in the talon to exchange or close", least=2, most=4)
    target: int = option(7, "game points that win the game", least=1)


@obligation("after a marriage its king or queen is led")
def leads_marriage(trick: Tricks, hand: Hand, cards: CardSet) -> CardSet:
    """The suit that was just declared."""
    suit = hand.extra["married"]
    return cards & couple(hand.deck, suit) if suit else cards


def couple(deck: Deck, suit: str) -> CardSet:
    """King and queen of a suit."""
    return deck.set_of(["K" + suit, "Q" + suit])


class Schnapsen(Variant):
    """The game."""

    name = "schnapsen"
    summary = "two players, twenty cards, marriages, a talon to draw from or to close, and 66 points to claim"
    players: ClassVar[tuple[int, ...]] = (2,)
    Options = SchnapsenOptions
    like_suits = ("SHDC",)
    lowest_payoff = -3
    rules = """
        Twenty cards ranking A T K Q J, worth 11, 10, 4, 3 and 2. Three to each from the non-dealer, one turned up as
        trumps, two more to each; the rest is the talon, the open card its last. The non-dealer leads, then the winner
        of each trick. While the talon is open any card may be played; the winner draws first, then the other.
        When it is closed or used up, suit must be followed, with a higher card if there is one; who can't must trump.
        Who is to lead may first announce:
        - `exchange`: put the trump jack for the open card, while enough cards are left in the talon;
        - `close`: nothing more is drawn and the strict rules begin, under the same condition;
        - `S H D C`: a marriage, king and queen of that suit in hand, of which one must then be led: 20 points, 40 in
          trumps, once the declarer has a trick;
        - `claim`: 66 points are reached; the hand ends.
        - `lead`: nothing more; a card follows. The question comes where any other answer is thinkable for both.
        Who claims rightly scores 3 game points if the other has no trick, 2 if the other has less than 33 points, else
        1. If nobody claims, the last trick wins the hand. After closing, the other's tricks and points at that time
        decide; a closer who does not make it loses 2, or 3 if the other had no trick when the talon was closed.
        A wrong claim loses 2, or 3 to one without a trick. Seven game points win. A hand pays the difference.
        Sources: pagat.com (Schnapsen); M. Tompa, The Schnapsen Log (psellos.com); "Schnapsen" in Wikipedia.
        Events: ["announce", seat, token]; ["show", seat, cards] a marriage, or the jack; ["down", seat, [jack]] and
        ["up", cards] the exchange; ["talon", count] after each draw, the open card counted; ["points", points] by seat.
        View: `talon` and `points` as told, `closed` the seat that closed or null, `marriages` pairs of seat and suit.
    """
    readings = (
        "Exchanging and closing need three cards in the talon (Wikipedia), which are four at a lead: `least_talon`.",
        "Players should count for themselves: with `claims` any, `claim` is legal at each lead, right or wrong. The "
        "default offers only true claims, and automatic makes them at once.",
        "Points are told after each trick, although the players of the table may not look back.",
        "66 reached by a closer in the last trick of all counts as claimed.",
        "Game points are counted up to seven; at the table often down from it.",
    )

    options: SchnapsenOptions

    def make_deck(self) -> Deck:
        """Ace to jack, the ten second."""
        return Deck(ranks="JQKTA")

    def begin(self, hand: Hand) -> Phase:
        """Deal and turn up the trump."""
        leader = hand.left_of(hand.dealer)
        hand.give(3, to=hand.around(leader))
        hand.extra.update(up=hand.turn_up(1), closer=None, then=(), marriages=(), married="", result=(0, 0))
        hand.trump = self.deck.tokens_of(hand.extra["up"])[0][1]
        hand.tell(("trump", hand.dealer, hand.trump))
        hand.give(2, to=hand.around(leader))
        return self._ask(hand, leader)

    def after(self, hand: Hand, phase: Phase) -> Phase | None:
        """What an announcement brings, or the draw after a trick."""
        match phase:
            case Choose("announce", seat, "lead"):
                return self._trick(hand, seat)
            case Choose("announce", seat, "claim"):
                self._claimed(hand, seat)
            case Choose("announce", seat, said):
                self._announced(hand, seat, said)
                return self._at_lead(hand, seat)
            case Tricks():
                hand.extra["married"] = ""
                hand.tell(("points", self.points(hand)))
                if any(hand.hands):
                    self._draw(hand, phase.winner)
                    return self._at_lead(hand, phase.winner)
                self._last_trick(hand, phase.winner)
        return None

    # Before a lead.

    def talon(self, hand: Hand) -> int:
        """The cards that are left to draw."""
        return hand.undealt.bit_count() + 1 if hand.extra["up"] else 0

    def is_open(self, hand: Hand) -> bool:
        """Whether players still draw, and follow as they like."""
        return bool(hand.extra["up"]) and hand.extra["closer"] is None

    def points(self, hand: Hand) -> list[int]:
        """Points by seat, marriages counted for those who have a trick."""
        points = hand.points(VALUES)
        for seat, suit in hand.extra["marriages"]:
            if hand.won[seat]:
                points[seat] += 40 if suit == hand.trump else 20
        return points

    def _has_enough(self, hand: Hand, seat: int) -> bool:
        return self.points(hand)[seat] >= ENOUGH

    def _at_lead(self, hand: Hand, seat: int) -> Phase | None:
        if self.options.claims == "automatic" and self._has_enough(hand, seat):
            self._claimed(hand, seat)
            return None
        return self._ask(hand, seat)

    def _ask(self, hand: Hand, seat: int) -> Phase:
        """Ask the leader what to announce, if everybody at the table can think of something; else let a card follow."""
        changing = self.is_open(hand) and self.talon(hand) >= self.options.least_talon
        claiming = self.options.claims == "any" or (self.options.claims == "right" and self._has_enough(hand, seat))
        fallen = hand.taken[0] | hand.taken[1]
        wedding = not hand.extra["married"] and hand.hands[seat].bit_count() > 1
        suits = [suit for suit in SUITS if wedding and not couple(self.deck, suit) & fallen]
        if not changing and not claiming and not suits:
            return self._trick(hand, seat)
        held = hand.hands[seat]
        allowed = ["lead"]
        allowed += ["exchange"] if changing and self._jack(hand) & held else []
        allowed += ["close"] if changing else []
        allowed += ["claim"] if claiming else []
        allowed += [suit for suit in suits if not couple(self.deck, suit) & ~held]
        return Choose("announce", seat, SAYINGS, allowed)

    def _jack(self, hand: Hand) -> CardSet:
        return self.deck.set_of(["J" + str(hand.trump)])

    def _announced(self, hand: Hand, seat: int, said: str) -> None:
        match said:
            case "exchange":
                jack = self._jack(hand)
                hand.put_down(jack, seat=seat)
                hand.pick_up(hand.extra["up"], to=seat)
                hand.extra["up"] = jack
                hand.tell(("up", self.deck.tokens_of(jack)))
            case "close":
                other = hand.left_of(seat)
                hand.extra["closer"] = seat
                hand.extra["then"] = (hand.won[other], self.points(hand)[other])
            case suit:
                hand.show(seat, couple(self.deck, suit))
                hand.extra["marriages"] = (*hand.extra["marriages"], (seat, suit))
                hand.extra["married"] = suit
                hand.tell(("points", self.points(hand)))

    # The trick and after it.

    def _trick(self, hand: Hand, leader: int) -> Phase:
        strict = () if self.is_open(hand) else (follow_suit, must_trump, must_beat)
        return Tricks(leader, self.ranking(hand.trump), leading=(leads_marriage,), following=strict, rounds=1)

    def _draw(self, hand: Hand, winner: int) -> None:
        if not self.is_open(hand):
            return
        if self.talon(hand) > 2:
            hand.give(1, to=hand.around(winner))
        else:
            hand.give(1, to=[winner])
            hand.pick_up(hand.extra["up"], to=hand.left_of(winner))
            hand.extra["up"] = 0
            hand.tell(("up", []))
        hand.tell(("talon", self.talon(hand)))

    # Who wins, and how much.

    def _claimed(self, hand: Hand, seat: int) -> None:
        if self._has_enough(hand, seat):
            self._won(hand, seat)
        else:
            other = hand.left_of(seat)
            hand.extra["result"] = (other, 2 if hand.won[other] else 3)

    def _last_trick(self, hand: Hand, winner: int) -> None:
        closer = hand.extra["closer"]
        if closer is None or (winner == closer and self._has_enough(hand, closer)):
            self._won(hand, winner)
        else:
            self._won(hand, hand.left_of(closer))

    def _won(self, hand: Hand, winner: int) -> None:
        other = hand.left_of(winner)
        tricks, points = hand.won[other], self.points(hand)[other]
        if hand.extra["closer"] == other:
            hand.extra["result"] = (winner, 2 if hand.extra["then"][0] else 3)
            return
        if hand.extra["closer"] == winner:
            tricks, points = hand.extra["then"]
        hand.extra["result"] = (winner, 3 if not tricks else 2 if points < SCHNEIDER else 1)

    def score(self, hand: Hand) -> Sequence[int]:
        """Game points to the winner."""
        winner, value = hand.extra["result"]
        return [value if seat == winner else 0 for seat in range(2)]

    def winners(self, totals: Sequence[int], hands: int) -> Sequence[int] | None:
        """Who has the target."""
        return [seat for seat in range(2) if totals[seat] >= self.options.target] or None

    def payoffs(self, scores: Sequence[int]) -> Sequence[float]:
        """Won or lost game points."""
        return [scores[0] - scores[1], scores[1] - scores[0]]

    def opening_view(self) -> dict[str, Any]:
        """What is known before the first lead."""
        return {"talon": 10, "points": [0, 0], "closed": None, "marriages": []}

    def see(self, view: dict[str, Any], event: Event) -> None:
        """Talon, points, closing and marriages."""
        if event[0] in ("talon", "points"):
            view[event[0]] = event[1]
        elif event[0] == "announce" and event[2] == "close":
            view["closed"] = event[1]
        elif event[0] == "announce" and event[2] in SUITS:
            view["marriages"] = [*view["marriages"], [event[1], event[2]]]


@hookimpl
def arena_variants() -> Iterable[type[Variant]]:
    """The game that this module brings."""
    return [Schnapsen]
