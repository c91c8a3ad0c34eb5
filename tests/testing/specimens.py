"""A sound little game, and broken ones made from it: at least one for each law of the conformance kit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from arena.cards import SUITS, CardSet, Deck
from arena.hand import Hand
from arena.phases import Choose, Event, Phase
from arena.picking import Pick
from arena.tricks import Tricks, follow_suit, obligation
from arena.variant import Variant, option


@dataclass(frozen=True, slots=True)
class SoundOptions:
    target: int = option(6, "points that end the game", least=1)
    misere: bool = option(False, "tricks count against")


class Sound(Variant):
    """Sixteen cards; three seats discard one of five each, the dealer names trumps; then four tricks."""

    name: ClassVar[str] = "sound"
    summary: ClassVar[str] = "a sound game"
    players: ClassVar[tuple[int, ...]] = (3,)
    Options = SoundOptions
    like_suits: ClassVar[tuple[str, ...]] = ("SHDC",)  # type: ignore[assignment]
    lowest_payoff: ClassVar[float] = -4  # type: ignore[assignment]
    payoff_sum: ClassVar[float] = 4  # type: ignore[assignment]

    def make_deck(self) -> Deck:
        return Deck(ranks="JQKA")

    def begin(self, hand: Hand) -> Phase:
        hand.give(5, to=hand.around(hand.left_of(hand.dealer)))
        return Pick("discard", hand.around(hand.left_of(hand.dealer)), 1)

    def after(self, hand: Hand, phase: Phase) -> Phase | None:
        match phase:
            case Pick():
                return Choose("trump", hand.dealer, SUITS)
            case Choose("trump", _, suit):
                hand.trump = suit
                return Tricks(hand.left_of(hand.dealer), self.ranking(suit))
        return None

    def score(self, hand: Hand) -> Sequence[int]:
        return [-won if self.options.misere else won for won in hand.won]

    def winners(self, totals: Sequence[int], hands: int) -> Sequence[int] | None:
        if max(abs(total) for total in totals) < self.options.target:
            return None
        return [seat for seat in range(self.seats) if totals[seat] == max(totals)]


# Hands and games that don't end, and errors.


class NeverStops(Sound):
    def after(self, hand: Hand, phase: Phase) -> Phase | None:
        return Choose("trump", hand.dealer, SUITS)


class Crashes(Sound):
    def after(self, hand: Hand, phase: Phase) -> Phase | None:
        return {"discard": None}["played"]


class NothingToDo(Sound):
    def begin(self, hand: Hand) -> Phase:
        super().begin(hand)
        return Choose("trump", hand.dealer, SUITS, ())


class NobodyWins(Sound):
    def winners(self, totals: Sequence[int], hands: int) -> Sequence[int] | None:
        return None


class WonByNobody(Sound):
    def winners(self, totals: Sequence[int], hands: int) -> Sequence[int] | None:
        return []


# What a variant says of itself.


class OddTeams(Sound):
    teams: ClassVar[Any] = ((0, 1), (1, 2))


class UnknownSuits(Sound):
    like_suits: ClassVar[Any] = ("SX",)


def local_class() -> type[Variant]:
    class Local(Sound):
        pass

    return Local


# Questions.


class Asks(Sound):
    """The trump is named by these tokens, of which the first few are allowed."""

    tokens: ClassVar[tuple[str, ...]] = tuple(SUITS)

    def after(self, hand: Hand, phase: Phase) -> Phase | None:
        if isinstance(phase, Pick):
            return Choose("trump", hand.dealer, self.tokens, self.tokens[:4])
        return Tricks(hand.left_of(hand.dealer), self.ranking()) if isinstance(phase, Choose) else None


class Twofold(Choose):
    """Both of its tokens are legal, and they are the same."""

    __slots__ = ()

    def legal(self, hand: Hand) -> int:
        return 0b11


class SameTokenTwice(Sound):
    def after(self, hand: Hand, phase: Phase) -> Phase | None:
        if isinstance(phase, Pick):
            return Twofold("trump", hand.dealer, ("S", "S"))
        return super().after(hand, phase)


class LongToken(Asks):
    tokens = ("spades are the trumps",)


class PrettyToken(Asks):
    tokens = ("♠", "♥")


class TooManyTokens(Asks):
    tokens = tuple(map(str, range(300)))


class Lenient(Choose):
    """Takes any token of its alphabet."""

    __slots__ = ()

    def action(self, hand: Hand, token: str, legal: int) -> int:
        return self.choices.index(token) if token in self.choices else -1


class TakesAnything(Sound):
    def after(self, hand: Hand, phase: Phase) -> Phase | None:
        if isinstance(phase, Pick):
            return Lenient("trump", hand.dealer, SUITS, "SH")
        return super().after(hand, phase)


# State that is shared.


class GrowingList(Sound):
    """What it keeps in `extra` is changed in place, so that copies share it."""

    def begin(self, hand: Hand) -> Phase:
        hand.extra["led"] = []
        hand.give(5, to=hand.around(hand.left_of(hand.dealer)))
        return self.trick(hand, hand.left_of(hand.dealer))

    def trick(self, hand: Hand, leader: int) -> Phase:
        return Tricks(leader, self.ranking(), rounds=1)

    def after(self, hand: Hand, phase: Phase) -> Phase | None:
        assert isinstance(phase, Tricks)
        hand.extra["led"].append(phase.winner)
        return self.trick(hand, phase.winner) if any(hand.hands) else None


class SharedPhase(Choose):
    """A copy keeps the tokens said in the same list."""

    __slots__ = ("said",)

    def __init__(self, seat: int) -> None:
        super().__init__("trump", seat, SUITS)
        self.said: list[str] = []

    def legal(self, hand: Hand) -> int:
        return 15 & ~sum(1 << SUITS.index(suit) for suit in self.said)

    def apply(self, hand: Hand, action: int) -> bool:
        self.said.append(SUITS[action])
        hand.tell(("trump", self.turn, SUITS[action]))
        self.choice = SUITS[action]
        return len(self.said) == 3

    def copy(self) -> Self:
        twin = super().copy()
        twin.said = self.said
        return twin


class CopiesShare(Sound):
    def after(self, hand: Hand, phase: Phase) -> Phase | None:
        return SharedPhase(hand.dealer) if isinstance(phase, Pick) else super().after(hand, phase)


class Remembers(Sound):
    """The trump is kept in the variant, which all hands share."""

    named: str = "S"

    def after(self, hand: Hand, phase: Phase) -> Phase | None:
        if isinstance(phase, Choose):
            self.named = phase.choice
        return super().after(hand, phase)

    def score(self, hand: Hand) -> Sequence[int]:
        return [won + SUITS.index(self.named) for won in hand.won]


# Cards.


class DealsTwice(Sound):
    def begin(self, hand: Hand) -> Phase:
        phase = super().begin(hand)
        hand.hands[hand.dealer] |= 1 << hand.pack[0]
        return phase


class DropsCards(Sound):
    def after(self, hand: Hand, phase: Phase) -> Phase | None:
        if isinstance(phase, Choose):
            hand.hands = [cards & cards - 1 for cards in hand.hands]
        return super().after(hand, phase)


class TakesBack(Sound):
    """After two tricks the winner has all four back in hand."""

    def after(self, hand: Hand, phase: Phase) -> Phase | None:
        if isinstance(phase, Choose):
            return Tricks(hand.left_of(hand.dealer), self.ranking(), rounds=2)
        if isinstance(phase, Tricks) and sum(hand.won) == 2:
            won, hand.taken = sum(hand.taken), [0, 0, 0]
            hand.hand_over(won, to=phase.winner)
            return Tricks(phase.winner, self.ranking())
        return super().after(hand, phase)


class UnequalHands(Sound):
    def begin(self, hand: Hand) -> Phase:
        hand.give(4, to=hand.around(hand.dealer))
        hand.give(1, to=[hand.dealer])
        return Tricks(hand.dealer, self.ranking(), rounds=4)

    def after(self, hand: Hand, phase: Phase) -> Phase | None:
        return None


# Numbers.


class HalfPoints(Sound):
    def score(self, hand: Hand) -> Sequence[int]:
        return [won / 2 for won in hand.won]  # type: ignore[misc]


class TooFewScores(Sound):
    def score(self, hand: Hand) -> Sequence[int]:
        return hand.won[:2]


class PaysTooLittle(Sound):
    lowest_payoff: ClassVar[Any] = 1


class UnevenTeam(Sound):
    teams: ClassVar[Any] = ((0, 1), (2,))


# Knowledge.


class CountsEvents(Sound):
    """Its view counts events, those for other seats too when the referee keeps it."""

    def opening_view(self) -> dict[str, Any]:
        return {"heard": 0}

    def see(self, view: dict[str, Any], event: Event) -> None:
        view["heard"] += 1


class GivesSilently(Sound):
    def begin(self, hand: Hand) -> Phase:
        phase = super().begin(hand)
        hand.hands[hand.dealer] |= hand.undealt
        hand.stock = len(hand.pack)
        return phase


class TellsASet(Sound):
    def begin(self, hand: Hand) -> Phase:
        phase = super().begin(hand)
        hand.tell(("seats", frozenset(range(3))))
        return phase


class TellsTheTalon(Sound):
    def begin(self, hand: Hand) -> Phase:
        phase = super().begin(hand)
        hand.tell(("talon", hand.deck.tokens_of(hand.undealt)))
        return phase


class TellsTheNeighbour(Sound):
    """Who sits left of the dealer hears what the dealer discards."""

    def after(self, hand: Hand, phase: Phase) -> Phase | None:
        if isinstance(phase, Pick):
            seen = hand.deck.tokens_of(phase.picked[hand.dealer])
            hand.tell(("peep", seen), to=hand.left_of(hand.dealer))
        return super().after(hand, phase)


class TellsAHint(Sound):
    """Everybody hears whether the dealer has an ace: one bit is a secret too."""

    def begin(self, hand: Hand) -> Phase:
        phase = super().begin(hand)
        hand.tell(("ace", bool(hand.hands[hand.dealer] & self.deck.rank("A"))))
        return phase


class LeaksByItsView(Sound):
    """A value made from the whole hand finds its way into the view."""

    secret: Sequence[str] = ()

    def begin(self, hand: Hand) -> Phase:
        phase = super().begin(hand)
        self.secret = hand.deck.tokens_of(hand.hands[hand.dealer])
        return phase

    def opening_view(self) -> dict[str, Any]:
        return {"secret": list(self.secret)}


class ShowsAces(Sound):
    """Everybody must show the aces held: that tells who has none, and is no secret told."""

    def after(self, hand: Hand, phase: Phase) -> Phase | None:
        if isinstance(phase, Pick):
            for seat in hand.around(hand.left_of(hand.dealer)):
                hand.show(seat, hand.hands[seat] & self.deck.rank("A"))
        return super().after(hand, phase)


# What imagined worlds can't follow.


class HangsOnHidden(Sound):
    """Who holds the ace of spades is asked for the trump: the others can't know who that is."""

    def after(self, hand: Hand, phase: Phase) -> Phase | None:
        if isinstance(phase, Pick):
            ace = self.deck.set_of(["AS"])
            seat = next((seat for seat in range(3) if hand.hands[seat] & ace), None)
            return Tricks(hand.dealer, self.ranking()) if seat is None else Choose("trump", seat, SUITS)
        return super().after(hand, phase)


