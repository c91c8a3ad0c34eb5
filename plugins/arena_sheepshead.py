"""Sheepshead: who picks the blind plays with a secret partner against the rest; or nobody does, and the least win."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from arena.cards import CardSet, Deck, Ranking
from arena.hand import Hand
from arena.phases import Choose, Event, Phase
from arena.picking import Pick
from arena.plugin import hookimpl
from arena.tricks import Tricks, follow_suit, obligation
from arena.variant import Variant, option

POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
TOPS = ("QC", "QS", "QH", "QD", "JC", "JS", "JH", "JD")
CARDS = {3: 10, 4: 7, 5: 6}
FAIL = "SHC"
ALONE = "alone"
CALLS = (ALONE, *(rank + suit for rank in "AT" for suit in FAIL))


@dataclass(frozen=True, slots=True)
class SheepsheadOptions:
    """What a league may set."""

    hands: int = option(25, "hands that make a game", least=1)
    partner: str = option(
        "ace", "the picker's partner: by a called ace, by the jack of diamonds, or none", among=("ace", "jack", "none")
    )
    all_pass: str = option(
        "leaster",
        "when all pass: who takes the least wins, the dealer must pick, or the next hand counts double",
        among=("leaster", "forced", "doubler"),
    )
    blind: str = option("last", "a leaster's blind goes with the last trick, or to nobody", among=("last", "none"))
    bump: bool = option(True, "the picker's side loses double (the bump)")


class Sheepshead(Variant):
    """The game."""

    name = "sheepshead"
    summary = "queens, jacks and diamonds are trumps; the picker has a secret partner; 61 of 120 points win"
    players: ClassVar[tuple[int, ...]] = (5, 4, 3)
    Options = SheepsheadOptions
    rules = """
        32 cards. Trumps, high to low: QC QS QH QD JC JS JH JD AD TD KD 9D 8D 7D. The fail suits clubs, spades and
        hearts rank A T K 9 8 7. An ace counts 11, a ten 10, a king 4, a queen 3, a jack 2: together 120. Five players
        get six cards each, four seven, three ten; the rest is the blind. From the dealer's left each may `pick` the
        blind up or `pass`. The picker takes it and puts as many cards aside, which count for the picker.

        With a called ace the picker then names a fail ace (`AS AH AC`) that the picker does not have, of a suit of
        which the picker holds a card; with all three aces a ten in the same way; or plays `alone`. Who holds the
        called card is the secret partner. It must be played when its suit is led; until then it is not thrown on
        another suit, no other card of its suit is led by its holder, and the picker keeps a card of that suit. With
        the jack of diamonds its holder is the partner, and a picker who has it is alone. Three have no partner.

        The player at the dealer's left leads. Follow suit if you can, trumps being one suit; the highest trump wins,
        else the highest card of the suit led. The picker's side wins with 61 points. Then each opponent pays 1, or 2
        if they have less than 30, or 3 if they have no trick; a partner gets what one opponent pays, the picker the
        rest. With 60 or less the picker's side pays in the same way: 1, or 2 with 30 or less, or 3 without a trick,
        and twice that by the bump. If all pass, all play for themselves (a leaster): of those who have won a trick,
        who has the fewest points gets 1 from each other player; several who tie each get 1 from each of the rest.
        After the hands that make a game the highest total wins.
        Sources: pagat.com (Sheepshead); the article "Sheepshead" in the English Wikipedia; sheepsheadrules.com.
        Events: ["pick", seat, token], ["discard", seat, card] to the picker alone, ["picked", seat, count], ["call",
        seat, token], ["leaster"], ["blind", cards] at the end. View: `picker`, `called`, `leaster`.
    """
    readings = (
        "The blind is what is left of the pack when all have their cards.",
        "Who can call no card plays alone; an unknown card laid face down for the called suit is not played.",
        "Opponents are schneider below 30 points for a picker with 91 or more; the picker's side with 30 or less.",
        "Options `all_pass`, `blind`: Pagat and Wikipedia name all these ways; leasters are the most usual one.",
    )

    options: SheepsheadOptions

    def make_deck(self) -> Deck:
        """Ace to seven; the ranks as the fail suits have them."""
        return Deck(ranks="789JQKTA")

    @cached_property
    def lowest_payoff(self) -> float:
        """A picker alone without a trick."""
        return -6 * (self.seats - 1)

    def trumps(self) -> Ranking:
        """The one ranking that this game has."""
        return self.ranking("D", tops=TOPS)

    def begin(self, hand: Hand) -> Phase:
        """Deal, and ask from the dealer's left on."""
        first = hand.left_of(hand.dealer)
        hand.give(CARDS[self.seats], to=hand.around(first))
        hand.trump = "D"
        return self._ask(hand, first)

    def _ask(self, hand: Hand, seat: int) -> Phase:
        forced = seat == hand.dealer and self.options.all_pass == "forced"
        return Choose("pick", seat, ("pass", "pick"), ("pick",) if forced else None)

    def after(self, hand: Hand, phase: Phase) -> Phase | None:
        """Picking, burying, calling, the tricks."""
        match phase:
            case Choose("pick", seat, "pick"):
                hand.declarer = seat
                count = hand.undealt.bit_count()
                hand.give(count, to=[seat])
                return Pick("discard", [seat], count)
            case Choose("pick", seat, "pass") if seat != hand.dealer:
                return self._ask(hand, hand.left_of(seat))
            case Choose("pick"):
                if self.options.all_pass == "doubler":
                    return None
                hand.tell(("leaster",))
                return self._play(hand)
            case Pick(turn=picker):
                hand.extra["buried"] = phase.picked[picker]
                if self.seats > 3 and self.options.partner == "ace":
                    return Choose("call", picker, CALLS, self.callable(hand, picker))
                return self._play(hand)
            case Choose("call", _, token):
                hand.extra["called"] = token
                return self._play(hand)
            case Tricks(winner=last):
                hand.extra["last"] = last
                hand.tell(("blind", self.deck.tokens_of(hand.undealt or hand.extra["buried"])))
        return None

    def callable(self, hand: Hand, picker: int) -> list[str]:
        """What the picker may call: fail aces, or tens if all the aces are the picker's own."""
        held = hand.hands[picker]
        own = held | hand.extra["buried"]
        suits = [suit for suit in FAIL if held & self.trumps().cards_of[self.deck.suits.index(suit)]]
        aces = self.deck.set_of(["A" + suit for suit in FAIL])
        rank = "T" if own & aces == aces else "A"
        return [ALONE, *(rank + suit for suit in suits if not own & self.deck.faces[rank + suit])]

    def _play(self, hand: Hand) -> Phase:
        duties = (follow_suit, answers, is_kept, keeps_one)
        return Tricks(hand.left_of(hand.dealer), self.trumps(), leading=(leads_itself,), following=duties)

    def side(self, hand: Hand) -> set[int]:
        """The picker and the partner."""
        card = 0
        if self.seats > 3 and self.options.partner == "jack":
            card = self.deck.faces["JD"]
        elif (token := hand.extra.get("called", ALONE)) != ALONE:
            card = self.deck.faces[token]
        return {seat for seat in range(self.seats) if seat == hand.declarer or hand.dealt[seat] & card}

    def score(self, hand: Hand) -> Sequence[int]:
        """What the picker's side wins or pays; or the leaster."""
        if hand.declarer is None:
            return self._leaster(hand) if "last" in hand.extra else [0] * self.seats
        side = self.side(hand)
        points, tricks = hand.points(POINTS), sum(hand.won[seat] for seat in side)
        mine = sum(points[seat] for seat in side) + self._worth(hand.extra["buried"])
        if mine >= 61:
            unit = 3 if tricks == sum(hand.won) else 2 if mine >= 91 else 1
        else:
            unit = (3 if tricks == 0 else 2 if mine <= 30 else 1) * (-2 if self.options.bump else -1)
        unit *= hand.extra.get("stake", 1)
        scores = [unit if seat in side else -unit for seat in range(self.seats)]
        scores[hand.declarer] -= sum(scores)
        return scores

    def _leaster(self, hand: Hand) -> list[int]:
        points = hand.points(POINTS)
        if self.options.blind == "last":
            points[hand.extra["last"]] += self._worth(hand.undealt)
        least = min(points[seat] for seat in range(self.seats) if hand.won[seat])
        won = [hand.won[seat] > 0 and points[seat] == least for seat in range(self.seats)]
        return [self.seats - sum(won) if mine else -sum(won) for mine in won]

    def _worth(self, cards: CardSet) -> int:
        return sum((cards & self.deck.rank(rank)).bit_count() * value for rank, value in POINTS.items())

    def carry(self, hand: Hand) -> dict[str, Any]:
        """After a hand that all have passed the next one counts double."""
        passed = hand.declarer is None and "last" not in hand.extra
        return {"stake": 2 * hand.extra.get("stake", 1)} if passed else {}

    def winners(self, totals: Sequence[int], hands: int) -> Sequence[int] | None:
        """The highest after so many hands."""
        if hands < self.options.hands:
            return None
        return [seat for seat in range(self.seats) if totals[seat] == max(totals)]

    def opening_view(self) -> dict[str, Any]:
        """Nobody has picked."""
        return {"trump": "D", "picker": None, "called": None, "leaster": False}

    def see(self, view: dict[str, Any], event: Event) -> None:
        """Who picks, what is called."""
        if event[0] == "pick" and event[2] == "pick":
            view["picker"] = event[1]
        elif event[0] == "call":
            view["called"] = event[2]
        elif event[0] == "leaster":
            view["leaster"] = True


