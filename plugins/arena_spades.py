"""Spades: partnerships bid how many tricks they will win, spades are trumps, and too many overtricks cost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from arena.cards import CardSet, Deck
from arena.hand import Hand
from arena.phases import Choose, Event, Phase
from arena.picking import Pick
from arena.plugin import hookimpl
from arena.tricks import Tricks, obligation
from arena.variant import Variant, option

NIL, BLIND = "nil", "blind"
BIDS = (NIL, *map(str, range(1, 14)))


@dataclass(frozen=True, slots=True)
class SpadesOptions:
    """What a league may set."""

    target: int = option(500, "points that win the game", least=1)
    max_hands: int = option(200, "hands after which a game ends in any case; the higher side wins", least=1)
    mercy: int = option(0, "a side at minus so many points has lost; 0: there is no such end", least=0)
    bags: int = option(10, "overtricks that cost a penalty of 100; 0: they cost nothing", least=0)
    nil: int = option(100, "what nil wins or loses; blind nil twice that; 0: nobody may bid nil", least=0)
    failed_nil: str = option(
        "counts",
        "tricks of a failed nil count for the partner's bid, or are overtricks alone",
        among=("counts", "overtricks"),
    )
    blind_nil: str = option("never", "who may bid nil before seeing the cards", among=("never", "100 behind", "always"))
    blind_pass: int = option(0, "cards that a blind nil exchanges with the partner", least=0, most=4)
    leads: str = option(
        "broken",
        "spades may be led when broken, at any time, or only by who holds nothing else (OpenSpiel)",
        among=("broken", "any", "last"),
    )
    thirteen: bool = option(False, "partners together may not bid more than 13 (OpenSpiel)")


class Spades(Variant):
    """The game."""

    name = "spades"
    summary = "partnerships bid tricks, spades are trumps, nil bids and bags"
    players: ClassVar[tuple[int, ...]] = (4,)
    Options = SpadesOptions
    teams = ((0, 2), (1, 3))
    like_suits = ("HDC",)
    rules = """
        Partners sit opposite each other. Thirteen cards each, one at a time from the dealer's left. In turn from there
        everybody says once how many tricks they will win; partners' bids add up. Nil is the bid of no trick at all. The
        player at the dealer's left leads. Follow suit if you can, or else play what you like. Spades are trumps. They
        may not be led until one has been played to another suit, unless the hand holds nothing else.

        A side that wins what it has bid scores 10 for each trick bid and 1 for each trick above, a bag; a side that
        fails loses 10 for each trick bid. With every ten bags of a game a side loses 100. A nil bid that succeeds
        scores 100, one that fails costs 100, apart from what the partner bid.
        The first side with the target wins; if both reach it, the higher one; if they are equal, play goes on. A hand
        pays a side what it scored more than the other.

        Bids: `nil`, `1` to `13` (kind "bid"). With the option `blind_nil`, who may do so is first asked, before seeing
        any card, for `blind` or `look` (kind "blind"): `blind` is the bid.
        With `blind_pass`, who bid blind and the partner then give each other so many cards (kind "pass").
        Events: ["bid", seat, token]; ["blind", seat, token]; ["pass", seat, card] to the passer alone,
        ["picked", seat, count], and ["hand", cards] to who gets them; ["carry", map] before a later hand: the `bags`
        that the sides bring, and `totals`, by seat. View: `bags`, by seat.
        Sources: pagat.com (Spades); Bicycle's rules of Spades; OpenSpiel's spades for its house rules.
    """
    readings = (
        "Tricks of a player whose nil failed help the partner's bid (OpenSpiel, and one way in Pagat), or count as "
        "bags only (the other): option `failed_nil`.",
        "Partners' bids may add up to more than 13; in OpenSpiel not: option `thirteen`.",
        "Pagat allows blind nil to a side that is 100 behind, with an exchange of two cards in some circles: "
        "options `blind_nil` and `blind_pass`. Both choose their cards before they see what they get. A side's "
        "score is that of the game so far, 0 in a single deal.",
        "Bags are counted through a game; a single deal begins with none. OpenSpiel's seat 0 starts: dealer 3.",
        "Spades may be led once broken (most), or always (a variation that Pagat names). In OpenSpiel 2.0.2 they "
        "are never broken: only a hand of nothing but spades may lead one. Option `leads`.",
        "A game has no other end for sides that keep failing than `mercy` and `max_hands`.",
        "If both sides fall below the `mercy` limit together, the higher one wins.",
    )

    options: SpadesOptions

    def make_deck(self) -> Deck:
        """The whole pack."""
        return Deck.french()

    @cached_property
    def lowest_payoff(self) -> float:
        """A bound: one side fails and the other succeeds in the most that each can bid."""
        nil = self.options.nil * (1 if self.options.blind_nil == "never" else 2)
        bags = 100 * (13 // self.options.bags) if self.options.bags else 0
        worst = max(2 * nil + bags, nil + 130, 130 if self.options.thirteen else 260)
        return -(worst + max(2 * nil, nil + 130))

    def begin(self, hand: Hand) -> Phase:
        """Deal, unless cards may not be seen before it is their holder's turn to bid."""
        hand.trump = "S"
        hand.extra = {"bids": ("",) * 4, "bags": (0,) * 4, "totals": (0,) * 4, **hand.extra}
        if self.options.blind_nil == "never":
            hand.give(1, to=hand.around(hand.left_of(hand.dealer)) * 13)
        return self._ask(hand, hand.left_of(hand.dealer))

    def _ask(self, hand: Hand, seat: int) -> Phase:
        behind = hand.extra["totals"][(seat + 1) % 4] - hand.extra["totals"][seat]
        if self.options.blind_nil == "always" or (self.options.blind_nil == "100 behind" and behind >= 100):
            return Choose("blind", seat, ("look", BLIND))
        return self._bid(hand, seat)

    def _bid(self, hand: Hand, seat: int) -> Phase:
        if self.options.blind_nil != "never":
            hand.give(13, to=[seat])
        least, most = (0, 13) if self.options.nil else (1, 13)
        if self.options.thirteen:
            partner = hand.extra["bids"][(seat + 2) % 4]
            most = 13 - (_tricks(partner) if partner else least)
        return Choose("bid", seat, BIDS, BIDS[least : most + 1])

    def after(self, hand: Hand, phase: Phase) -> Phase | None:
        """Four bids, the exchanges of blind bidders, and the play."""
        match phase:
            case Choose("blind", seat, "look"):
                return self._bid(hand, seat)
            case Choose("blind", seat, token):
                hand.tell(("bid", seat, token))
                hand.give(13, to=[seat])
                return self._said(hand, seat, token)
            case Choose("bid", seat, token):
                return self._said(hand, seat, token)
            case Pick(picked=picked):
                for seat, cards in picked.items():
                    hand.hand_over(cards, to=(seat + 2) % 4)
                return self._play(hand)
        return None

    def _said(self, hand: Hand, seat: int, token: str) -> Phase:
        bids = hand.extra["bids"]
        hand.extra["bids"] = bids = (*bids[:seat], token, *bids[seat + 1 :])
        if "" in bids:
            return self._ask(hand, hand.left_of(seat))
        passers = [place for place in hand.around(hand.left_of(seat)) if BLIND in (bids[place], bids[(place + 2) % 4])]
        if passers and self.options.blind_pass:
            return Pick("pass", passers, self.options.blind_pass)
        return self._play(hand)

    def _play(self, hand: Hand) -> Phase:
        return Tricks(hand.left_of(hand.dealer), self.ranking("S"), leading=(breaks,))

    def score(self, hand: Hand) -> Sequence[int]:
        """Both sides' bids, nils and bags."""
        return [self._side(hand, seat)[0] for seat in range(4)]

    def _side(self, hand: Hand, seat: int) -> tuple[int, int]:
        """What the side of `seat` scores in a hand, and the bags it has afterwards."""
        pair = (seat, (seat + 2) % 4)
        bids = [hand.extra["bids"][place] for place in pair]
        won = [hand.won[place] for place in pair]
        contract = sum(map(_tricks, bids))
        all_count = self.options.failed_nil == "counts"
        counting = sum(tricks for bid, tricks in zip(bids, won, strict=True) if all_count or _tricks(bid))
        points, bags = (10 * contract, counting - contract) if counting >= contract else (-10 * contract, 0)
        bags += sum(won) - counting
        for bid, tricks in zip(bids, won, strict=True):
            if not _tricks(bid):
                stake = self.options.nil * (2 if bid == BLIND else 1)
                points += -stake if tricks else stake
        points += bags
        all_bags = hand.extra["bags"][seat] + bags
        if not self.options.bags:
            return points, 0
        return points - 100 * (all_bags // self.options.bags), all_bags % self.options.bags

    def carry(self, hand: Hand) -> dict[str, Any]:
        """Bags and totals, by seat."""
        totals = zip(hand.extra["totals"], hand.scores, strict=True)
        return {
            "bags": tuple(self._side(hand, seat)[1] for seat in range(4)),
            "totals": tuple(total + change for total, change in totals),
        }

    def opening_view(self) -> dict[str, Any]:
        """Spades are trumps all the time; every game begins without bags."""
        return {"trump": "S", "bags": [0, 0, 0, 0]}

    def see(self, view: dict[str, Any], event: Event) -> None:
        """The bags that the sides bring from the hands before."""
        if event[0] == "carry":
            view["bags"] = list(event[1]["bags"])

    def winners(self, totals: Sequence[int], hands: int) -> Sequence[int] | None:
        """The higher side, once the target or the mercy limit is reached."""
        mercy, last = self.options.mercy, hands >= self.options.max_hands
        if max(totals) < self.options.target and not (mercy and min(totals) <= -mercy) and not last:
            return None
        best = [seat for seat in range(4) if totals[seat] == max(totals)]
        return best if last or len(best) == 2 else None

    def payoffs(self, scores: Sequence[int]) -> Sequence[float]:
        """What a side scored more than the other."""
        return [scores[seat] - scores[(seat + 1) % 4] for seat in range(4)]


def _tricks(bid: str) -> int:
    return 0 if bid in (NIL, BLIND) else int(bid)


@obligation("spades are not led before one has been played to another suit")
def breaks(trick: Tricks, hand: Hand, cards: CardSet) -> CardSet:
    """Spades must have fallen, unless they may always be led, or never while there is something else."""
    spades, leads = hand.deck.suit("S"), hand.variant.options.leads
    free = leads == "any" or (leads == "broken" and any(taken & spades for taken in hand.taken))
    return cards if free else cards & ~spades


@hookimpl
def arena_variants() -> Iterable[type[Variant]]:
    """The game that this module brings."""
    return [Spades]