# Symmetry.


class SeatZeroLeads(Sound):
    def after(self, hand: Hand, phase: Phase) -> Phase | None:
        return Tricks(0, self.ranking()) if isinstance(phase, Choose) else super().after(hand, phase)


class DealsFromSeatZero(Sound):
    def begin(self, hand: Hand) -> Phase:
        hand.give(5, to=range(3))
        return Pick("discard", hand.around(hand.left_of(hand.dealer)), 1)


class SeatZeroScores(Sound):
    def score(self, hand: Hand) -> Sequence[int]:
        return [won + (seat == 0) for seat, won in enumerate(hand.won)]


class OneKeepsTheDeal(Sound):
    def next_dealer(self, hand: Hand) -> int:
        return 1


class HeartsCount(Sound):
    def score(self, hand: Hand) -> Sequence[int]:
        return hand.taken_in(self.deck.suit("H"))


class HeartsMayNotBeLed(Sound):
    def after(self, hand: Hand, phase: Phase) -> Phase | None:
        if isinstance(phase, Choose):
            return Tricks(hand.dealer, self.ranking(), leading=(no_hearts,))
        return super().after(hand, phase)


@obligation("hearts are not led")
def no_hearts(trick: Tricks, hand: Hand, cards: CardSet) -> CardSet:
    return cards & ~hand.deck.suit("H")