def _called(trick: Tricks, hand: Hand) -> tuple[CardSet, CardSet]:
    """The called card and the cards of its suit; empty sets without one."""
    token = hand.extra.get("called", ALONE)
    if token == ALONE:
        return 0, 0
    return hand.deck.faces[token], trick.ranking.cards_of[hand.deck.suits.index(token[1])]


@obligation("who holds the called card leads its suit with that card only")
def leads_itself(trick: Tricks, hand: Hand, cards: CardSet) -> CardSet:
    """The partner may not lead around the called card."""
    called, suit = _called(trick, hand)
    return cards & ~suit | called if cards & called else cards


@obligation("the called card must be played when its suit is led")
def answers(trick: Tricks, hand: Hand, cards: CardSet) -> CardSet:
    """The partner shows up."""
    called, suit = _called(trick, hand)
    return called if cards & called and trick.ranking.cards_of[trick.led] == suit else cards


@obligation("the called card is kept until its suit is led")
def is_kept(trick: Tricks, hand: Hand, cards: CardSet) -> CardSet:
    """It is not thrown on another suit."""
    called, suit = _called(trick, hand)
    return cards if trick.ranking.cards_of[trick.led] == suit else cards & ~called


@obligation("the picker keeps a card of the called suit until that is led", counts=True)
def keeps_one(trick: Tricks, hand: Hand, cards: CardSet) -> CardSet:
    """The last one is not thrown on another suit."""
    called, suit = _called(trick, hand)
    fallen = trick.pile | sum(hand.taken)
    held = hand.hands[trick.place] & suit
    if trick.place != hand.declarer or fallen & called or held.bit_count() != 1:
        return cards
    return cards if trick.ranking.cards_of[trick.led] == suit else cards & ~held


@hookimpl
def arena_variants() -> Iterable[type[Variant]]:
    """The game that this module brings."""
    return [Sheepshead]
