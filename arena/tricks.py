"""The play of the cards: who may play what, who wins a trick, who leads next.

`Tricks` is the phase in which hands are played out. What a player must do is a list of `Obligation`s, each a
named step that narrows the hand, and that is waived when it would leave nothing; the same steps explain why a
card was illegal. This is the hot path of every game: a card costs a few attribute look-ups and no allocation but
what must be remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Self

from arena.cards import CardSet, Deck, Ranking
from arena.phases import ALL, Phase, Told

if TYPE_CHECKING:
    from arena.hand import Hand

MOST_SEATS = 16


Narrow = Callable[["Tricks", "Hand", CardSet], CardSet]


class Obligation:
    """One rule about which cards may be played: `narrow(trick, hand, cards)` keeps those of `cards` that satisfy it.

    When it keeps none, the rule can't be met and is waived. `text` tells the rule to a player. `counts`: it looks at
    how many cards of a kind the hand holds ("keeps one of them"), so that a play tells nothing of any single card.
    """

    __slots__ = ("counts", "narrow", "text")

    def __init__(self, text: str, narrow: Narrow, *, counts: bool = False) -> None:
        self.text = text
        self.narrow = narrow
        self.counts = counts

    def __repr__(self) -> str:
        return f"<Obligation: {self.text}>"


def obligation(text: str, *, counts: bool = False) -> Callable[[Narrow], Obligation]:
    """Make a function an `Obligation` with this text."""
    return lambda narrow: Obligation(text, narrow, counts=counts)


@obligation("a card of the suit led must be played while the hand holds one")
def follow_suit(trick: Tricks, hand: Hand, cards: CardSet) -> CardSet:
    """The suit led, trumps by nature (jokers, bowers) counting as trumps."""
    return cards & trick.ranking.cards_of[trick.led]


@obligation("while the hand holds the suit led, only that suit or a trump may be played")
def follow_suit_or_trump(trick: Tricks, hand: Hand, cards: CardSet) -> CardSet:
    """The suit led and the trumps, for a hand that holds the suit led; else nothing (so that all is allowed)."""
    suit = cards & trick.ranking.cards_of[trick.led]
    return suit and suit | cards & trick.ranking.trumps


class Tricks(Phase):
    """Trick after trick until the hands are empty, or for some rounds.

    leader: the seat that leads (led) the present trick. place: the seat whose card is due; turn: the seat that
    plays it, which is another one only for a dummy. cards: the cards of the present trick in order. led: the suit
    led, as a number of `ranking` (-1 before a card that has a suit). winner: the seat that holds the trick so far,
    or that won the last one; best_card: the card that holds the present one. last: the cards of the trick
    before this one, in the order played.
    """

    __slots__ = (
        "_actors",
        "_best",
        "_events",
        "_left",
        "_pile",
        "_players",
        "_power",
        "best_card",
        "cards",
        "following",
        "last",
        "leader",
        "leading",
        "led",
        "place",
        "ranking",
        "winner",
    )
    kind = "play"

    def __init__(
        self,
        leader: int,
        ranking: Ranking,
        *,
        leading: Sequence[Obligation] = (),
        following: Sequence[Obligation] = (follow_suit,),
        rounds: int = 0,
        players: Sequence[int] = (),
        actors: Mapping[int, int] | None = None,
    ) -> None:
        """Begin with a lead by `leader`.

        leading, following: the obligations of who leads and of who follows, in the order in which they bind.
        rounds: after so many tricks the phase is over, and the variant says how to go on; 0: when the hands are
        empty. players: the seats that play, clockwise, where some sit out. actors: who plays for a dummy.
        """
        self._players = tuple(players)
        self._actors = actors
        self._left = rounds
        self.leader = self.winner = self.place = leader
        self.turn = actors.get(leader, leader) if actors else leader
        self.ranking = ranking
        self.leading = leading
        self.following = following
        self.cards: list[int] = []
        self.last: list[int] = []
        self.led = -1
        self._pile: CardSet = 0
        self._best = 0
        self.best_card = -1
        self._power: tuple[int, ...] = ()
        self._events = play_events(ranking.deck)

    def alphabet(self, hand: Hand) -> Sequence[str]:
        """The deck's tokens: an action is a card's number."""
        return hand.deck.tokens

    def legal(self, hand: Hand) -> CardSet:
        """The cards that may be played; of equal faces one."""
        cards = hand.hands[self.place]
        if cards & cards - 1:  # A last card may always be played.
            for step in self.obligations():
                cards = step.narrow(self, hand, cards) or cards
        return hand.deck.one_of_each(cards) if hand.deck.has_twins else cards

    def obligations(self) -> Sequence[Obligation]:
        """Those that bind the next card; none while no card of the trick has a suit to follow."""
        if self.led >= 0:
            return self.following
        return () if self.cards else self.leading

    def apply(self, hand: Hand, action: int) -> bool:
        """Play a card; True when it was the last of the hand."""
        place = self.place
        bit = 1 << action
        hand.hands[place] ^= bit
        hand.log.append(self._events[place][action])
        self._pile |= bit
        if self.led >= 0:
            power = self._power[action]
            if power > self._best or (power == self._best and self.ranking.later_wins >> action & 1):
                self._best = power
                self.best_card = action
                self.winner = place
        else:
            self._lead(action)
        cards = self.cards
        cards.append(action)
        players = self._players
        if players:
            if len(cards) == len(players):
                return self._end_trick(hand)
            self._next(players[(players.index(place) + 1) % len(players)])
        else:
            if len(cards) == hand.seats:
                return self._end_trick(hand)
            self._next(place + 1 if place + 1 < hand.seats else 0)
        return False

    def _lead(self, action: int) -> None:
        """The first card that has a suit makes it the suit led; until then the leader holds the trick."""
        self.led = led = self.ranking.suit_of[action]
        if led >= 0:
            self._power = self.ranking.power[led]
            self._best = self._power[action]
        if led >= 0 or not self.cards:
            self.winner = self.place
            self.best_card = action

    @property
    def players(self) -> tuple[int, ...]:
        """The seats that play, clockwise, where some sit out; else empty."""
        return self._players

    @property
    def pile(self) -> CardSet:
        """The cards of the present trick, as a set."""
        return self._pile

    def to_come(self, hand: Hand) -> tuple[int, ...]:
        """The seats that play to this trick after the one whose card is due, in order."""
        round_ = self._players or tuple(range(hand.seats))
        at = round_.index(self.place)
        return (round_[at + 1 :] + round_[:at])[: len(round_) - 1 - len(self.cards)]

    def beating(self, cards: CardSet) -> CardSet:
        """Those of `cards` that would win the trick as it lies, if played next."""
        return cards & self.ranking.beats(self.led)[self.best_card] if self.led >= 0 else cards

    def _next(self, place: int) -> None:
        self.place = place
        self.turn = self._actors.get(place, place) if self._actors else place

    def _end_trick(self, hand: Hand) -> bool:
        winner = self.winner
        hand.taken[winner] |= self._pile
        hand.won[winner] += 1
        hand.log.append(TRICK_EVENTS[winner])
        self.leader = winner
        self._next(winner)
        self.last = self.cards
        self.cards = []
        self.led = -1
        self._pile = self._best = 0
        self._left -= 1
        return self._left == 0 or not hand.hands[winner]

    def copy(self) -> Self:
        """An independent copy."""
        twin = object.__new__(type(self))
        twin.turn = self.turn
        twin.leader = self.leader
        twin.winner = self.winner
        twin.ranking = self.ranking
        twin.leading = self.leading
        twin.following = self.following
        twin.cards = self.cards.copy()
        twin.last = self.last
        twin.led = self.led
        twin._pile = self._pile
        twin._best = self._best
        twin.best_card = self.best_card
        twin._power = self._power
        twin.place = self.place
        twin._players = self._players
        twin._actors = self._actors
        twin._left = self._left
        twin._events = self._events
        return twin

    def tokens(self, hand: Hand, legal: int) -> list[str]:
        """The tokens of a set of cards."""
        return hand.deck.tokens_of(legal)

    def action(self, hand: Hand, token: str, legal: int) -> int:
        """The legal card with this token, or -1."""
        cards = hand.deck.faces.get(token, 0) & legal
        return (cards & -cards).bit_length() - 1

    def why_illegal(self, hand: Hand, token: str) -> str:
        """Name the rule that the card breaks."""
        face = hand.deck.faces.get(token, 0)
        cards = hand.hands[self.place]
        if not face:
            return f"{token!r} is not a card of this deck."
        if not cards & face:
            return f"{token} is not in the hand."
        for step in self.obligations():
            cards = step.narrow(self, hand, cards) or cards
            if not cards & face:
                return f"{token} breaks a rule: {step.text}."
        return f"{token} is legal."


TRICK_EVENTS: list[Told] = [(ALL, ("trick", seat)) for seat in range(MOST_SEATS)]

_PLAY_EVENTS: dict[Deck, list[list[Told]]] = {}


def play_events(deck: Deck) -> list[list[Told]]:
    """`play_events(deck)[seat][card]`: the event of that play, made once for all hands of the process."""
    if deck not in _PLAY_EVENTS:
        _PLAY_EVENTS[deck] = [[(ALL, ("play", seat, token)) for token in deck.tokens] for seat in range(MOST_SEATS)]
    return _PLAY_EVENTS[deck]