# Reasons.


class LowestOnly(Tricks):
    """Narrows what is legal without an obligation, so that nothing explains it."""

    __slots__ = ()

    def legal(self, hand: Hand) -> CardSet:
        cards = super().legal(hand)
        return cards & -cards


class NoReason(Sound):
    def after(self, hand: Hand, phase: Phase) -> Phase | None:
        if isinstance(phase, Choose):
            return LowestOnly(hand.dealer, self.ranking())
        return super().after(hand, phase)


class Stumbles(Choose):
    __slots__ = ()

    def why_illegal(self, hand: Hand, token: str) -> str:
        return f"trump {self.choices.index(token)} is not allowed"


class ReasonFails(Sound):
    def after(self, hand: Hand, phase: Phase) -> Phase | None:
        return Stumbles("trump", hand.dealer, SUITS) if isinstance(phase, Pick) else super().after(hand, phase)


# What is no fault, but worth a look.


class Silent(Choose):
    __slots__ = ()

    def why_illegal(self, hand: Hand, token: str) -> str:
        return Phase.why_illegal(self, hand, token)


class SaysLittle(Sound):
    def after(self, hand: Hand, phase: Phase) -> Phase | None:
        return Silent("trump", hand.dealer, SUITS, "SH") if isinstance(phase, Pick) else super().after(hand, phase)


