"""Klaverjas: jack and nine are high trumps, runs and marriages in a trick bring roem, and the makers may go nat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from arena.cards import SUITS, CardSet, Deck
from arena.hand import Hand
from arena.obligations import must_overtrump, must_trump, no_undertrump
from arena.phases import Choose, Event, Phase
from arena.plugin import hookimpl
from arena.tricks import Tricks, follow_suit, obligation
from arena.variant import Variant, option

VALUES = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
TRUMP_EXTRA = {"J": 18, "9": 14}
IN_ALL = 162
LAST = 10
PIT = 100
RUNS = {3: 20, 4: 50}
CALLS = ("0", "20", "40", "50", "70", "100", "200")


@dataclass(frozen=True, slots=True)
class KlaverjasOptions:
    """What a league may set."""

    duty: str = option("amsterdam", "when a hand that can't follow must trump", among=("amsterdam", "rotterdam"))
    choosing: str = option("must", "the first hand must name trumps, or each may in turn", among=("must", "pass"))
    roem: str = option("counted", "whether roem counts by itself or is called", among=("counted", "called", "none"))
    four_jacks: int = option(200, "roem for four jacks in a trick", among=(100, 200))
    pit: str = option("makers", "who gets 100 for all eight tricks", among=("makers", "any"))
    hands: int = option(16, "hands after which the game ends", least=1)
    target: int = option(0, "points that end the game before; 0: none do", least=0)


@obligation("a hand that can't follow must trump, and higher, unless the partner holds the trick")
def trump_opponents(trick: Tricks, hand: Hand, cards: CardSet) -> CardSet:
    """Amsterdam: trumps that win the trick from the other side."""
    partner_holds = (trick.winner - trick.place) % 4 == 2
    if partner_holds or cards & trick.ranking.cards_of[trick.led]:
        return cards
    return trick.beating(cards & trick.ranking.trumps)


DUTIES = {
    "amsterdam": (follow_suit, trump_opponents, must_overtrump, no_undertrump),
    "rotterdam": (follow_suit, must_trump, must_overtrump),
}


class Klaverjas(Variant):
    """The game."""

    name = "klaverjas"
    summary = "partnerships, jack and nine high in trumps, roem in the tricks, and more than half or nothing"
    players: ClassVar[tuple[int, ...]] = (4,)
    Options = KlaverjasOptions
    teams = ((0, 2), (1, 3))
    like_suits = ("SHDC",)
    rules = """
        Partners sit opposite. Thirty-two cards; three, two and three to each from the dealer's left, the first hand,
        who names the trump suit: `S H D C`. Trumps rank J 9 A T K Q 8 7, worth 20 14 11 10 4 3 0 0; other suits
        A T K Q J 9 8 7, worth 11 10 4 3 2 0 0 0; the last trick is worth 10: together 162.
        The first hand leads; the winner of a trick leads to the next. Follow suit if you can. A trump that you play to
        a trump must be higher than those in the trick if you hold such a one. Who can't follow, in Amsterdam: must
        trump a trick that the other side holds, with a winning trump; is free when the partner holds it; and may never
        undertrump while anything else is left. In Rotterdam: must trump in any case, higher if possible, else lower.
        Roem, for the side that wins the trick in which it lies: three cards of a suit in a row 20, four 50 (the order
        is A K Q J T 9 8 7, also in trumps); king and queen of trumps (stuk) 20, also beside a run; four of a rank 100,
        four jacks 200. The makers, who named trumps, score 100 more for all eight tricks (pit).
        If the makers have more than the other side, roem counted, both sides score what they have. Else the makers are
        nat: they score nothing, and the others 162 and all the roem. After sixteen hands the higher side wins.
        A hand pays what a side scored more than the other.
        Sources: pagat.com (Klaverjassen); the Dutch and English articles in Wikipedia; klaverjasunie.nl.
        Choices: ["bid", seat, token], a suit, or `pass` where it is allowed; ["call", seat, token] where roem is
        called. Events: ["trump", seat, suit]; ["roem", seat, points] roem that counts for the winner of the trick.
        View: `roem` by seat.
    """
    readings = (
        "Amsterdam and Rotterdam differ in the duty to trump: option `duty`.",
        "Naming trumps: the first hand must (pagat's description), or each in turn names a suit or says `pass`, and "
        "the first hand must when all have passed: option `choosing`. Suits turned up from a second pack are left out.",
        "With `roem` called, the winner of each trick says what it holds (0 20 40 50 70 100 200): too much counts "
        "nothing, too little counts as said. The partner can't call.",
        "Four jacks bring 200 (Wikipedia, Board Game Arena) or 100: option `four_jacks`.",
        "Pit is for the makers, as in the clubs' rules, or for any side (Board Game Arena): option `pit`.",
        "Games to 1500 points: option `target`. Equal scores at the end share the win.",
    )

    options: KlaverjasOptions

    def make_deck(self) -> Deck:
        """Ace to seven."""
        return Deck.french(down_to="7")

    def begin(self, hand: Hand) -> Phase:
        """Deal, and ask the first hand for trumps."""
        first = hand.left_of(hand.dealer)
        for packet in (3, 2, 3):
            hand.give(packet, to=hand.around(first))
        hand.extra.update(roem=(0, 0, 0, 0), lies=0, last=first)
        return self._ask(first, must=self.options.choosing == "must")

    def _ask(self, seat: int, *, must: bool) -> Phase:
        return Choose("bid", seat, (*SUITS, "pass"), SUITS if must else None)

    def after(self, hand: Hand, phase: Phase) -> Phase | None:
        """Trumps, the tricks, and the roem in them."""
        first = hand.left_of(hand.dealer)
        match phase:
            case Choose("bid", seat, "pass"):
                return self._ask(hand.left_of(seat), must=seat == hand.dealer)
            case Choose("bid", seat, suit):
                hand.trump, hand.declarer = suit, seat
                hand.tell(("trump", seat, suit))
                return self._trick(hand, first)
            case Choose("call", seat, said):
                self._credit(hand, seat, int(said) if int(said) <= hand.extra["lies"] else 0)
            case Tricks(winner=winner):
                hand.extra["last"] = winner
                hand.extra["lies"] = self.roem_in(phase.last, str(hand.trump))
                if self.options.roem == "called":
                    return Choose("call", winner, CALLS)
                self._credit(hand, winner, hand.extra["lies"])
        return self._trick(hand, hand.extra["last"]) if any(hand.hands) else None

    def _trick(self, hand: Hand, leader: int) -> Phase:
        ranking = self.ranking(hand.trump, ranks="789JQKTA", trump_ranks="78QKTA9J")
        rounds = 0 if self.options.roem == "none" else 1
        return Tricks(leader, ranking, following=DUTIES[self.options.duty], rounds=rounds)

    def _credit(self, hand: Hand, seat: int, points: int) -> None:
        if points and self.options.roem != "none":
            roem = hand.extra["roem"]
            hand.extra["roem"] = (*roem[:seat], roem[seat] + points, *roem[seat + 1 :])
            hand.tell(("roem", seat, points))

    def roem_in(self, trick: Sequence[int], trump: str) -> int:
        """The roem that lies in a trick of four cards."""
        tokens = {self.deck.tokens[card] for card in trick}
        ranks = {token[0] for token in tokens}
        if len(ranks) == 1:
            return self.options.four_jacks if ranks == {"J"} else 100
        stuk = 20 if {"K" + trump, "Q" + trump} <= tokens else 0
        return stuk + RUNS.get(max(self._run(tokens, suit) for suit in SUITS), 0)

    def _run(self, tokens: set[str], suit: str) -> int:
        """The most cards of a suit in a row."""
        longest = length = 0
        for rank in self.deck.ranks:
            length = length + 1 if rank + suit in tokens else 0
            longest = max(longest, length)
        return longest

    def card_points(self, hand: Hand) -> list[int]:
        """The points of the cards and of the last trick, by seat."""
        points = hand.points(VALUES)
        for rank, more in TRUMP_EXTRA.items():
            for seat, held in enumerate(hand.taken_in(self.deck.set_of([f"{rank}{hand.trump}"]))):
                points[seat] += more * held
        points[hand.extra["last"]] += LAST
        return points

    def score(self, hand: Hand) -> Sequence[int]:
        """What each side has; or nat."""
        assert hand.declarer is not None
        cards, roem = self.card_points(hand), hand.extra["roem"]
        maker = self.team_of(hand.declarer)
        points = [sum(cards[seat] for seat in team) for team in self.teams]
        extra = [sum(roem[seat] for seat in team) for team in self.teams]
        for side, team in enumerate(self.teams):
            if sum(hand.won[seat] for seat in team) == 8 and (side == maker or self.options.pit == "any"):
                extra[side] += PIT
        sums = [points[0] + extra[0], points[1] + extra[1]]
        if sums[maker] <= sums[1 - maker]:
            sums[maker], sums[1 - maker] = 0, IN_ALL + sum(extra)
        return [sums[seat % 2] for seat in range(4)]

    def winners(self, totals: Sequence[int], hands: int) -> Sequence[int] | None:
        """The higher side after the last hand."""
        reached = 0 < self.options.target <= max(totals)
        if hands < self.options.hands and not reached:
            return None
        return [seat for seat in range(4) if totals[seat] == max(totals)]

    def payoffs(self, scores: Sequence[int]) -> Sequence[float]:
        """What a side scored more than the other."""
        return [scores[seat] - scores[(seat + 1) % 4] for seat in range(4)]

    @cached_property
    def lowest_payoff(self) -> float:
        """Nat, with a pit, and four of a rank in every trick."""
        return -(IN_ALL + PIT + (0 if self.options.roem == "none" else 700 + self.options.four_jacks))

    def opening_view(self) -> dict[str, Any]:
        """No roem yet."""
        return {"roem": [0, 0, 0, 0]}

    def see(self, view: dict[str, Any], event: Event) -> None:
        """Roem adds up."""
        if event[0] == "roem":
            view["roem"] = [points + event[2] * (seat == event[1]) for seat, points in enumerate(view["roem"])]


@hookimpl
def arena_variants() -> Iterable[type[Variant]]:
    """The game that this module brings."""
    return [Klaverjas]
