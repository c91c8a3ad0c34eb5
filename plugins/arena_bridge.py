"""Contract Bridge, scored by the deal as in a duplicate: auction, dummy, vulnerability, no rubber."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from arena.bidding import Auction
from arena.cards import SUITS, Deck
from arena.hand import Hand
from arena.phases import Event, Phase
from arena.plugin import hookimpl
from arena.tricks import Tricks
from arena.variant import Variant, option

BIDS = tuple(f"{level}{strain}" for level in range(1, 8) for strain in "CDHSN")
DOUBLE, REDOUBLE = "X", "XX"
# Who is vulnerable on the boards 1 to 16 of a duplicate event: none, the dealer's side, the others, both.
BOARDS = "-OOBDDB-OB-OB-DD"
VULNERABLE = {"none": "-", "both": "B", "dealers": "D", "others": "O"}


@dataclass(frozen=True, slots=True)
class BridgeOptions:
    """What a league may set."""

    hands: int = option(16, "hands that make a game", least=1)
    vulnerability: str = option(
        "boards",
        "who is vulnerable: by the hand's number as on duplicate boards, by the dealer's seat as on the boards 1 to 4, "
        "or always the same",
        among=("boards", "seat", *VULNERABLE),
    )


class Bridge(Variant):
    """The game."""

    name = "bridge"
    summary = "partnerships bid for the right to name trumps, dummy lies open, scores by the deal as in a duplicate"
    players: ClassVar[tuple[int, ...]] = (4,)
    Options = BridgeOptions
    teams = ((0, 2), (1, 3))
    lowest_payoff = -7600
    rules = """
        Partners sit opposite each other. The whole pack is dealt, thirteen cards each, one at a time from the dealer's
        left. The dealer begins the auction, which goes on clockwise until three pass in a row after a bid. A bid
        (`1C` to `7N`) names the tricks above six and clubs, diamonds, hearts, spades or no trump, in this ascending
        order at each level; it must be higher than the bid before. `X` doubles the last bid if an opponent made
        it, `XX` redoubles an opponent's double; a new bid annuls both. Four passes at once end the hand with no
        score.
        The side of the last bid has the contract. Declarer is the partner who first named its denomination. The player
        at declarer's left leads; then declarer's partner, dummy, lays the hand open, and declarer plays it as well
        as the own one. Follow suit if you can; the highest trump wins, else the highest card of the suit led.
        A contract that is made scores 20 for each trick bid in clubs or diamonds, 30 in hearts or spades, 40 for the
        first and 30 for each other one in no trump; twice or four times that when doubled or redoubled. With 100 or
        more it is a game (bonus 300, vulnerable 500), else a part score (50). A small slam brings 500 (750)
        more, a grand slam 1000 (1500); making a doubled contract 50, a redoubled one 100. An overtrick counts its
        trick, doubled 100 (200), redoubled twice that. Each trick short gives the opponents 50 (100); doubled 100, 200,
        200, then 300 each (200, then 300 each); redoubled twice that.
        The score of the declaring side is the negative of the other's. After the hands that make a game the side
        with more points has won.
        Sources: Laws of Duplicate Bridge (World Bridge Federation, 2017); pagat.com (Contract Bridge).
        Events: ["vulnerable", seats], ["contract", declarer, bid, doubling] with a doubling of "", "X" or "XX",
        ["trump", declarer, suit], ["show", dummy, cards]. View: `vulnerable` (seats), `contract` (declarer, bid,
        doubling; nil before). Whose card is due is the seat after the last of `trick`, or `leader` at a lead: when that
        is dummy, declarer is asked, and `shown` holds dummy's cards.
    """
    readings = (
        "Vulnerability follows the hand's number in the game as on boards 1 to 16, seen from the dealer: it does "
        "not matter which seat deals first; a table of a single deal is board 1. Option `vulnerability`.",
        "There are no claims: all tricks are played. There are no honours, as in duplicate.",
        "Comparing tables (match points, IMPs) is left to the league: a hand pays its points.",
    )

    options: BridgeOptions

    @cached_property
    def exempt(self) -> Mapping[str, str]:
        """Vulnerability by seat is the one thing that does not turn with the dealer."""
        by_seat = self.options.vulnerability == "seat"
        return {"rotation": "the option makes it matter which seat deals"} if by_seat else {}

    def make_deck(self) -> Deck:
        """The whole pack."""
        return Deck.french()

    def begin(self, hand: Hand) -> Phase:
        """Deal, say who is vulnerable, bid."""
        hand.give(1, to=hand.around(hand.left_of(hand.dealer)) * 13)
        hand.extra["vulnerable"] = self._vulnerable(hand)
        hand.tell(("vulnerable", list(hand.extra["vulnerable"])))
        return Calls(hand.dealer, BIDS, passing_is_final=False)

    def _vulnerable(self, hand: Hand) -> tuple[int, ...]:
        match self.options.vulnerability:
            case "boards":
                who = BOARDS[(hand.number - 1) % 16]
            case "seat":
                who = BOARDS[hand.dealer]
            case fixed:
                who = VULNERABLE[fixed]
        dealers = hand.dealer % 2
        return tuple(seat for seat in range(4) if who == "B" or who == ("D" if seat % 2 == dealers else "O"))

    def after(self, hand: Hand, phase: Phase) -> Phase | None:
        """After the auction the play, declarer playing for dummy; nothing when all have passed."""
        if not isinstance(phase, Calls) or phase.bidder is None:
            return None
        strain, doubling = phase.high[1], phase.doubling(hand)
        declarer = phase.first_to_name(strain, hand)
        hand.declarer, hand.contract, hand.extra["doubling"] = declarer, phase.high, doubling
        hand.tell(("contract", declarer, phase.high, doubling))
        if strain in SUITS:
            hand.trump = strain
            hand.tell(("trump", declarer, strain))
        dummy = (declarer + 2) % 4
        return Play(hand.left_of(declarer), self.ranking(hand.trump), actors={dummy: declarer})

    def score(self, hand: Hand) -> Sequence[int]:
        """The points of the contract for its side, and against the other."""
        if hand.declarer is None or hand.contract is None:
            return [0, 0, 0, 0]
        declarer = hand.declarer
        tricks = hand.won[declarer] + hand.won[(declarer + 2) % 4]
        vulnerable = declarer in hand.extra["vulnerable"]
        points = contract_points(hand.contract, hand.extra["doubling"], tricks, vulnerable=vulnerable)
        return [points if (seat - declarer) % 2 == 0 else -points for seat in range(4)]

    def winners(self, totals: Sequence[int], hands: int) -> Sequence[int] | None:
        """The side with more points after so many hands; both if they are equal."""
        if hands < self.options.hands:
            return None
        return [seat for seat in range(4) if totals[seat] == max(totals)]

    def opening_view(self) -> dict[str, Any]:
        """Nothing is known before the hand's first events."""
        return {"vulnerable": [], "contract": None}

    def see(self, view: dict[str, Any], event: Event) -> None:
        """Vulnerability and contract."""
        if event[0] == "vulnerable":
            view["vulnerable"] = event[1]
        elif event[0] == "contract":
            view["contract"] = list(event[1:])