class NeverBinds(Sound):
    def after(self, hand: Hand, phase: Phase) -> Phase | None:
        if isinstance(phase, Choose):
            return Tricks(hand.dealer, self.ranking(), following=(follow_suit, ten_first))
        return super().after(hand, phase)


@obligation("a ten is played first")
def ten_first(trick: Tricks, hand: Hand, cards: CardSet) -> CardSet:
    return cards & hand.deck.rank("T")


@dataclass(frozen=True, slots=True)
class DeadOptions:
    target: int = option(6, "points that end the game", least=1)
    misere: bool = option(False, "tricks count against")
    colour: bool = option(False, "nothing at all")


class DeadOption(Sound):
    Options = DeadOptions  # type: ignore[assignment]


class WrongSum(Sound):
    payoff_sum: ClassVar[Any] = 100


class ManyRejected(Sound):
    """Everybody must say whether they hold three aces: of the ways that cards can lie, few agree with that."""

    def after(self, hand: Hand, phase: Phase) -> Phase | None:
        if isinstance(phase, Pick):
            return self.ask(hand, hand.left_of(hand.dealer))
        if isinstance(phase, Choose) and phase.kind == "aces":
            if phase.turn != hand.dealer:
                return self.ask(hand, hand.left_of(phase.turn))
            return Choose("trump", hand.dealer, SUITS)
        return super().after(hand, phase)

    def ask(self, hand: Hand, seat: int) -> Phase:
        aces = (hand.hands[seat] & self.deck.rank("A")).bit_count()
        return Choose("aces", seat, "01234", [str(aces)])


class Announces(Sound):
    """An event, a choice and a key of the view that no rule tells of."""

    def opening_view(self) -> dict[str, Any]:
        return {"said": ""}

    def after(self, hand: Hand, phase: Phase) -> Phase | None:
        if isinstance(phase, Pick):
            return Choose("announce", hand.dealer, ("hop", "skip"))
        if isinstance(phase, Choose) and phase.kind == "announce":
            hand.tell(("loudly", hand.dealer))
            return Choose("trump", hand.dealer, SUITS)
        return super().after(hand, phase)
