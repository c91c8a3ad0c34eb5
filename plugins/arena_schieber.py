"""Schieber Jass: trumps, top-down or bottom-up, named by the first hand or pushed to the partner; Wys and Stoeck."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from arena.cards import SUITS, CardSet, Deck, Ranking
from arena.hand import Hand
from arena.obligations import no_undertrump
from arena.phases import Choose, Event, Phase
from arena.plugin import hookimpl
from arena.tricks import Tricks, obligation
from arena.variant import Variant, option

RANKS = "6789TJQKA"
VALUES = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
TRUMP_EXTRA = {"J": 18, "9": 14}
CONTRACTS = (*SUITS, "obe", "une")
FOURS = {"J": 200, "9": 150}
RUNS = {3: 20, 4: 50, 5: 100, 6: 150, 7: 200, 8: 250, 9: 300}
WORTH = ("pass", *map(str, sorted({*RUNS.values(), *FOURS.values()})))
LENGTHS = tuple(f"{length}-{top}" for length in RUNS for top in RANKS[length - 1 :])
FOUR_NAMES = tuple(f"4x{rank}" for rank in RANKS)
HEIGHTS = (*LENGTHS, *(length + "t" for length in LENGTHS), *FOUR_NAMES)
MELDS = (*(length + suit for length in LENGTHS for suit in SUITS), *FOUR_NAMES, "done")
LAST, MATCH, STOECK = 5, 100, 20


@dataclass(frozen=True, slots=True)
class SchieberOptions:
    """What a league may set."""

    factors: str = option(
        "1 1 1 1 1 1",
        "what all points count in S H D C obe une (Swisslos; pagat.com; Uri)",
        among=("1 1 1 1 1 1", "2 1 1 2 3 3", "1 2 2 1 3 4", "1 2 2 1 2 2"),
    )
    wys: str = option("modern", "which melds count", among=("modern", "simple", "none"))
    stoeck: bool = option(True, "king and queen of trumps in one hand count 20")
    push_back: bool = option(False, "the partner may push back, and the first hand must then name a contract")
    undertrump: str = option("trumps", "a lower trump is free with trumps alone, or forced", among=("trumps", "forced"))
    target: int = option(1000, "points that win the game", least=1)
    hands: int = option(
        0, "hands after which the higher side wins, whatever the target; 0: the target decides", least=0
    )


@obligation("the suit led must be followed or trumped; only the jack of trumps never has to be played")
def follow_or_trump(trick: Tricks, hand: Hand, cards: CardSet) -> CardSet:
    """To a trump lead, trumps, unless the jack is the only one; to another, that suit or a trump."""
    suit, trumps = cards & trick.ranking.cards_of[trick.led], cards & trick.ranking.trumps
    if trick.led == trick.ranking.trump and suit == suit & hand.deck.rank("J"):
        return cards
    return suit and suit | trumps


@obligation("a trump lower than one in the trick may be played only from a hand of trumps")
def no_undertrump_but_of_trumps(trick: Tricks, hand: Hand, cards: CardSet) -> CardSet:
    """A hand of trumps alone is free."""
    return no_undertrump.narrow(trick, hand, cards) if cards & ~trick.ranking.trumps else cards


class Schieber(Variant):
    """The game."""

    name = "schieber"
    summary = "Swiss partnership Jass with trumps, obenabe and undenufe, pushing, Wys and Stoeck"
    players: ClassVar[tuple[int, ...]] = (4,)
    Options = SchieberOptions
    teams = ((0, 2), (1, 3))
    rules = """
        Partners sit opposite. Thirty-six cards, nine each by threes from the first hand, who sits beside the dealer,
        names the contract: a trump suit `S H D C`, `obe` (obenabe), `une` (undenufe), or `push`: then the partner must
        name one. The first hand leads in any case; the winner of a trick leads to the next.
        Trumps rank J 9 A K Q T 8 7 6, worth 20 14 11 4 3 10 0 0 0; other suits A K Q J T 9 8 7 6, worth
        11 4 3 2 10 0 0 0 0. In obe there are no trumps and each eight is worth 8; in une as well, but the order is
        turned about, and a six is worth 11, an ace nothing. The last trick is worth 5: together 157; all nine tricks
        (match) 100 more. Follow suit, or trump, which is always allowed; without the suit play anything. To trumps
        trumps must be played, but the jack never has to be. No trump may go below one in a trick of another suit,
        but from a hand of trumps alone.
        Wys: before the first lead each in turn says what the best meld in hand is worth, or `pass`. Three in a row of
        a suit (A K Q J T 9 8 7 6) 20, four 50, five 100, and 50 more for each further card; four jacks 200, four nines
        150, four of another rank 100. The best meld lets its side score: of equal ones the longer, then the higher (in
        une the lower), then the one in trumps, then the first. Where both sides have said the same, they must tell it:
        `3-Q` is three to the queen, `3-Qt` in trumps, `4x9` four nines. Then each of the winning side who has said
        something shows melds one by one, and scores those: `3-QS`, three to the queen of spades, `4x9`, and `done`.
        Stoeck: king and queen of trumps in one hand are worth 20. All points are multiplied by the contract's factor.
        The first side at the target wins. A hand pays what a side scored more than the other.
        Sources: pagat.com (Swiss Jass, Schieber Jass); Swisslos' rules; de.wikipedia (Weis); jassonkel.ch; jass-kit.
        Choices: ["bid", seat, token], ["wys", seat, worth], ["height", seat, token], ["meld", seat, token].
        Events: ["contract", seat, token], ["trump", seat, suit], ["show", seat, cards] the cards of a meld, ["melds",
        points] what the melds of each seat score so far. View: `contract`, and `melds` as told.
    """
    readings = (
        "Jass goes to the right; here, as everywhere, seats are counted in the order of play. The first dealer is "
        "drawn, where pagat has the holder of a seven begin.",
        "Wys is said and shown before the first lead instead of in the first trick. Nobody must say or show it, but "
        "who says it says its worth.",
        "`wys` modern (jassverzeichnis.ch, de.wikipedia): fours of 6 7 8 count, long runs count more than 100, and a "
        "card may be in a run and in a four. simple (pagat, jassonkel.ch): none of these. Five in a row beat four "
        "of a rank (jassonkel.ch).",
        "Stoeck counts without being called, and does not wait for the second card.",
        "A hand of trumps alone may undertrump (jass-kit, Swiss rules), or only if it has none higher (`forced`).",
        "Factors: Swisslos to 2500 has 2 1 1 2 3 3 for S H D C obe une, pagat to 3000 has 1 2 2 1 3 4.",
        "A hand is played out; if both sides are then at the target, Stoeck, Wys and tricks decide in this order, and "
        "of two that need their tricks the higher wins.",
    )

    options: SchieberOptions

    def make_deck(self) -> Deck:
        """Ace to six."""
        return Deck.french(down_to="6")

    # The contract

    def begin(self, hand: Hand) -> Phase:
        """Deal, and ask the first hand."""
        first = hand.left_of(hand.dealer)
        hand.give(3, to=hand.around(first) * 3)
        hand.extra.update(said=(), heights=(), side=0, shown=(), melds=(0, 0, 0, 0), last=first)
        return Choose("bid", first, (*CONTRACTS, "push"))

    def after(self, hand: Hand, phase: Phase) -> Phase | None:
        """Contract, Wys, tricks."""
        first = hand.left_of(hand.dealer)
        match phase:
            case Choose("bid", seat, "push"):
                again = seat == first and self.options.push_back
                return Choose("bid", (seat + 2) % 4, (*CONTRACTS, "push"), None if again else CONTRACTS)
            case Choose("bid", seat, said):
                hand.declarer, hand.contract = seat, said
                hand.tell(("contract", seat, said))
                if said in SUITS:
                    hand.trump = said
                    hand.tell(("trump", seat, said))
                return self._play(hand) if self.options.wys == "none" else self._wys(hand, first)
            case Choose("wys", seat, said):
                hand.extra["said"] = (*hand.extra["said"], 0 if said == "pass" else int(said))
                return self._contest(hand) if seat == hand.dealer else self._wys(hand, hand.left_of(seat))
            case Choose("height", seat, said):
                hand.extra["heights"] = (*hand.extra["heights"], (seat, said))
                return self._contest(hand)
            case Choose("meld", seat, "done"):
                return self._next_to_show(hand, hand.around(first).index(seat) + 1)
            case Choose("meld", seat, meld):
                self._score_meld(hand, seat, meld)
                return self._ask_for_meld(hand, seat)
            case Tricks(winner=winner):
                hand.extra["last"] = winner
        return None

    @cached_property
    def like_suits(self) -> tuple[str, ...]:
        """Suits with the same factor."""
        of_suit = dict(zip(SUITS, self.options.factors.split(), strict=False))
        return tuple(
            "".join(suit for suit in SUITS if of_suit[suit] == factor) for factor in "12" if factor in of_suit.values()
        )

    def contract_ranking(self, contract: str) -> Ranking:
        """How the cards rank in a contract."""
        if contract in SUITS:
            return self.ranking(contract, ranks=RANKS, trump_ranks="678TQKA9J")
        return self.ranking(ranks=RANKS if contract == "obe" else RANKS[::-1])

    def _play(self, hand: Hand) -> Phase:
        under = no_undertrump_but_of_trumps if self.options.undertrump == "trumps" else no_undertrump
        ranking = self.contract_ranking(str(hand.contract))
        return Tricks(hand.left_of(hand.dealer), ranking, following=(follow_or_trump, under))

    # Wys

    def melds(self, cards: CardSet) -> list[str]:
        """The melds in a set of cards, runs as long as they can be."""
        modern = self.options.wys == "modern"
        found = [f"4x{rank}" for rank in (RANKS if modern else RANKS[3:]) if not self.deck.rank(rank) & ~cards]
        for suit in SUITS:
            held = "".join(rank if self.deck.faces[rank + suit] & cards else " " for rank in RANKS)
            found += [f"{len(run)}-{run[-1]}{suit}" for run in held.split() if len(run) >= 3]
        return found

    def cards_of(self, meld: str) -> CardSet:
        """The cards that a meld names: `3-QS` or `4x9`."""
        if meld[1] == "x":
            return self.deck.rank(meld[2])
        top = RANKS.index(meld[2]) + 1
        return self.deck.set_of([rank + meld[3] for rank in RANKS[top - int(meld[0]) : top]])

    def worth(self, meld: str) -> int:
        """The points of a meld."""
        if meld[1] == "x":
            return FOURS.get(meld[2], 100)
        return RUNS[int(meld[0])] if self.options.wys == "modern" else min(100, RUNS[int(meld[0])])

    def _rank_of(self, height: str, contract: str) -> tuple[int, int, bool]:
        """What decides between melds worth the same: length, height, trump."""
        place = RANKS.index(height[2])
        return int(height[0]), -place if contract == "une" else place, height.endswith("t")

    def _best(self, hand: Hand, seat: int) -> tuple[int, str]:
        """The worth and the height of the best meld in a hand; 0 and nothing if there is none."""
        heights = [
            (self.worth(meld), meld[:3] + "t" * (meld[3:] == hand.trump)) for meld in self.melds(hand.hands[seat])
        ]
        contract = str(hand.contract)
        return max(heights, key=lambda meld: (meld[0], self._rank_of(meld[1], contract)), default=(0, ""))

    def _wys(self, hand: Hand, seat: int) -> Phase:
        points, _ = self._best(hand, seat)
        return Choose("wys", seat, WORTH, ["pass", str(points)] if points else ["pass"])

    def _contest(self, hand: Hand) -> Phase:
        """Ask for heights until the best meld is known; then its side shows."""
        order = hand.around(hand.left_of(hand.dealer))
        said = dict(zip(order, hand.extra["said"], strict=True))
        best = [seat for seat in order if said[seat] == max(said.values())]
        if not said[best[0]]:
            return self._play(hand)
        if len({seat % 2 for seat in best}) == 2:
            told = dict(hand.extra["heights"])
            asked = next((seat for seat in best if seat not in told), None)
            if asked is not None:
                _, height = self._best(hand, asked)
                # One who guesses another's cards may not find the meld that was told.
                return Choose("height", asked, HEIGHTS, [height] if height else HEIGHTS)
            best.sort(key=lambda seat: self._rank_of(told[seat], str(hand.contract)), reverse=True)
        hand.extra["side"] = best[0] % 2
        return self._next_to_show(hand, 0)

    def _next_to_show(self, hand: Hand, start: int) -> Phase:
        """The next of the winning side who has said something, from a place in the order on, shows melds."""
        order = hand.around(hand.left_of(hand.dealer))
        for seat, said in zip(order[start:], hand.extra["said"][start:], strict=True):
            if said and seat % 2 == hand.extra["side"]:
                hand.extra["shown"] = ()
                return self._ask_for_meld(hand, seat)
        return self._play(hand)

    def _ask_for_meld(self, hand: Hand, seat: int) -> Phase:
        shown, cards = hand.extra["shown"], hand.hands[seat]
        if self.options.wys == "simple":
            for meld in shown:
                cards &= ~self.cards_of(meld)
        return Choose("meld", seat, MELDS, [*(meld for meld in self.melds(cards) if meld not in shown), "done"])

    def _score_meld(self, hand: Hand, seat: int, meld: str) -> None:
        melds = hand.extra["melds"]
        hand.show(seat, self.cards_of(meld))
        hand.extra["shown"] = (*hand.extra["shown"], meld)
        hand.extra["melds"] = (*melds[:seat], melds[seat] + self.worth(meld), *melds[seat + 1 :])
        hand.tell(("melds", hand.extra["melds"]))

    # The score

    def card_points(self, hand: Hand) -> list[int]:
        """The points of the cards and of the last trick, by seat."""
        match hand.contract:
            case "obe":
                points = hand.points({**VALUES, "8": 8})
            case "une":
                points = hand.points({**VALUES, "8": 8, "A": 0, "6": 11})
            case trump:
                points = hand.points(VALUES)
                for rank, more in TRUMP_EXTRA.items():
                    held = hand.taken_in(self.deck.set_of([f"{rank}{trump}"]))
                    points = [mine + more * count for mine, count in zip(points, held, strict=True)]
        points[hand.extra["last"]] += LAST
        return points

    def counted(self, hand: Hand) -> tuple[list[int], list[int], list[int]]:
        """Stoeck, Wys and tricks, each by side, multiplied."""
        factor = int(self.options.factors.split()[CONTRACTS.index(str(hand.contract))])
        stoeck, wys, tricks = [0, 0], [0, 0], [0, 0]
        pair = self.deck.set_of([f"K{hand.trump}", f"Q{hand.trump}"]) if hand.trump else 0
        cards = self.card_points(hand)
        for seat in range(4):
            if self.options.stoeck and pair and not pair & ~hand.dealt[seat]:
                stoeck[seat % 2] += STOECK * factor
            wys[seat % 2] += hand.extra["melds"][seat] * factor
            tricks[seat % 2] += cards[seat] * factor
        for side in (0, 1):
            if hand.won[side] + hand.won[side + 2] == 9:
                tricks[side] += MATCH * factor
        return stoeck, wys, tricks

    def score(self, hand: Hand) -> Sequence[int]:
        """All that a side scores."""
        return [sum(part[seat % 2] for part in self.counted(hand)) for seat in range(4)]

    def winners_after(self, hand: Hand, totals: Sequence[int]) -> Sequence[int] | None:
        """The first side at the target, or the higher one after so many hands."""
        higher = [seat for seat in range(4) if totals[seat] == max(totals)]
        if self.options.hands:
            return higher if hand.number >= self.options.hands else None
        before = [totals[side] - hand.scores[side] for side in (0, 1)]
        for part in self.counted(hand)[:2]:
            before = [points + more for points, more in zip(before, part, strict=True)]
            if max(before) >= self.options.target and before[0] != before[1]:
                return self.teams[before.index(max(before))]
        return higher if max(totals) >= self.options.target and len(higher) == 2 else None

    def payoffs(self, scores: Sequence[int]) -> Sequence[float]:
        """What a side scored more than the other."""
        return [scores[seat] - scores[(seat + 1) % 4] for seat in range(4)]

    @cached_property
    def lowest_payoff(self) -> float:
        """The other side has a match, the Stoeck, and two hands full of melds, in the dearest contract."""
        factor = max(int(factor) for factor in self.options.factors.split())
        melds = {"none": 0, "simple": 550, "modern": 700}[self.options.wys]
        return -factor * (157 + MATCH + STOECK + melds)

    def opening_view(self) -> dict[str, Any]:
        """No contract, no melds."""
        return {"contract": None, "melds": [0, 0, 0, 0]}

    def see(self, view: dict[str, Any], event: Event) -> None:
        """The contract, and melds that score."""
        if event[0] == "contract":
            view["contract"] = event[2]
        elif event[0] == "melds":
            view["melds"] = list(event[1])


@hookimpl
def arena_variants() -> Iterable[type[Variant]]:
    """The game that this module brings."""
    return [Schieber]
