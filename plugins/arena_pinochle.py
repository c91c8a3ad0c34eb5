"""Pinochle: two of every card, an auction for trumps, melds shown before play, and a side that may go set."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from arena.bidding import Auction
from arena.cards import SUITS, CardSet, Deck
from arena.hand import Hand
from arena.obligations import must_beat, must_trump
from arena.phases import Choose, Event, Phase
from arena.picking import Pick
from arena.plugin import hookimpl
from arena.tricks import Tricks, follow_suit, obligation
from arena.variant import Variant, option

VALUES = {
    "classic": {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2},
    "fives": {"A": 10, "T": 10, "K": 5, "Q": 5},
    "tens": {"A": 10, "T": 10, "K": 10},
}
LAST = 10
HIGHEST_BID = 900
AROUND = {"A": 100, "K": 80, "Q": 60, "J": 40}
RUN, ROYAL, MARRIAGE, DIX, PINOCHLE, BOTH_PINOCHLES = 150, 40, 20, 10, 40, 300


@dataclass(frozen=True, slots=True)
class PinochleOptions:
    """What a league may set."""

    minimum: int = option(100, "the lowest bid; bids go up by tens", least=50, most=500)
    all_pass: str = option(
        "dealer", "when all pass the dealer plays at the minimum, or the hand is thrown in", among=("dealer", "redeal")
    )
    passing: int = option(0, "cards that the bidder's partner passes, and gets back", least=0, most=4)
    leads: str = option("bidder", "who leads to the first trick", among=("bidder", "first"))
    heading: str = option(
        "always", "a trick must be headed if possible, or only when trumps are led", among=("always", "trumps")
    )
    counting: str = option(
        "classic", "A T K Q J are worth 11 10 4 3 2, 10 10 5 5 0, or 10 10 10 0 0", among=tuple(VALUES)
    )
    doubles: str = option(
        "tenfold", "all eight of a rank, and two runs, count tenfold or twice", among=("tenfold", "twice")
    )
    target: int = option(1000, "points that win the game", least=1)


@obligation("a higher trump must be played to a trump if the hand holds one")
def must_head_trumps(trick: Tricks, hand: Hand, cards: CardSet) -> CardSet:
    """Only where trumps are led."""
    return trick.beating(cards) if trick.led == trick.ranking.trump else cards


class Pinochle(Variant):
    """The game."""

    name = "pinochle"
    summary = (
        "partnership auction pinochle with 48 cards, melds, and the duty to follow, to trump and to head the trick"
    )
    players: ClassVar[tuple[int, ...]] = (4,)
    Options = PinochleOptions
    teams = ((0, 2), (1, 3))
    like_suits = ("HC",)
    rules = """
        Partners sit opposite. Two each of A T K Q J 9, ranking so, in four suits; twelve cards each, by threes.
        From the dealer's left each bids, in tens, what the side will score at least, more than the bid before, or says
        `pass` and is out. The highest bidder names trumps, `S H D C`. Then all show their melds, which count for
        a side that takes a trick:
        a run, A T K Q J of trumps, 150; king and queen (a marriage) of trumps 40, unless they are in the run, of
        another suit 20; a nine of trumps (dix) 10; queen of spades with jack of diamonds (pinochle) 40, both pairs 300;
        four aces, kings, queens or jacks of different suits 100 80 60 40; all eight of them, or two runs, ten times
        as much.
        A card may serve in melds of different kinds.
        The bidder leads. Follow suit, with a card that heads the trick if you can; without the suit trump, and higher
        if you can; else play anything. Of two equal cards the first is the higher. The winner leads to the next.
        Cards in tricks count, ace 11, ten 10, king 4, queen 3, jack 2, and the last trick 10: together 250.
        The bidding side scores what it has if that is at least the bid, else it is set and loses the bid. The others
        score what they have. The first side with the target wins, the bidding side before the other.
        A hand pays what a side scored more than the other.
        Sources: Bicycle's rules of Partnership Auction Pinochle; pagat.com (Pinochle, single deck); docslib.org
        (Single Deck Pinochle Rules); "Pinochle" in Wikipedia.
        Choices: ["bid", seat, token]; ["trump", seat, suit]; the cards to pass. Events: ["show", seat, cards] the cards
        in melds; ["meld", seat, points]; ["pass", seat, card] to the passer, ["picked", seat, count]; ["redeal"].
        View: `melds` by seat.
    """
    readings = (
        "The lowest bid is 100 (Bicycle), or 150, 190, 200, 250 elsewhere: `minimum`. Bids end at 900.",
        "If all pass, the dealer must play at the minimum (docslib's rules), or the deal moves on: `all_pass`.",
        "The bidder leads (pagat, docslib), or who sits at the dealer's left (Bicycle): `leads`.",
        "The duty to head holds in every suit (pagat) or to a lead of trumps alone (Hoyle): `heading`.",
        "In some rooms the partner passes three or four cards to the bidder, who then passes as many back: `passing`.",
        "Card values of 10 for A T K, or of 10 and 5, also add up to 250: `counting`. Doubled melds that count only "
        "twice are played too: `doubles`; two pinochles are 300 in any case.",
        "No suit must hold a marriage to be named, no side may throw a hand in, and melds need a trick, not a counter.",
    )

    options: PinochleOptions

    def make_deck(self) -> Deck:
        """Two packs of 24."""
        return Deck(ranks="9JQKTA", copies=2)

    def begin(self, hand: Hand) -> Phase:
        """Deal, and open the auction."""
        first = hand.left_of(hand.dealer)
        hand.give(3, to=hand.around(first) * 4)
        hand.extra.update(melds=(0, 0, 0, 0), last=first)
        bids = range(self.options.minimum, HIGHEST_BID + 1, 10)
        return Auction(first, [str(bid) for bid in bids])

    def after(self, hand: Hand, phase: Phase) -> Phase | None:
        """Trumps, cards passed, melds, tricks."""
        match phase:
            case Auction(bidder=None) if self.options.all_pass == "redeal":
                hand.tell(("redeal",))
            case Auction(bidder=bidder, high=high):
                hand.declarer = hand.dealer if bidder is None else bidder
                hand.contract = high or str(self.options.minimum)
                return Choose("trump", hand.declarer, SUITS)
            case Choose("trump", seat, suit):
                hand.trump = suit
                if self.options.passing:
                    return Pick("pass", [(seat + 2) % 4], self.options.passing)
                return self._meld_and_play(hand)
            case Pick(turn=seat):
                hand.hand_over(phase.picked[seat], to=(seat + 2) % 4)
                if seat != hand.declarer:
                    return Pick("pass", [(seat + 2) % 4], self.options.passing)
                return self._meld_and_play(hand)
            case Tricks(winner=winner):
                hand.extra["last"] = winner
        return None

    def _meld_and_play(self, hand: Hand) -> Phase:
        assert hand.declarer is not None
        trump, melds = str(hand.trump), []
        for seat in range(4):
            shown = hand.show(seat, self.in_melds(hand.hands[seat], trump))
            melds.append(self.meld_points(shown, trump))
            hand.tell(("meld", seat, melds[seat]))
        hand.extra["melds"] = tuple(melds)
        leader = hand.declarer if self.options.leads == "bidder" else hand.left_of(hand.dealer)
        heading = must_beat if self.options.heading == "always" else must_head_trumps
        return Tricks(leader, self.ranking(trump), following=(follow_suit, must_trump, heading))

    # Melds

    def _least(self, cards: CardSet, *tokens: str) -> int:
        """How many of each of these faces there are at least: 0, 1 or 2."""
        return min((cards & self.deck.faces[token]).bit_count() for token in tokens)

    def melds(self, cards: CardSet, trump: str) -> list[tuple[int, int, tuple[str, ...]]]:
        """Each kind of meld in a hand: its points, how many there are, and the faces in it."""
        double = 10 if self.options.doubles == "tenfold" else 2
        found = []
        run = tuple(rank + trump for rank in "ATKQJ")
        runs = self._least(cards, *run)
        found.append(((0, RUN, RUN * double)[runs], runs, run))
        for suit in SUITS:
            pair = ("K" + suit, "Q" + suit)
            pairs = self._least(cards, *pair)
            found.append(((pairs - runs) * ROYAL if suit == trump else pairs * MARRIAGE, pairs, pair))
        for rank, worth in AROUND.items():
            four = tuple(rank + suit for suit in SUITS)
            count = self._least(cards, *four)
            found.append(((0, worth, worth * double)[count], count, four))
        both = self._least(cards, "QS", "JD")
        found.append(((0, PINOCHLE, BOTH_PINOCHLES)[both], both, ("QS", "JD")))
        nines = self._least(cards, "9" + trump)
        found.append((nines * DIX, nines, ("9" + trump,)))
        return [meld for meld in found if meld[1]]

    def meld_points(self, cards: CardSet, trump: str) -> int:
        """What the melds among some cards are worth."""
        return sum(points for points, _, _ in self.melds(cards, trump))

    def in_melds(self, cards: CardSet, trump: str) -> CardSet:
        """The cards that serve in a meld."""
        needed: dict[str, int] = {}
        for _, count, faces in self.melds(cards, trump):
            for face in faces:
                needed[face] = max(count, needed.get(face, 0))
        shown = 0
        for face, count in needed.items():
            both = cards & self.deck.faces[face]
            shown |= both if count == 2 else both & -both
        return shown

    # The score

    def score(self, hand: Hand) -> Sequence[int]:
        """Melds and tricks, or the set."""
        if hand.declarer is None:
            return [0] * 4
        cards = hand.points(VALUES[self.options.counting])
        cards[hand.extra["last"]] += LAST
        sides = []
        for side in (0, 1):
            melds = hand.extra["melds"][side] + hand.extra["melds"][side + 2]
            took = hand.won[side] + hand.won[side + 2] > 0
            sides.append(cards[side] + cards[side + 2] + melds if took else 0)
        bidding, bid = hand.declarer % 2, int(str(hand.contract))
        if sides[bidding] < bid:
            sides[bidding] = -bid
        return [sides[seat % 2] for seat in range(4)]

    def winners_after(self, hand: Hand, totals: Sequence[int]) -> Sequence[int] | None:
        """A side at the target, the bidding side first."""
        if hand.declarer is None or max(totals) < self.options.target:
            return None
        side = hand.declarer % 2
        return self.teams[side if totals[side] >= self.options.target else 1 - side]

    def payoffs(self, scores: Sequence[int]) -> Sequence[float]:
        """What a side scored more than the other."""
        return [scores[seat] - scores[(seat + 1) % 4] for seat in range(4)]

    @cached_property
    def lowest_payoff(self) -> float:
        """Set at the highest bid, while the others hold two runs, all aces and kings, and both pinochles."""
        return -(HIGHEST_BID + 250 + (3620 if self.options.doubles == "tenfold" else 1120))

    def opening_view(self) -> dict[str, Any]:
        """No melds yet."""
        return {"melds": [0, 0, 0, 0]}

    def see(self, view: dict[str, Any], event: Event) -> None:
        """What each seat's melds are worth."""
        if event[0] == "meld":
            view["melds"] = [event[2] if seat == event[1] else old for seat, old in enumerate(view["melds"])]


@hookimpl
def arena_variants() -> Iterable[type[Variant]]:
    """The game that this module brings."""
    return [Pinochle]
