"""Wizard: exact bids in growing hands, with four wizards that win every trick and four jesters that lose it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from arena.cards import SUITS, CardSet, Deck
from arena.hand import Hand
from arena.phases import Choose, Phase
from arena.plugin import hookimpl
from arena.tricks import Tricks, obligation
from arena.variant import Variant, option

WIZARD, JESTER = "WZ", "JE"


@dataclass(frozen=True, slots=True)
class WizardOptions:
    """What a league may set."""

    cards: int = option(0, "cards each in every hand; 0: one in the first, one more each time", least=0, most=20)
    hook: bool = option(False, "the last bid may not make the bids add up to the number of tricks")


class Wizard(Variant):
    """The game."""

    name = "wizard"
    summary = "bid the exact number of tricks, with wizards and jesters, in growing hands; each for themselves"
    card_names: ClassVar[dict[str, str]] = {WIZARD: "a wizard", JESTER: "a jester"}
    players: ClassVar[tuple[int, ...]] = (3, 4, 5, 6)
    Options = WizardOptions
    like_suits = ("SHDC",)
    rules = """
        The pack has 60 cards: the usual 52, four wizards (`WZ`) and four jesters (`JE`). The first hand has one card
        each, each hand after it one more, until all cards are dealt: 20 hands with three players, 15, 12, 10 with more.
        Cards are dealt one at a time from the dealer's left. The next card is turned up: its suit is trumps. A jester
        means no trumps; after a wizard the dealer, who has seen the hand, names a suit. In the last hand, when no card
        is left, there are no trumps.
        In turn from the dealer's left everybody says how many tricks they will win.
        The player at the dealer's left leads. Follow suit if you can, or else play what you like; a wizard or a jester
        may always be played. The first wizard wins the trick; without one the highest trump, or else the highest card
        of the suit led. A led wizard leaves everybody free; after a led jester the next card that is none sets the suit
        to follow. If all play jesters, the first wins. The winner leads.
        Who wins exactly as many tricks as bid scores 20 and 10 for each; everybody else loses 10 for each trick more or
        less. The highest total after the last hand wins; several may share it.
        Bids: the number as text, `0` to the number of cards. The dealer's suit: kind "trump", `S H D C`.
        Events: ["up", [card]], ["trump", dealer, suit]. The four wizards are alike, and so are the jesters.
        Sources: the rules of the publishers (U.S. Games Systems; Amigo); the article "Wizard (card game)" in the
        English Wikipedia.
    """
    readings = (
        "After a led jester a wizard that follows wins, and the rest are free, as after a led wizard.",
        "The sum of the bids may be anything; a common house rule forbids the last bid to make it even: option `hook`.",
        "A single deal is the first hand of a game, one card each, unless option `cards` gives a number.",
    )

    options: WizardOptions

    def make_deck(self) -> Deck:
        """The pack with four of each special."""
        return Deck(specials=(WIZARD,) * 4 + (JESTER,) * 4)

    @cached_property
    def lowest_payoff(self) -> float:
        """Ten for each trick missed."""
        return -10 * self._size(1)

    @property
    def hands(self) -> int:
        """Hands in a game."""
        return self.deck.size // self.seats

    def _size(self, number: int) -> int:
        return min(self.options.cards or number, self.hands)

    def begin(self, hand: Hand) -> Phase:
        """Deal and turn a card up; the dealer may have to name trumps before the bids."""
        first = hand.left_of(hand.dealer)
        hand.give(1, to=hand.around(first) * self._size(hand.number))
        hand.extra["bids"] = ()
        if hand.undealt:
            up = self.deck.tokens_of(hand.turn_up(1))[0]
            if up == WIZARD:
                return Choose("trump", hand.dealer, SUITS)
            if up != JESTER:
                hand.trump = up[1]
                hand.tell(("trump", hand.dealer, hand.trump))
        return self._ask(hand, first)

    def _ask(self, hand: Hand, seat: int) -> Phase:
        size, bids = self._size(hand.number), hand.extra["bids"]
        hooked = size - sum(bids) if self.options.hook and len(bids) == self.seats - 1 else -1
        return Choose("bid", seat, map(str, range(size + 1)), [str(n) for n in range(size + 1) if n != hooked])

    def after(self, hand: Hand, phase: Phase) -> Phase | None:
        """The trump suit, all bids, then all tricks."""
        match phase:
            case Choose("trump", _, suit):
                hand.trump = suit
                return self._ask(hand, hand.left_of(hand.dealer))
            case Choose("bid", seat, number):
                hand.extra["bids"] = (*hand.extra["bids"], int(number))
                if seat != hand.dealer:
                    return self._ask(hand, hand.left_of(seat))
                ranking = self.ranking(hand.trump, masters=(WIZARD,))
                return Tricks(hand.left_of(hand.dealer), ranking, following=(follow_suit_or_special,))
        return None

    def score(self, hand: Hand) -> Sequence[int]:
        """What each made of the bid."""
        scores = [0] * self.seats
        for seat, bid in zip(hand.around(hand.left_of(hand.dealer)), hand.extra["bids"], strict=True):
            won = hand.won[seat]
            scores[seat] = 20 + 10 * won if won == bid else -10 * abs(won - bid)
        return scores

    def winners(self, totals: Sequence[int], hands: int) -> Sequence[int] | None:
        """The highest after the last hand; several may share."""
        return [seat for seat in range(self.seats) if totals[seat] == max(totals)] if hands >= self.hands else None


@obligation("while the hand holds the suit led, only that suit, a wizard or a jester may be played")
def follow_suit_or_special(trick: Tricks, hand: Hand, cards: CardSet) -> CardSet:
    """The suit led and the specials, for a hand that holds the suit led; else nothing (so that all is allowed)."""
    suit = cards & trick.ranking.cards_of[trick.led]
    return suit and suit | cards & (hand.deck.faces[WIZARD] | hand.deck.faces[JESTER])


@hookimpl
def arena_variants() -> Iterable[type[Variant]]:
    """The game that this module brings."""
    return [Wizard]
