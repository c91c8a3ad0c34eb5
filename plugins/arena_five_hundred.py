"""Five Hundred: ten tricks in partnerships, an auction, a kitty for the winner, bowers, and a joker above them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Self

from arena.bidding import Auction
from arena.cards import SUITS, CardSet, Deck, Ranking
from arena.hand import Hand
from arena.phases import Phase
from arena.picking import Pick
from arena.plugin import hookimpl
from arena.tricks import Tricks, follow_suit, obligation
from arena.variant import Variant, option

JOKER, MISERE, OPEN, NO_TRUMP = "BJ", "MIS", "OPEN", "N"
STRAINS = "SCDHN"
SAME_COLOUR = {"S": "C", "C": "S", "H": "D", "D": "H"}
AVONDALE = {
    f"{level}{strain}": 100 * (level - 6) + 40 + 20 * step
    for level in range(6, 11)
    for step, strain in enumerate(STRAINS)
}
VALUES = {**AVONDALE, MISERE: 250, OPEN: 500}
SLAM = 250


@dataclass(frozen=True, slots=True)
class FiveHundredOptions:
    """What a league may set."""

    target: int = option(500, "points that win the game, and below zero lose it", least=1)
    max_hands: int = option(200, "hands after which a game ends in any case; the higher side wins", least=1)
    misere: str = option(
        "over seven",
        "misere may be bid over a bid of seven, over any lower bid, or never",
        among=("over seven", "any", "no"),
    )
    open_misere: str = option(
        "below 10H", "where the bid of open misere stands: below ten hearts, or highest", among=("below 10H", "highest")
    )
    exposed: str = option("after one trick", "when an open hand is shown", among=("after one trick", "before the lead"))
    misere_joker: bool = option(True, "at misere who can't follow suit must play the joker if they hold it")
    slam: bool = option(True, "all ten tricks score 250 if the bid is worth less")
    win_on_bid: bool = option(True, "only a side that has just made its bid can win")


class FiveHundred(Variant):
    """The game."""

    name = "five-hundred"
    summary = "partnerships, ten tricks, an auction with misere, a kitty, bowers and the joker"
    card_names: ClassVar[dict[str, str]] = {JOKER: "the joker"}
    players: ClassVar[tuple[int, ...]] = (4,)
    Options = FiveHundredOptions
    teams = ((0, 2), (1, 3))
    lowest_payoff = -620
    rules = """
        Partners sit opposite each other. The pack has 43 cards: ace to four in the red suits, ace to five in the black
        ones, and the joker (`BJ`). Ten cards each; the last three are the kitty.
        The highest trump is the joker, then the jack of trumps (right bower), the other jack of that colour (left
        bower, a trump in every respect), A K Q T 9 8 7 6 5 (4). The other suits rank A K Q J T and down.

        In turn from the dealer's left each player bids more than the last bid or passes; who has passed is out. A bid
        is a number of tricks, 6 to 10, with a trump suit or no trumps; the suits rise S C D H, no trumps stand above
        them. Six spades count 40, each step 20 more, ten no trumps 520. Misere, no trick at all without trumps and
        alone, counts 250; it may be bid only while a bid of seven is the highest, and beats it. Open misere counts 500,
        stands between ten diamonds and ten hearts, and may be bid at any time. If all pass the hand is thrown in.

        Who bid highest takes the kitty, discards three cards face down, and leads. Follow suit if you can, or else play
        what you like. The highest trump wins the trick, without trumps the highest card of the suit led; the winner
        leads. Without trumps the joker belongs to no suit and wins every trick. It may be played only by who can't
        follow suit; who leads it names the suit that must be followed, none in which they failed to follow before. At
        misere the partner lays the cards down; at open misere the hand is shown after the first trick.

        A side that wins as many tricks as bid scores the bid's count, else it loses that. All ten tricks score 250 at
        least. The defenders score 10 for each trick, except at misere. A side that reaches 500 by making a bid has won;
        a side at -500 has lost. A hand pays a side what it scored more than the other.

        Bids: `6S` to `10H`, `6N` to `10N`, `MIS`, `OPEN`, `pass`. The kitty: kind "discard". The joker's suit: kind
        "suit", `S H D C`. Events: ["trump", seat, suit] unless there is none; ["discard", seat, card] to the bidder
        alone, ["picked", seat, 3] to all; ["suit", seat, suit] for a led joker; ["show", seat, cards] of an open hand.
        View: `declarer` and `contract`, nil before the auction's end. Event for that: ["contract", seat, bid].
        Sources: pagat.com (Five Hundred); the article "500 (card game)" in the English Wikipedia; Britannica.
    """
    readings = (
        "Misere stands above all bids of seven and below all of eight (Pagat); by points it would stand above eight "
        "spades (Wikipedia). Whether it needs a bid of seven before it: option `misere`.",
        "Open misere stands below ten hearts (Pagat), or above all (Britannica): `open_misere`. The hand is shown "
        "after the first trick (Pagat), or before the lead (Britannica): `exposed`.",
        "A holder of the joker names its suit when leading it, not before play. Pagat has both ways.",
        "In many circles points for defending can't win the game: `win_on_bid`. They go on counting beyond the target.",
        "A game in which nobody bids is ended by `max_hands`.",
        "All four pass: thrown in without score. Some play such a hand without trumps for 10 a trick.",
    )

    options: FiveHundredOptions

    def make_deck(self) -> Deck:
        """43 cards."""
        return Deck(ranks="456789TJQKA", specials=(JOKER,), without=("4S", "4C"))

    @cached_property
    def bids(self) -> tuple[str, ...]:
        """All bids in ascending order."""
        rising = list(AVONDALE)
        if self.options.misere != "no":
            rising.insert(rising.index("8S"), MISERE)
        rising.insert(rising.index("10H") if self.options.open_misere == "below 10H" else len(rising), OPEN)
        return tuple(rising)

    def begin(self, hand: Hand) -> Phase:
        """Deal, and begin the auction."""
        first = hand.left_of(hand.dealer)
        hand.give(1, to=hand.around(first) * 10)
        return Bidding(first, self.bids)

    def after(self, hand: Hand, phase: Phase) -> Phase | None:
        """The auction, the kitty, the tricks, which an open hand interrupts."""
        match phase:
            case Bidding(bidder=int(declarer), high=contract):
                return self._kitty(hand, declarer, contract)
            case Pick(turn=declarer):
                return self._play(hand, declarer)
            case NoTrumps() if hand.declarer is not None and hand.hands[hand.declarer]:
                hand.show(hand.declarer)
                return phase  # It goes on with the tricks that are left.
        return None

    def _kitty(self, hand: Hand, declarer: int, contract: str) -> Phase:
        hand.declarer, hand.contract = declarer, contract
        hand.tell(("contract", declarer, contract))
        if contract in AVONDALE and contract[-1] != NO_TRUMP:
            hand.trump = contract[-1]
            hand.tell(("trump", declarer, hand.trump))
        hand.give(3, to=[declarer])
        return Pick("discard", [declarer], 3)

    def _play(self, hand: Hand, declarer: int) -> Phase:
        trump, alone = hand.trump, hand.contract in (MISERE, OPEN)
        if trump is not None:
            return Tricks(declarer, self.ranking(trump, tops=(JOKER, "J" + trump, "J" + SAME_COLOUR[trump])))
        waits = hand.contract == OPEN and self.options.exposed == "after one trick"
        if hand.contract == OPEN and not waits:
            hand.show(declarer)
        players = [seat for seat in range(4) if seat != (declarer + 2) % 4] if alone else ()
        following = (follow_suit, spills) if alone and self.options.misere_joker else (follow_suit,)
        ranking = self.ranking(masters=(JOKER,))
        return NoTrumps(declarer, ranking, following=following, players=players, rounds=int(waits))

    def score(self, hand: Hand) -> Sequence[int]:
        """The bid made or lost, and the defenders' tricks."""
        declarer, contract = hand.declarer, hand.contract
        if declarer is None or contract is None:
            return [0] * 4
        value, alone = VALUES[contract], contract in (MISERE, OPEN)
        tricks = hand.won[declarer] + hand.won[(declarer + 2) % 4]
        made = tricks == 0 if alone else tricks >= int(contract[:-1])
        if tricks == 10 and self.options.slam:
            value = max(value, SLAM)
        defence = 0 if alone else 10 * (10 - tricks)
        return [defence if (seat - declarer) % 2 else value if made else -value for seat in range(4)]

    def winners_after(self, hand: Hand, totals: Sequence[int]) -> Sequence[int] | None:
        """The side that reached the target by its bid, or the other side of one that fell too low."""
        target, bidder = self.options.target, hand.declarer
        reached = [seat for seat in range(4) if totals[seat] >= target]
        if bidder in reached and hand.scores[bidder] > 0:
            return [bidder % 2, bidder % 2 + 2]
        if reached and not self.options.win_on_bid:
            return reached
        if min(totals) > -target and hand.number < self.options.max_hands:
            return None
        return [seat for seat in range(4) if totals[seat] == max(totals)]

    def payoffs(self, scores: Sequence[int]) -> Sequence[float]:
        """What a side scored more than the other."""
        return [scores[seat] - scores[(seat + 1) % 4] for seat in range(4)]

    def opening_view(self) -> dict[str, Any]:
        """Nobody has a contract yet."""
        return {"declarer": None, "contract": None}

    def see(self, view: dict[str, Any], event: Sequence[Any]) -> None:
        """Who plays what."""
        if event[0] == "contract":
            view["declarer"], view["contract"] = event[1], event[2]


