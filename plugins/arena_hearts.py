"""Hearts: take no hearts and not the queen of spades, or take them all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from arena.cards import CardSet, Deck
from arena.hand import Hand
from arena.phases import Phase
from arena.picking import Pick
from arena.plugin import hookimpl
from arena.tricks import Tricks, follow_suit, obligation
from arena.variant import Variant, option

ROUND = {"left": 1, "right": 3, "across": 2, "hold": 0}
MOON = 26


@dataclass(frozen=True, slots=True)
class HeartsOptions:
    """What a league may set."""

    target: int = option(100, "penalty points at which the game ends; the lowest score wins", least=1)
    passing: str = option(
        "left right across hold", "directions of the pass, hand after hand", among=("left right across hold", "none")
    )
    queen_breaks: bool = option(False, "the queen of spades breaks hearts as a heart does (OpenSpiel)")
    points_on_first: bool = option(False, "penalty cards may be thrown on the first trick")
    moon: str = option("others", "who shoots the moon adds 26 to the others, or is relieved", among=("others", "self"))
    jack: bool = option(False, "the jack of diamonds takes 10 points off (Omnibus)")


class Hearts(Variant):
    """The game."""

    name = "hearts"
    summary = "avoid hearts and the queen of spades, or shoot the moon; each for themselves"
    players: ClassVar[tuple[int, ...]] = (4,)
    Options = HeartsOptions
    lowest_payoff = -26
    payoff_sum = -26
    rules = """
        Thirteen cards each, one at a time from the dealer's left. Then everybody passes three cards, chosen before
        any are seen: to the left in the first hand, to the right in the second, across in the third, and none in the
        fourth, and so on. The two of clubs leads to the first trick. Follow suit if you can; there is no trump.
        Hearts may not be led until one has been thrown, unless the hand holds nothing else. On the first trick
        no hearts and no queen of spades may be thrown, unless the hand holds nothing else.
        Each heart taken counts 1 point, the queen of spades 13. Who takes all of them scores 0 and everybody else 26.
        When somebody reaches the target, the lowest score wins. A hand pays the negative of its points.
        Sources: pagat.com (Hearts); Bicycle's rules of Hearts; OpenSpiel's hearts for its house rules.
        Events: ["pass", seat, card] to the passer alone, ["picked", seat, 3], ["hand", cards] to who gets them.
    """
    readings = (
        "A hand of nothing but penalty cards may play any of them on the first trick.",
        "Pagat: the queen of spades does not break hearts; OpenSpiel: it does (`queen_breaks`).",
        "Shooting the moon: 26 to each of the others (most sources), or 26 off one's own score (`moon`).",
    )

    options: HeartsOptions

    def make_deck(self) -> Deck:
        """The whole pack."""
        return Deck.french()

    def begin(self, hand: Hand) -> Phase:
        """Deal, then pass or play."""
        hand.give(1, to=hand.around(hand.left_of(hand.dealer)) * 13)
        if self._shift(hand):
            return Pick("pass", hand.around(hand.left_of(hand.dealer)), 3)
        return self._play(hand)

    def _shift(self, hand: Hand) -> int:
        directions = self.options.passing.split()
        return 0 if directions == ["none"] else ROUND[directions[(hand.number - 1) % 4]]

    def after(self, hand: Hand, phase: Phase) -> Phase | None:
        """Hand the passed cards on, then play."""
        if isinstance(phase, Pick):
            for seat, cards in phase.picked.items():
                hand.hand_over(cards, to=(seat + self._shift(hand)) % 4)
            return self._play(hand)
        return None

    def _play(self, hand: Hand) -> Phase:
        opening = self.deck.set_of(["2C"])
        leader = next(seat for seat in range(4) if hand.hands[seat] & opening)
        return Tricks(leader, self.ranking(), leading=(opens, breaks), following=(follow_suit, spares))

    def penalties(self) -> CardSet:
        """The hearts and the queen of spades."""
        return self.deck.suit("H") | self.deck.set_of(["QS"])

    def points(self, hand: Hand) -> list[int]:
        """Penalty points by seat, before the moon and the jack."""
        queen = hand.taken_in(self.deck.set_of(["QS"]))
        return [hearts + 13 * queens for hearts, queens in zip(hand.taken_in(self.deck.suit("H")), queen, strict=True)]

    def score(self, hand: Hand) -> Sequence[int]:
        """Penalty points; the moon; the jack of diamonds."""
        points = self.points(hand)
        if MOON in points:
            shooter = points.index(MOON)
            own, others = (0, MOON) if self.options.moon == "others" else (-MOON, 0)
            points = [own if seat == shooter else others for seat in range(4)]
        if self.options.jack:
            jack = hand.taken_in(self.deck.set_of(["JD"]))
            points = [mine - 10 * took for mine, took in zip(points, jack, strict=True)]
        return points

    def winners(self, totals: Sequence[int], hands: int) -> Sequence[int] | None:
        """The lowest, when somebody has reached the target; several share."""
        if max(totals) < self.options.target:
            return None
        return [seat for seat in range(4) if totals[seat] == min(totals)]

    def payoffs(self, scores: Sequence[int]) -> Sequence[float]:
        """Points are bad."""
        return [-score for score in scores]


@obligation("the two of clubs is led first")
def opens(trick: Tricks, hand: Hand, cards: CardSet) -> CardSet:
    """The first lead of a hand."""
    return cards if any(hand.won) else cards & hand.deck.set_of(["2C"])


@obligation("hearts are not led before one has been thrown")
def breaks(trick: Tricks, hand: Hand, cards: CardSet) -> CardSet:
    """Hearts, or by an option the queen of spades, must have fallen."""
    hearts = hand.deck.suit("H")
    breakers = hearts | (hand.deck.set_of(["QS"]) if hand.variant.options.queen_breaks else 0)
    return cards if any(taken & breakers for taken in hand.taken) else cards & ~hearts


@obligation("no penalty card on the first trick")
def spares(trick: Tricks, hand: Hand, cards: CardSet) -> CardSet:
    """Hearts and the queen of spades must wait."""
    variant = hand.variant
    assert isinstance(variant, Hearts)
    return cards if any(hand.won) or variant.options.points_on_first else cards & ~variant.penalties()


@hookimpl
def arena_variants() -> Iterable[type[Variant]]:
    """The game that this module brings."""
    return [Hearts]