class Calls(Auction):
    """The auction with doubles and redoubles. All that was said stands in the hand's actions."""

    __slots__ = ()
    extra = (DOUBLE, REDOUBLE)

    def may_say(self, hand: Hand, usual: int) -> int:
        """A double after an opponent's bid, a redouble after an opponent's double."""
        seat, call = self._last(hand)
        if call and (seat - self.turn) % 2:
            answer = {DOUBLE: REDOUBLE, REDOUBLE: ""}.get(call, DOUBLE)
            if answer:
                usual |= 1 << self._alphabet.index(answer)
        return usual

    def _last(self, hand: Hand) -> tuple[int, str]:
        """The last call that was no pass, and whose it was; "" while all have passed."""
        for place in range(len(hand.actions) - 1, -1, -1):
            if hand.actions[place]:
                return (self.first + place) % 4, self._alphabet[hand.actions[place]]
        return self.first, ""

    def doubling(self, hand: Hand) -> str:
        """ "X" or "XX" when the last bid was doubled or redoubled, else ""."""
        call = self._last(hand)[1]
        return call if call in self.extra else ""

    def first_to_name(self, strain: str, hand: Hand) -> int:
        """Who of the side that made the last bid first bid this denomination."""
        seats = ((self.first + place) % 4 for place, call in enumerate(hand.actions) if self._names(call, strain))
        assert self.bidder is not None
        side = self.bidder % 2
        return next(seat for seat in seats if seat % 2 == side)

    def _names(self, call: int, strain: str) -> bool:
        return 0 < call <= len(self.bids) and self._alphabet[call][1] == strain

    def why_illegal(self, hand: Hand, token: str) -> str:
        """Say what may be doubled and redoubled."""
        if token == DOUBLE:
            return "'X' doubles the last bid, if an opponent made it and nobody has doubled it."
        if token == REDOUBLE:
            return "'XX' redoubles the last bid, if an opponent has doubled it."
        return super().why_illegal(hand, token)


class Play(Tricks):
    """The tricks; dummy's cards are laid open after the opening lead."""

    __slots__ = ()

    def apply(self, hand: Hand, action: int) -> bool:
        """Play a card; after the first one show dummy."""
        opening = not self.cards and not any(hand.won)
        over = super().apply(hand, action)
        if opening:
            hand.show(self.place)
        return over


def contract_points(contract: str, doubling: str, tricks: int, *, vulnerable: bool) -> int:
    """What a contract scores for its side with so many tricks won by declarer and dummy."""
    level, strain, factor = int(contract[0]), contract[1], {"": 1, DOUBLE: 2, REDOUBLE: 4}[doubling]
    over = tricks - 6 - level
    if over < 0:
        return -_penalty(-over, factor, vulnerable=vulnerable)
    each = 20 if strain in "CD" else 30
    bid = (each * level + (10 if strain == "N" else 0)) * factor
    game = (500 if vulnerable else 300) if bid >= 100 else 50
    slam = {6: 750 if vulnerable else 500, 7: 1500 if vulnerable else 1000}.get(level, 0)
    insult = 25 * factor if factor > 1 else 0
    overtrick = each if factor == 1 else 50 * factor * (1 + vulnerable)
    return bid + game + slam + insult + over * overtrick


def _penalty(short: int, factor: int, *, vulnerable: bool) -> int:
    if factor == 1:
        return short * (100 if vulnerable else 50)
    steps = [200] + [300] * 12 if vulnerable else [100, 200, 200] + [300] * 10
    return sum(steps[:short]) * factor // 2


@hookimpl
def arena_variants() -> Iterable[type[Variant]]:
    """The game that this module brings."""
    return [Bridge]