class Bidding(Auction):
    """The auction, in which misere may have to wait for a bid of seven."""

    __slots__ = ()

    def may_say(self, hand: Hand, usual: int) -> int:
        """Whether misere is among the usual bids."""
        if hand.variant.options.misere != "over seven" or self.high[:1] == "7":
            return usual
        return usual & ~(1 << self.alphabet(hand).index(MISERE))

    def why_illegal(self, hand: Hand, token: str) -> str:
        """Name what misere waits for, or the bid that must be beaten."""
        early = token == MISERE and self.high < "7"
        return f"{token!r} may be bid only over a bid of seven." if early else super().why_illegal(hand, token)


class NoTrumps(Tricks):
    """Tricks in which the joker has no suit, and who leads it names one: the next action, of the kind "suit".

    renounced: the suits that each seat has failed to follow, as sets of their numbers.
    """

    __slots__ = ("kind", "renounced")
    tokens, action = Phase.tokens, Phase.action

    def __init__(self, leader: int, ranking: Ranking, **how: Any) -> None:
        super().__init__(leader, ranking, **how)
        self.kind = "play"
        self.renounced: tuple[int, ...] = (0, 0, 0, 0)

    def alphabet(self, hand: Hand) -> Sequence[str]:
        """Cards, or suits for a led joker."""
        return SUITS if self.kind == "suit" else super().alphabet(hand)

    def legal(self, hand: Hand) -> int:
        """The cards that may be played, or the suits that the leader has not failed to follow."""
        if self.kind == "play":
            return super().legal(hand)
        return 0b1111 & ~self.renounced[self.leader] or 0b1111

    def apply(self, hand: Hand, action: int) -> bool:
        """Play a card, or name the suit of the joker that was led."""
        if self.kind == "suit":
            self.kind = "play"
            self.led, self._power = action, self.ranking.power[action]
            self._next(self.place)
            hand.tell(("suit", self.leader, SUITS[action]))
            return False
        suit, place = self.ranking.suit_of[action], self.place
        if self.cards and suit != self.led:
            suits = [had | (1 << self.led if seat == place else 0) for seat, had in enumerate(self.renounced)]
            self.renounced = tuple(suits)
        over = super().apply(hand, action)
        if self.led >= len(SUITS):
            self.kind, self.turn = "suit", place
        return over

    def copy(self) -> Self:
        """An independent copy."""
        twin = super().copy()
        twin.kind, twin.renounced = self.kind, self.renounced
        return twin

    def why_illegal(self, hand: Hand, token: str) -> str:
        """Name the rule that the card breaks, or the suits to choose from."""
        if self.kind == "play":
            return super().why_illegal(hand, token)
        return f"{token!r} can't be named for the joker: it must be a suit that the leader has not failed to follow."


@obligation("at misere the joker must be played by who can't follow suit")
def spills(trick: Tricks, hand: Hand, cards: CardSet) -> CardSet:
    """The joker, once following suit has left it among the cards."""
    return cards & hand.deck.faces[JOKER]


@hookimpl
def arena_variants() -> Iterable[type[Variant]]:
    """The game that this module brings."""
    return [FiveHundred]
