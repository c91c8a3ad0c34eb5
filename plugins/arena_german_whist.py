"""German Whist: two players compete for a stock whose top card lies open, then play out what they have got."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from arena.cards import Deck
from arena.hand import Hand
from arena.phases import Event, Phase
from arena.plugin import hookimpl
from arena.tricks import Tricks
from arena.variant import Variant, option


@dataclass(frozen=True, slots=True)
class GermanWhistOptions:
    """What a league may set."""

    counting: str = option("last", "the tricks that count: the last thirteen, or all", among=("last", "all"))
    scoring: str = option("hand", "a point a hand, each odd trick, or each trick", among=("hand", "odd", "tricks"))
    target: int = option(5, "points that win the game", least=1)


class GermanWhist(Variant):
    """The game."""

    name = "german-whist"
    summary = "two players, an open stock to play for, then thirteen tricks that count"
    players: ClassVar[tuple[int, ...]] = (2,)
    Options = GermanWhistOptions
    like_suits = ("SHDC",)
    rules = """
        Thirteen cards each, one at a time from the non-dealer. The next card is turned up on the stock: its suit is
        trumps for the whole hand. The non-dealer leads. Follow suit if you can, or else play what you like.
        The highest trump wins the trick, without trumps the highest card of the suit led; the winner leads to the next.
        First stage: after each trick the winner takes the open card of the stock, so that both know where it is, and
        the loser takes the one below, unseen by the winner; then the next card is turned up. When after thirteen
        tricks the stock is gone, the second stage begins: the thirteen cards that each holds are played out.
        Who takes more of the tricks that count scores 1, by option 1 for each trick above half of them, or 1 for
        every trick. The first to reach the target wins; while both are level there, the game goes on.
        A hand pays what one scored more than the other.
        Sources: pagat.com (German Whist); the article "German whist" in the English Wikipedia; MeggieSoft's rules.
        Events: ["up", cards] the open card of the stock, [] when it is gone; ["show", seat, [card]] who took it;
        ["second", won] the second stage begins after so many tricks by seat.
        View: `up` as told, `stock` the number of cards under the open one, `before` the tricks of the first stage.
    """
    readings = (
        "Most sources count the last thirteen tricks alone; Wikipedia and the Guardian tell of players who count all "
        "twenty-six: option `counting`. With `all` thirteen tricks each is a draw.",
        "Pagat: the majority wins the hand (`scoring` hand); Wikipedia: a point for each trick above six (odd); "
        "MeggieSoft: a point for each trick, to 50 (tricks). The target of 5 hands is ours.",
    )

    options: GermanWhistOptions

    def make_deck(self) -> Deck:
        """The whole pack."""
        return Deck.french()

    def begin(self, hand: Hand) -> Phase:
        """Deal, turn up the trump, play for it."""
        leader = hand.left_of(hand.dealer)
        hand.give(1, to=hand.around(leader) * 13)
        up = hand.turn_up(1)
        hand.trump = self.deck.tokens_of(up)[0][1]
        hand.tell(("trump", hand.dealer, hand.trump))
        hand.extra["up"] = up
        return Tricks(leader, self.ranking(hand.trump), rounds=1)

    def after(self, hand: Hand, phase: Phase) -> Phase | None:
        """Draw from the stock while there is one; then the second stage."""
        if not isinstance(phase, Tricks) or not hand.extra["up"]:
            return None
        hand.pick_up(hand.extra["up"], to=phase.winner)
        hand.give(1, to=[hand.left_of(phase.winner)])
        hand.extra["up"] = hand.turn_up(1) if hand.undealt else 0
        if hand.extra["up"]:
            return Tricks(phase.winner, self.ranking(hand.trump), rounds=1)
        hand.extra["before"] = tuple(hand.won)
        hand.tell(("up", []))
        hand.tell(("second", hand.extra["before"]))
        return Tricks(phase.winner, self.ranking(hand.trump))

    @cached_property
    def half(self) -> int:
        """Half of the tricks that count, rounded down."""
        return 6 if self.options.counting == "last" else 13

    def score(self, hand: Hand) -> Sequence[int]:
        """What the tricks that count bring."""
        tricks = list(hand.won)
        if self.options.counting == "last":
            tricks = [won - before for won, before in zip(hand.won, hand.extra["before"], strict=True)]
        match self.options.scoring:
            case "hand":
                return [int(won > self.half) for won in tricks]
            case "odd":
                return [max(0, won - self.half) for won in tricks]
        return tricks

    def winners(self, totals: Sequence[int], hands: int) -> Sequence[int] | None:
        """The one who is ahead when the target is reached."""
        if max(totals) < self.options.target or totals[0] == totals[1]:
            return None
        return [0 if totals[0] > totals[1] else 1]

    def payoffs(self, scores: Sequence[int]) -> Sequence[float]:
        """What one scored more than the other."""
        return [scores[0] - scores[1], scores[1] - scores[0]]

    @cached_property
    def lowest_payoff(self) -> float:
        """No trick that counts."""
        last = self.options.counting == "last"
        return {"hand": -1, "odd": -7 if last else -13, "tricks": -13 if last else -26}[self.options.scoring]

    def opening_view(self) -> dict[str, Any]:
        """The stock before its first card is turned up."""
        return {"stock": 27, "before": [0, 0]}

    def see(self, view: dict[str, Any], event: Event) -> None:
        """Two cards leave the stock between one open card and the next."""
        if event[0] == "up":
            view["stock"] = max(0, view["stock"] - 2)
        elif event[0] == "second":
            view["before"] = list(event[1])


@hookimpl
def arena_variants() -> Iterable[type[Variant]]:
    """The game that this module brings."""
    return [GermanWhist]
