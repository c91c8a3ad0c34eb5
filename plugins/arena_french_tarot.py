"""French Tarot: 21 trumps and the excuse; the taker's aim depends on the bouts won."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from arena.cards import CardSet, Deck, Ranking, bits
from arena.hand import Hand
from arena.phases import Choose, Event, Phase
from arena.picking import Pick
from arena.plugin import hookimpl
from arena.tricks import Tricks, obligation
from arena.variant import Variant, option

TRUMPS = tuple(f"T{number}" for number in range(1, 22))
EXCUSE, PETIT = "EX", "T1"
BOUTS = (PETIT, "T21", EXCUSE)
BIDS = ("pass", "petite", "garde", "sans", "contre")
FACTOR = {"petite": 1, "garde": 2, "sans": 4, "contre": 6}
NEEDED = (56, 51, 41, 36)
# In half points; every other card counts one.
HONOURS = {"K": 9, "Q": 7, "C": 5, "J": 3}
CARDS = {3: (24, 6), 4: (18, 6), 5: (15, 3)}
POIGNEES = {3: (13, 15, 18), 4: (10, 13, 15), 5: (8, 10, 13)}
SHOWN = ("none", "single", "double", "triple")
CALLS = tuple(rank + suit for rank in "KQC" for suit in "SHDC")


@dataclass(frozen=True, slots=True)
class FrenchTarotOptions:
    """What a league may set."""

    hands: int = option(20, "hands that make a game", least=1)
    poignees: bool = option(True, "who holds many trumps may show them for a premium")


class FrenchTarot(Variant):
    """The game."""

    name = "french-tarot"
    summary = "78 cards, one against the rest (or two of five), trumping and overtrumping; bouts lower the aim"
    card_names: ClassVar[dict[str, str]] = {
        **{token: f"trump {number}" for number, token in enumerate(TRUMPS, 1)},
        EXCUSE: "the excuse",
    }
    players: ClassVar[tuple[int, ...]] = (4, 3, 5)
    Options = FrenchTarotOptions
    like_suits = ("SHDC",)
    rules = """
        Each suit has K Q C J T 9 ... 1 (`C` is the cavalier); the trumps are `T21` to `T1`, the petit; and there is
        the excuse, `EX`. T21, T1 and EX are the bouts. A bout or king counts 4.5 points, a queen 3.5, a cavalier 2.5,
        a jack 1.5, any other card 0.5: together 91. Four players get eighteen cards, three twenty-four, five fifteen;
        the rest, six or three cards, is the dog.

        From the dealer's left each may once `pass` or bid higher than before: `petite`, `garde`, garde `sans` the dog,
        garde `contre` the dog. If all pass nobody scores. In a game of five the taker then calls a king (a queen, a
        cavalier when holding all kings, all queens too): who holds it is the secret partner. In petite and garde the
        dog is turned up, the taker takes it and puts as many cards aside: no king, no bout, and trumps only if there
        is nothing else, which are shown. Sans, the dog counts for the taker unseen; contre, for the others.

        Who holds 10 trumps (13 of three players, 8 of five), 13 (15, 10) or 15 (18, 13) may show so many before the
        first lead: a `single`, `double` or `triple` poignée, or `none`. The highest are shown; the excuse if it is
        needed. The player at the dealer's left leads; of five, not of the called suit to the first trick, but for the
        called card. Follow suit if you can; if not, trump if you can; a trump must be higher than those in the trick
        if that can be. The excuse may be played always and wins nothing; if it is led the next card makes the suit. It
        stays with who played it for a low card in exchange, unless that side wins no trick. In the last trick it goes
        to the other side; but led to the last trick by a side that has won all others it wins that.

        The taker's side needs 56 points, with one bout in its tricks 51, with two 41, with three 36. The score is 25
        and the difference from that; 10 more or less for the side that wins the petit in the last trick; all that
        times 1 for petite, 2 garde, 4 sans, 6 contre. Each poignée brings 20, 30 or 40 to the side that wins; all
        tricks 200. Each opponent pays or gets the score; a partner gets one share, the taker the others. After the
        hands that make a game the highest total wins.
        Sources: rules of the Fédération Française de Tarot (2019); pagat.com (French Tarot); the English Wikipedia.
        Events: ["bid", seat, token], ["call", seat, token], ["up", cards], ["discard", seat, card] to the taker alone,
        ["picked", seat, count], ["aside", seat, trumps], ["poignee", seat, token], ["show", seat, cards], ["dog",
        cards] at the end. View: `taker`, `contract`, `called` (nil before), `poignees` (pairs).
    """
    readings = (
        "The game goes clockwise here; at French tables it goes the other way. The dog is the last of the pack.",
        "A petit dealt without another trump is played; the federation annuls that deal.",
        "A slam is not announced. Half points of three and five players are rounded up for the side that wins.",
        "Played to the last trick the excuse changes sides (federation); some sources give it to who wins the trick.",
        "Poignées are asked for before the first lead, from all in turn, so that a refusal tells nothing.",
    )

    options: FrenchTarotOptions

    def make_deck(self) -> Deck:
        """Four suits of fourteen, the trumps in ascending order, the excuse."""
        return Deck(ranks="123456789TJCQK", specials=(*TRUMPS, EXCUSE))

    @cached_property
    def lowest_payoff(self) -> float:
        """A contre lost by all it can be, with poignées and all tricks, paid to everybody."""
        return -806 * (self.seats - 1)

    def cards_ranking(self, **orders: Any) -> Ranking:
        """The trumps above all suits."""
        return self.ranking(tops=TRUMPS[::-1], **orders)

    def begin(self, hand: Hand) -> Phase:
        """Deal and bid."""
        first = hand.left_of(hand.dealer)
        hand.give(3, to=hand.around(first) * (CARDS[self.seats][0] // 3))
        hand.extra.update(aside=0, poignees=(), called=None, last_excuse=False, last_petit=False)
        return Choose("bid", first, BIDS)

    def after(self, hand: Hand, phase: Phase) -> Phase | None:
        """Bids, the call, the dog, poignées, the tricks."""
        match phase:
            case Choose("bid", seat, bid):
                if bid != "pass":
                    hand.declarer, hand.contract = seat, bid
                if seat == hand.dealer or bid == "contre":
                    return self._taken(hand)
                higher = BIDS[BIDS.index(hand.contract or "pass") + 1 :]
                return Choose("bid", hand.left_of(seat), BIDS, ("pass", *higher))
            case Choose("call", taker, token):
                hand.extra["called"] = token
                return self._open_dog(hand, taker)
            case Pick(turn=taker):
                hand.extra["aside"] = aside = phase.picked[taker]
                if aside & self.cards_ranking().trumps:
                    hand.tell(("aside", taker, self.deck.tokens_of(aside & self.cards_ranking().trumps)))
                return self._ask_poignee(hand, hand.left_of(hand.dealer))
            case Choose("poignee", seat, size):
                if size != "none":
                    hand.extra["poignees"] = (*hand.extra["poignees"], SHOWN.index(size))
                    hand.show(seat, self._poignee(hand, seat, SHOWN.index(size)))
                return self._play(hand) if seat == hand.dealer else self._ask_poignee(hand, hand.left_of(seat))
            case Tricks(leader=leader) if any(hand.hands):
                return self._last_trick(hand, leader)
            case Tricks(leader=leader):
                hand.extra["last"] = leader
                hand.tell(("dog", self.deck.tokens_of(hand.undealt or hand.extra["aside"])))
        return None

    def _taken(self, hand: Hand) -> Phase | None:
        """What follows the bids."""
        taker = hand.declarer
        if taker is None:
            return None
        if self.seats < 5:
            return self._open_dog(hand, taker)
        held, count = hand.hands[taker], 1
        while count < 3 and held & self.deck.rank("KQC"[count - 1]) == self.deck.rank("KQC"[count - 1]):
            count += 1
        return Choose("call", taker, CALLS, CALLS[: 4 * count])

    def _open_dog(self, hand: Hand, taker: int) -> Phase:
        if hand.contract in ("sans", "contre"):
            return self._ask_poignee(hand, hand.left_of(hand.dealer))
        count = CARDS[self.seats][1]
        dog = hand.turn_up(count)
        hand.dealt[taker] |= dog
        hand.hand_over(dog, to=taker)
        return Aside("discard", [taker], count)

    def _ask_poignee(self, hand: Hand, seat: int) -> Phase:
        if not self.options.poignees:
            return self._play(hand)
        trumps = (hand.hands[seat] & self._trumps_and_excuse()).bit_count()
        sizes = sum(trumps >= least for least in POIGNEES[self.seats])
        return Choose("poignee", seat, SHOWN, SHOWN[: sizes + 1])

    def _poignee(self, hand: Hand, seat: int, size: int) -> CardSet:
        """The highest trumps, and the excuse only where they do not suffice."""
        trumps = sorted(bits(hand.hands[seat] & self.cards_ranking().trumps), reverse=True)
        order = [*trumps, self.deck.card(EXCUSE)]
        return sum(1 << card for card in order[: POIGNEES[self.seats][size - 1]])

    def _trumps_and_excuse(self) -> CardSet:
        return self.cards_ranking().trumps | self.deck.faces[EXCUSE]

    def _play(self, hand: Hand) -> Phase:
        rounds = CARDS[self.seats][0] - 1
        return self._tricks(hand.left_of(hand.dealer), self.cards_ranking(), rounds)

    def _tricks(self, leader: int, ranking: Ranking, rounds: int) -> Phase:
        return Tricks(leader, ranking, leading=(not_called,), following=(follow, trump, overtrump), rounds=rounds)

    def _last_trick(self, hand: Hand, leader: int) -> Phase:
        """Note what the last trick will bring; the excuse wins it for a side that has won all."""
        excuse, side = self.deck.faces[EXCUSE], self.side(hand)
        hand.extra["last_petit"] = any(cards & self.deck.faces[PETIT] for cards in hand.hands)
        hand.extra["last_excuse"] = any(cards & excuse for cards in hand.hands)
        slam = all(not won or (seat in side) == (leader in side) for seat, won in enumerate(hand.won))
        wins = slam and hand.hands[leader] & excuse
        return self._tricks(leader, self.cards_ranking(masters=(EXCUSE,)) if wins else self.cards_ranking(), 1)

    def side(self, hand: Hand) -> set[int]:
        """The taker and, of five, who was dealt the called card."""
        called = self.deck.faces[hand.extra["called"]] if hand.extra["called"] else 0
        return {seat for seat in range(self.seats) if seat == hand.declarer or hand.dealt[seat] & called}

    def score(self, hand: Hand) -> Sequence[int]:
        """What each opponent pays to the taker's side, and how that is shared."""
        if hand.declarer is None or hand.contract is None:
            return [0] * self.seats
        side = self.side(hand)
        points, bouts = self.won_by(hand, side)
        ahead = points - 2 * NEEDED[bouts]
        sign = 1 if ahead >= 0 else -1
        base = sign * (25 + (abs(ahead) + 1) // 2)
        if hand.extra["last_petit"]:
            base += 10 if hand.extra["last"] in side else -10
        tricks = sum(hand.won[seat] for seat in side)
        slam = 200 if tricks == sum(hand.won) else -200 if tricks == 0 else 0
        share = base * FACTOR[hand.contract] + sign * sum(10 + 10 * size for size in hand.extra["poignees"]) + slam
        scores = [share if seat in side else -share for seat in range(self.seats)]
        scores[hand.declarer] -= sum(scores)
        return scores

    def won_by(self, hand: Hand, side: set[int]) -> tuple[int, int]:
        """The half points and the bouts of the taker's side, the excuse being given back where it belongs."""
        cards = hand.extra["aside"] | (hand.undealt if hand.contract != "contre" else 0)
        for seat in side:
            cards |= hand.taken[seat]
        excuse, change = self.deck.faces[EXCUSE], 0
        owners = [seat for seat in range(self.seats) if hand.dealt[seat] & excuse]
        if owners:
            mine, here = owners[0] in side, bool(cards & excuse)
            if hand.extra["last_excuse"]:
                slam = hand.extra["last"] == owners[0]
                keeps = mine == slam
            else:
                keeps = mine if any(hand.won[seat] for seat in range(self.seats) if (seat in side) == mine) else here
                change = 1 if here and not keeps else -1 if keeps and not here else 0
            cards = cards | excuse if keeps else cards & ~excuse
        bouts = (cards & self.deck.set_of(BOUTS)).bit_count()
        return self.half_points(cards) + change, bouts

    def half_points(self, cards: CardSet) -> int:
        """What cards count, in half points."""
        honours = sum((cards & self.deck.rank(rank)).bit_count() * (worth - 1) for rank, worth in HONOURS.items())
        return honours + 8 * (cards & self.deck.set_of(BOUTS)).bit_count() + cards.bit_count()

    def winners(self, totals: Sequence[int], hands: int) -> Sequence[int] | None:
        """The highest after so many hands."""
        if hands < self.options.hands:
            return None
        return [seat for seat in range(self.seats) if totals[seat] == max(totals)]

    def opening_view(self) -> dict[str, Any]:
        """No taker yet."""
        return {"taker": None, "contract": None, "called": None, "poignees": []}

    def see(self, view: dict[str, Any], event: Event) -> None:
        """Contract, called card, poignées."""
        if event[0] == "bid" and event[2] != "pass":
            view["taker"], view["contract"] = event[1], event[2]
        elif event[0] == "call":
            view["called"] = event[2]
        elif event[0] == "poignee" and event[2] != "none":
            view["poignees"] = [*view["poignees"], [event[1], event[2]]]


class Aside(Pick):
    """What the taker puts aside: small cards of the suits, then trumps, never kings and bouts."""

    __slots__ = ()

    def legal(self, hand: Hand) -> CardSet:
        """Cards that may go."""
        deck, cards = hand.deck, hand.hands[self.turn]
        small = sum(deck.suit(suit) for suit in deck.suits) & ~deck.rank("K")
        return cards & small or cards & ~deck.rank("K") & ~deck.set_of(BOUTS)


def _excuse(hand: Hand, cards: CardSet) -> CardSet:
    return cards & hand.deck.faces[EXCUSE]


@obligation("the called suit is not led to the first trick, but for the called card")
def not_called(trick: Tricks, hand: Hand, cards: CardSet) -> CardSet:
    """In a game of five."""
    called = hand.extra["called"]
    if not called or any(hand.won):
        return cards
    return cards & ~hand.deck.suit(called[1]) | cards & hand.deck.faces[called]


@obligation("a card of the suit led must be played while the hand holds one, or the excuse")
def follow(trick: Tricks, hand: Hand, cards: CardSet) -> CardSet:
    """The suit led, and the excuse."""
    suit = cards & trick.ranking.cards_of[trick.led]
    return suit and suit | _excuse(hand, cards)


@obligation("who lacks the suit led must trump, or play the excuse")
def trump(trick: Tricks, hand: Hand, cards: CardSet) -> CardSet:
    """Trumps, and the excuse."""
    trumps = cards & trick.ranking.trumps
    if cards & trick.ranking.cards_of[trick.led]:
        return cards
    return trumps and trumps | _excuse(hand, cards)


@obligation("a trump must be higher than those in the trick, if the hand has such a one")
def overtrump(trick: Tricks, hand: Hand, cards: CardSet) -> CardSet:
    """Trumps are numbered in ascending order, so that those above the highest one played are the bits above it."""
    trumps, played = cards & trick.ranking.trumps, trick.pile & trick.ranking.trumps
    if not trumps or not played:
        return cards
    higher = trumps >> played.bit_length() << played.bit_length()
    return higher and higher | _excuse(hand, cards)


@hookimpl
def arena_variants() -> Iterable[type[Variant]]:
    """The game that this module brings."""
    return [FrenchTarot]
