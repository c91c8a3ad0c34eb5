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
AROUND = {"aces": 100, "kings": 80, "queens": 60, "jacks": 40}
MELDS = ("run", "aces", "kings", "queens", "jacks", "pinochle", *SUITS, "dix", "done")


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
    hands: int = option(100, "hands after which a game ends even without the target", least=1)


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
        `pass` and is out. The highest bidder names trumps, `S H D C`. Then all, from the dealer's left, show melds, one
        by one, until they say `done`. Melds count for a side that takes a trick:
        `run`, A T K Q J of trumps, 150; `S H D C`, king and queen (a marriage) of that suit, 20, of trumps 40, unless
        they are in the run; `dix`, a nine of trumps, 10; `pinochle`, queen of spades with jack of diamonds, 40, both
        pairs 300; `aces kings queens jacks`, four of different suits, 100 80 60 40; all eight, said by two such melds,
        or two runs, ten times as much. A card may serve in melds of different kinds.
        The bidder leads. Follow suit, with a card that heads the trick if you can; without the suit trump, and higher
        if you can; else play anything. Of two equal cards the first is the higher. The winner leads to the next.
        Cards in tricks count, ace 11, ten 10, king 4, queen 3, jack 2, and the last trick 10: together 250.
        The bidding side scores what it has if that is at least the bid, else it is set and loses the bid. The others
        score what they have. The first side with the target wins, the bidding side before the other.
        A hand pays what a side scored more than the other.
        Sources: Bicycle's rules of Partnership Auction Pinochle; pagat.com (Pinochle, single deck); docslib.org
        (Single Deck Pinochle Rules); "Pinochle" in Wikipedia.
        Choices: ["bid", seat, token]; ["trump", seat, suit]; ["meld", seat, token]; the cards to pass.
        Events: ["show", seat, cards] the cards of a meld; ["melds", points] by seat so far; ["redeal"];
        ["pass", seat, card] to the passer, ["picked", seat, count]. View: `melds` as told.
    """
    readings = (
        "The lowest bid is 100 (Bicycle), or 150, 190, 200, 250 elsewhere: `minimum`. Bids end at 900.",
        "If all pass, the dealer must play at the minimum (docslib's rules), or the deal moves on: `all_pass`.",
        "The bidder leads (pagat, docslib), or who sits at the dealer's left (Bicycle): `leads`.",
        "The duty to head holds in every suit (pagat) or to a lead of trumps alone (Hoyle): `heading`.",
        "In some rooms the partner passes three or four cards to the bidder, who then passes as many back: `passing`.",
        "Card values of 10 for A T K, or of 10 and 5, also add up to 250: `counting`. Doubled melds that count only "
        "twice are played too: `doubles`; two pinochles are 300 in any case.",
        "A meld that is not shown does not count; nobody must show any. After `hands` hands the higher side wins.",
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
        hand.extra.update(melds=(0, 0, 0, 0), shown=(), last=first)
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
                return self._ask_for_meld(hand, hand.left_of(hand.dealer))
            case Pick(turn=seat):
                hand.hand_over(phase.picked[seat], to=(seat + 2) % 4)
                if seat != hand.declarer:
                    return Pick("pass", [(seat + 2) % 4], self.options.passing)
                return self._ask_for_meld(hand, hand.left_of(hand.dealer))
            case Choose("meld", seat, "done"):
                hand.extra["shown"] = ()
                return self._play(hand) if seat == hand.dealer else self._ask_for_meld(hand, hand.left_of(seat))
            case Choose("meld", seat, meld):
                self._score_meld(hand, seat, meld)
                return self._ask_for_meld(hand, seat)
            case Tricks(winner=winner):
                hand.extra["last"] = winner
        return None

    def _play(self, hand: Hand) -> Phase:
        assert hand.declarer is not None
        leader = hand.declarer if self.options.leads == "bidder" else hand.left_of(hand.dealer)
        heading = must_beat if self.options.heading == "always" else must_head_trumps
        return Tricks(leader, self.ranking(hand.trump), following=(follow_suit, must_trump, heading))

    # Melds

    def faces_of(self, meld: str, trump: str) -> tuple[str, ...]:
        """The faces that a meld is made of."""
        match meld:
            case "run":
                return tuple(rank + trump for rank in "ATKQJ")
            case "pinochle":
                return ("QS", "JD")
            case "dix":
                return ("9" + trump,)
            case suit if suit in SUITS:
                return ("K" + suit, "Q" + suit)
        return tuple(meld[0].upper() + suit for suit in SUITS)

    def worth(self, meld: str, trump: str) -> tuple[int, int, int]:
        """What none, one and two of a meld are worth."""
        double = 10 if self.options.doubles == "tenfold" else 2
        match meld:
            case "run":
                return 0, 150, 150 * double
            case "pinochle":
                return 0, 40, 300
            case "dix":
                return 0, 10, 20
            case suit if suit in SUITS:
                return (0, 40, 80) if suit == trump else (0, 20, 40)
        return 0, AROUND[meld], AROUND[meld] * double

    def count(self, meld: str, cards: CardSet, trump: str) -> int:
        """How many of a meld there are among some cards; a marriage of trumps in a run is none."""
        faces = self.deck.faces
        least = min((cards & faces[face]).bit_count() for face in self.faces_of(meld, trump))
        return least - self.count("run", cards, trump) if meld == trump else least

    def _ask_for_meld(self, hand: Hand, seat: int) -> Phase:
        held, shown, trump = hand.hands[seat], hand.extra["shown"], str(hand.trump)
        left = [meld for meld in MELDS[:-1] if self.count(meld, held, trump) > shown.count(meld)]
        return Choose("meld", seat, MELDS, [*left, "done"])

    def _score_meld(self, hand: Hand, seat: int, meld: str) -> None:
        trump, melds = str(hand.trump), hand.extra["melds"]
        shown = hand.extra["shown"] = (*hand.extra["shown"], meld)
        count, worth = shown.count(meld), self.worth(meld, trump)
        copies = count + shown.count("run") if meld == trump else count
        cards = 0
        for face in self.faces_of(meld, trump):
            both = hand.hands[seat] & self.deck.faces[face]
            cards |= both if copies == 2 else both & -both
        hand.show(seat, cards)
        points = melds[seat] + worth[count] - worth[count - 1]
        hand.extra["melds"] = (*melds[:seat], points, *melds[seat + 1 :])
        hand.tell(("melds", hand.extra["melds"]))

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
        """A side at the target, the bidding side first; or the higher one in the end."""
        if hand.declarer is not None and max(totals) >= self.options.target:
            side = hand.declarer % 2
            return self.teams[side if totals[side] >= self.options.target else 1 - side]
        if hand.number < self.options.hands:
            return None
        return [seat for seat in range(4) if totals[seat] == max(totals)]

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
        if event[0] == "melds":
            view["melds"] = list(event[1])


@hookimpl
def arena_variants() -> Iterable[type[Variant]]:
    """The game that this module brings."""
    return [Pinochle]
