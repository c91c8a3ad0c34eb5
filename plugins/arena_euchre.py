"""Euchre: five tricks in partnerships, jacks above all trumps, and a card turned up that may be ordered or refused."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from arena.cards import SUITS, Deck
from arena.hand import Hand
from arena.phases import Choose, Phase
from arena.picking import Pick
from arena.plugin import hookimpl
from arena.tricks import Tricks
from arena.variant import Variant, option

CARDS_EACH = 5
SAME_COLOUR = {"S": "C", "C": "S", "H": "D", "D": "H"}
PASS = "pass"


@dataclass(frozen=True, slots=True)
class EuchreOptions:
    """What a league may set."""

    target: int = option(10, "points that win the game (10; some play to 5)", least=1)
    max_hands: int = option(200, "hands after which a game ends in any case; the higher side wins", least=1)
    low_card: str = option("9", "the lowest rank of the pack: nines (24 cards) or sevens (32)", among=("9", "7"))
    stick_the_dealer: bool = option(False, "the dealer may not pass in the second round")
    keep_up_card: bool = option(False, "the dealer may not discard the card just taken up (OpenSpiel)")
    alone: str = option(
        "with the bid", "when the maker says whether to play alone", among=("with the bid", "after the discard")
    )
    defend_alone: str = option(
        "never",
        "whether a defender may play alone, winning 4 by a euchre: not, against a lone maker, or always",
        among=("never", "against alone", "always"),
    )


class Euchre(Variant):
    """The game."""

    name = "euchre"
    summary = "partnerships, five tricks, jacks of the trump colour on top, trumps by a card that is turned up"
    players: ClassVar[tuple[int, ...]] = (4,)
    Options = EuchreOptions
    teams = ((0, 2), (1, 3))
    like_suits = ("SC", "HD")
    rules = """
        Partners sit opposite each other. The pack runs from ace to nine, five cards each; the next card is turned up.
        The jack of trumps (right bower) is the highest trump, the other jack of that colour (left bower) the second,
        and a trump in every respect; then A K Q T 9. The other suits rank A K Q J T 9.

        In turn from the dealer's left each player may make the suit of the turned-up card trumps by naming it, or pass.
        If somebody names it, the dealer takes the card and discards one face down. If all pass, the card is turned down
        and each in turn may name another suit, or pass. If all pass again the hand is thrown in, without score. Who
        names trumps is the maker, and says whether to play alone: then the partner lays the cards down.

        The player at the dealer's left leads, or the next one who plays. Follow suit if you can, or else play what you
        like. The highest trump wins the trick, without trumps the highest card of the suit led; the winner leads.
        Makers with three or four tricks score 1, with all five 2, and alone with all five 4. With fewer than three they
        are euchred, and the defenders score 2. The first side with the target wins. A hand pays a side what it scored
        more than the other.

        Bids: the suit's letter or `pass`, in both rounds. Then `alone` or `partner` (kind "alone"; for a defender who
        may play alone kind "defend"). The dealer's discard: kind "discard".
        Events: ["up", [card]]; ["show", dealer, [card]] when it is taken up; ["bid", seat, token]; ["trump", seat,
        suit]; ["alone", seat, token] and ["defend", seat, token]; ["discard", dealer, card] to the dealer alone,
        ["picked", dealer, 1] to all.
        Sources: pagat.com (Euchre); Bicycle's rules of Euchre; OpenSpiel's euchre for its house rules.
    """
    readings = (
        "The dealer may discard the very card taken up (Pagat does not forbid it); OpenSpiel does: `keep_up_card`.",
        "Playing alone is announced with the bid (Bicycle, Pagat); in OpenSpiel after the discard: `alone`.",
        "A dealer whose partner plays alone still takes up the card and discards, which changes nothing.",
        "Against a lone player the first lead is at the dealer's left, as ever; some play it from the maker's left.",
        "Pagat lets a defender play alone against a lone maker only; OpenSpiel, by option, always: `defend_alone`.",
        "A game in which nobody ever names trumps is ended by `max_hands`.",
        "A thrown-in hand passes the deal to the left; `stick_the_dealer` makes the dealer name a suit instead.",
    )

    options: EuchreOptions

    def make_deck(self) -> Deck:
        """Ace to nine, or to seven."""
        return Deck.french(down_to=self.options.low_card)

    @cached_property
    def lowest_payoff(self) -> float:
        """A maker euchred by a lone defender, or a march of a lone maker."""
        return -4

    def begin(self, hand: Hand) -> Phase:
        """Deal, turn a card up, and ask the first player."""
        first = hand.left_of(hand.dealer)
        hand.give(1, to=hand.around(first) * CARDS_EACH)
        hand.extra = {"up": hand.turn_up(1), "asked": 0, "alone": (), "passed": 0}
        return self._ask(hand, first)

    def _ask(self, hand: Hand, seat: int) -> Phase:
        turned = self.deck.tokens_of(hand.extra["up"])[0][1]
        asked = hand.extra["asked"]
        hand.extra["asked"] = asked + 1
        suits = [turned] if asked < 4 else [suit for suit in SUITS if suit != turned]
        stuck = asked == 7 and self.options.stick_the_dealer
        return Choose("bid", seat, (PASS, *SUITS), suits if stuck else [PASS, *suits])

    def after(self, hand: Hand, phase: Phase) -> Phase | None:
        """From the bids to the discard and the question of playing alone, in the order that is chosen; then play."""
        match phase:
            case Choose("bid", seat, "pass"):
                return self._ask(hand, hand.left_of(seat)) if hand.extra["asked"] < 8 else None
            case Choose("bid", seat, suit):
                hand.declarer, hand.trump = seat, suit
                hand.tell(("trump", seat, suit))
                return self._alone(seat) if self._early or not self._ordered(hand) else self._take_up(hand)
            case Choose("alone", seat, answer):
                if answer == "alone":
                    hand.extra["alone"] = (seat,)
                return self._take_up(hand) if self._early and self._ordered(hand) else self._defend(hand)
            case Pick():
                assert hand.declarer is not None
                return self._defend(hand) if self._early else self._alone(hand.declarer)
            case Choose("defend", seat, "alone"):
                hand.extra["alone"] = (*hand.extra["alone"], seat)
                return self._play(hand)
            case Choose("defend", seat, "partner"):
                return self._defend(hand)
        return None

    @property
    def _early(self) -> bool:
        return self.options.alone == "with the bid"

    def _ordered(self, hand: Hand) -> bool:
        return bool(hand.extra["asked"] <= 4)

    def _alone(self, seat: int, kind: str = "alone") -> Phase:
        return Choose(kind, seat, ("partner", "alone"))

    def _take_up(self, hand: Hand) -> Phase:
        up = hand.extra["up"]
        hand.pick_up(up, to=hand.dealer)
        return Pick("discard", [hand.dealer], 1, allowed=self.deck.all & ~up if self.options.keep_up_card else None)

    def _defend(self, hand: Hand) -> Phase:
        """Ask the next defender, in turn from the dealer's left, who may play alone; or play."""
        chance = self.options.defend_alone
        allowed = chance == "always" or (chance == "against alone" and hand.extra["alone"])
        asked = hand.extra["passed"]
        assert hand.declarer is not None
        defenders = [seat for seat in hand.around(hand.left_of(hand.dealer)) if (seat - hand.declarer) % 2]
        if not allowed or asked == len(defenders):
            return self._play(hand)
        hand.extra["passed"] = asked + 1
        return self._alone(defenders[asked], "defend")

    def _play(self, hand: Hand) -> Phase:
        out = [(seat + 2) % 4 for seat in hand.extra["alone"]]
        players = [seat for seat in range(4) if seat not in out]
        leader = next(seat for seat in hand.around(hand.left_of(hand.dealer)) if seat in players)
        bowers = ("J" + str(hand.trump), "J" + SAME_COLOUR[str(hand.trump)])
        return Tricks(leader, self.ranking(hand.trump, tops=bowers), players=players)

    def score(self, hand: Hand) -> Sequence[int]:
        """Points of the makers, or of the defenders."""
        maker = hand.declarer
        if maker is None:
            return [0] * 4
        tricks, alone = hand.won[maker] + hand.won[(maker + 2) % 4], hand.extra["alone"]
        if tricks >= 3:
            points = 1 if tricks < CARDS_EACH else 4 if maker in alone else 2
            return [points if (seat - maker) % 2 == 0 else 0 for seat in range(4)]
        points = 4 if any((seat - maker) % 2 for seat in alone) else 2
        return [points if (seat - maker) % 2 else 0 for seat in range(4)]

    def winners(self, totals: Sequence[int], hands: int) -> Sequence[int] | None:
        """The side that has reached the target; only one side scores in a hand. When all are played, the higher."""
        if max(totals) < self.options.target and hands < self.options.max_hands:
            return None
        return [seat for seat in range(4) if totals[seat] == max(totals)]

    def payoffs(self, scores: Sequence[int]) -> Sequence[float]:
        """What a side scored more than the other."""
        return [scores[seat] - scores[(seat + 1) % 4] for seat in range(4)]


@hookimpl
def arena_variants() -> Iterable[type[Variant]]:
    """The game that this module brings."""
    return [Euchre]
