"""Oh Hell: say exactly how many tricks you will win, in hands that shrink to one card and grow again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from arena.cards import Deck
from arena.hand import Hand
from arena.phases import Choose, Phase
from arena.plugin import hookimpl
from arena.tricks import Tricks
from arena.variant import Variant, option

USUAL = {3: 10, 4: 10, 5: 10, 6: 8, 7: 7}


@dataclass(frozen=True, slots=True)
class OhHellOptions:
    """What a league may set."""

    most: int = option(0, "cards each in the longest hand; 0: ten, eight with six players, seven with seven", least=0)
    sizes: str = option(
        "down up",
        "how the hands' sizes go: down to one card, up from one, both, or always the longest",
        among=("down up", "up down", "down", "up", "same"),
    )
    hook: bool = option(True, "the last bid may not make the bids add up to the number of tricks")
    scoring: str = option(
        "exact",
        "who misses the bid scores nothing (exact), a point a trick (tricks), or minus a point a trick off (off)",
        among=("exact", "tricks", "off"),
    )
    bonus: int = option(10, "points for an exact bid, beside one for each trick", least=0)


class OhHell(Variant):
    """The game."""

    name = "oh-hell"
    summary = "bid the exact number of tricks, in hands of changing size; each for themselves"
    players: ClassVar[tuple[int, ...]] = (3, 4, 5, 6, 7)
    Options = OhHellOptions
    like_suits = ("SHDC",)
    rules = """
        The whole pack. The first hand has ten cards each (eight with six players, seven with seven), each hand after it
        one card fewer, down to one, and then one more each time up to the first number: so a game has 19 hands (15,
        13). Cards are dealt one at a time from the dealer's left. The next card is turned up: its suit is trumps. If no
        card is left there are no trumps.
        In turn from the dealer's left everybody says how many tricks they will win. The dealer, who is last, may not
        make the bids add up to the number of tricks: so somebody always fails.
        The player at the dealer's left leads. Follow suit if you can, or else play what you like. The highest trump
        wins the trick, without trumps the highest card of the suit led; the winner leads to the next.
        Who wins exactly as many tricks as bid scores 10 and 1 for each trick, everybody else nothing. The highest total
        after the last hand wins; several may share it.
        Bids: the number as text, `0` to the number of cards. Events: ["up", [card]], ["trump", dealer, suit].
        Sources: pagat.com (Oh Hell); the article "Oh Hell" in the English Wikipedia; OpenSpiel's oh_hell.
    """
    readings = (
        "Sources differ on the sizes of the hands: Pagat goes from ten down to one and up again, others the other "
        "way round or one way only: options `most` and `sizes`. A single deal is always the first hand of a game.",
        "Sources differ on the score: 10 and the tricks for an exact bid and else nothing (Pagat), a point a trick "
        "in any case (Wikipedia, OpenSpiel), or a point less for each trick off (OpenSpiel's off_bid_penalty): "
        "`scoring`.",
        "The hook (the dealer must upset the sum) is played by most, not by all: option `hook`.",
    )

    options: OhHellOptions

    def make_deck(self) -> Deck:
        """The whole pack."""
        return Deck.french()

    @cached_property
    def lowest_payoff(self) -> float:
        """Nothing, or every trick missed."""
        return -self.longest if self.options.scoring == "off" else 0

    @cached_property
    def payoff_sum(self) -> float:
        """About a third of the bids are made; where misses cost, they cost as much."""
        return 0 if self.options.scoring == "off" else self.seats * self.options.bonus / 3

    @property
    def longest(self) -> int:
        """Cards each in the longest hand; never more than the pack has."""
        return min(self.options.most or USUAL[self.seats], 52 // self.seats)

    @cached_property
    def hand_sizes(self) -> tuple[int, ...]:
        """Cards each, hand after hand."""
        up = tuple(range(1, self.longest + 1))
        down = up[::-1]
        return {
            "down up": down + up[1:],
            "up down": up + down[1:],
            "down": down,
            "up": up,
            "same": (self.longest,) * self.longest,
        }[self.options.sizes]

    def begin(self, hand: Hand) -> Phase:
        """Deal, turn up a trump, ask for the first bid."""
        size = self.hand_sizes[hand.number - 1]
        first = hand.left_of(hand.dealer)
        hand.give(1, to=hand.around(first) * size)
        if hand.undealt:
            hand.trump = self.deck.tokens_of(hand.turn_up(1))[0][1]
            hand.tell(("trump", hand.dealer, hand.trump))
        hand.extra["bids"] = ()
        return self._ask(hand, first)

    def _ask(self, hand: Hand, seat: int) -> Phase:
        size, bids = self.hand_sizes[hand.number - 1], hand.extra["bids"]
        hooked = size - sum(bids) if self.options.hook and len(bids) == self.seats - 1 else -1
        return Choose("bid", seat, map(str, range(size + 1)), [str(n) for n in range(size + 1) if n != hooked])

    def after(self, hand: Hand, phase: Phase) -> Phase | None:
        """All bids, then all tricks."""
        if not isinstance(phase, Choose):
            return None
        hand.extra["bids"] = (*hand.extra["bids"], int(phase.choice))
        if phase.turn != hand.dealer:
            return self._ask(hand, hand.left_of(phase.turn))
        return Tricks(hand.left_of(hand.dealer), self.ranking(hand.trump))

    def score(self, hand: Hand) -> Sequence[int]:
        """What each made of the bid."""
        scores = [0] * self.seats
        for seat, bid in zip(hand.around(hand.left_of(hand.dealer)), hand.extra["bids"], strict=True):
            won = hand.won[seat]
            missed = {"exact": 0, "tricks": won, "off": -abs(won - bid)}[self.options.scoring]
            scores[seat] = self.options.bonus + won if won == bid else missed
        return scores

    def winners(self, totals: Sequence[int], hands: int) -> Sequence[int] | None:
        """The highest after the last hand; several may share."""
        if hands < len(self.hand_sizes):
            return None
        return [seat for seat in range(self.seats) if totals[seat] == max(totals)]


@hookimpl
def arena_variants() -> Iterable[type[Variant]]:
    """The game that this module brings."""
    return [OhHell]
