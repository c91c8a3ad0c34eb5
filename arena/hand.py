"""One hand: from the deal to its score.

`Hand` holds the cards, the tricks won and the phase in progress; the variant says what follows what. All chance
is in the pack that it is dealt from, so a hand is rebuilt from its pack and its actions alone, and a copy is
independent and cheap. It knows nothing of totals, processes or clocks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self

from arena.cards import CardSet
from arena.errors import IllegalAction
from arena.phases import ALL, Event, Phase, Told

if TYPE_CHECKING:
    from arena.variant import Variant


class Hand:
    """The state of one hand.

    By seat: `hands` (cards held now), `dealt` (all cards ever given by the dealer), `taken` (cards won),
    `won` (tricks won). `pack` is the shuffled pack, `stock` the position in it of the next card to give.
    `trump`, `declarer`, `contract` and `extra` are the variant's to set; what it puts into `extra` must be values
    that are replaced, not changed in place; `carry`, what the game's earlier hands left for it, is there at the start
    and told to all (`["carry", map]`). `log` is all that was told, and to whom. `phase` is None when the
    hand is over; then `scores` is its change of the score, by seat. `opening` is where the hand begins in the log,
    which it may share with the hands before it.
    """

    __slots__ = (
        "actions",
        "contract",
        "dealer",
        "dealt",
        "deck",
        "declarer",
        "extra",
        "hands",
        "log",
        "number",
        "opening",
        "pack",
        "phase",
        "scores",
        "seats",
        "stock",
        "taken",
        "trump",
        "variant",
        "won",
    )

    def __init__(
        self,
        variant: Variant,
        *,
        pack: Sequence[int],
        dealer: int,
        number: int = 1,
        carry: Mapping[str, Any] | None = None,
        log: list[Told] | None = None,
    ) -> None:
        seats = variant.seats
        self.variant = variant
        self.deck = variant.deck
        self.seats = seats
        self.pack = tuple(pack)
        self.dealer = dealer
        self.number = number
        self.stock = 0
        self.hands: list[CardSet] = [0] * seats
        self.dealt: list[CardSet] = [0] * seats
        self.taken: list[CardSet] = [0] * seats
        self.won = [0] * seats
        self.trump: str | None = None
        self.declarer: int | None = None
        self.contract: str | None = None
        self.extra: dict[str, Any] = dict(carry or {})
        self.actions = bytearray()
        self.scores: tuple[int, ...] = ()
        self.log: list[Told] = [] if log is None else log
        self.opening = len(self.log)
        self.tell(("deal", number, dealer))
        if carry:
            self.tell(("carry", dict(carry)))
        self.phase: Phase | None = variant.begin(self)

    # What a variant does with a hand.

    def give(self, count: int, *, to: Iterable[int]) -> None:
        """Deal packets of `count` cards from the top of the pack to the seats named, in that order.

        A seat may be named several times; it is told all its new cards in one event, when all are given.
        """
        new = [0] * self.seats
        top = self.stock
        for seat in to:
            for card in self.pack[top : top + count]:
                new[seat] |= 1 << card
            top += count
        self.stock = top
        for seat, cards in enumerate(new):
            if cards:
                self.hands[seat] |= cards
                self.dealt[seat] |= cards
                self.log.append((seat, ("hand", self.deck.tokens_of(cards))))

    def hand_over(self, cards: CardSet, *, to: int) -> None:
        """Give cards that were in play before (passed, picked up) to a seat, which alone is told which."""
        self.hands[to] |= cards
        self.tell(("hand", self.deck.tokens_of(cards)), to=to)

    def turn_up(self, count: int) -> CardSet:
        """Take cards from the top of the pack and show them to everybody: `["up", cards]`."""
        cards = sum(1 << card for card in self.pack[self.stock : self.stock + count])
        self.stock += count
        self.tell(("up", self.deck.tokens_of(cards)))
        return cards

    def pick_up(self, cards: CardSet, *, to: int) -> None:
        """Give a seat cards of the pack that lay face up: everybody knows from then on that it holds them."""
        self.dealt[to] |= cards
        self.hand_over(cards, to=to)
        self.show(to, cards)

    def put_down(self, cards: CardSet, *, seat: int) -> None:
        """A seat lays cards of its hand open on the table: everybody sees them and is told `["down", seat, cards]`."""
        self.show(seat, cards)
        self.hands[seat] ^= cards
        self.tell(("down", seat, self.deck.tokens_of(cards)))

    def show(self, seat: int, cards: CardSet | None = None) -> CardSet:
        """A seat shows cards that it holds and keeps, all of them unless told which: `["show", seat, cards]`.

        Returns the cards. A variant that goes by what was shown must go by these: where a bot only imagines
        the hand, the cards that it passes in are guesses, and those that come back are not.
        """
        shown = self.hands[seat] if cards is None else cards
        self.tell(("show", seat, self.deck.tokens_of(shown)))
        return shown

    def tell(self, event: Event, *, to: int = ALL) -> None:
        """Log an event that everybody sees, or one seat alone."""
        self.log.append((to, event))

    def left_of(self, seat: int) -> int:
        """The next seat clockwise."""
        return (seat + 1) % self.seats

    def right_of(self, seat: int) -> int:
        """The next seat anticlockwise."""
        return (seat - 1) % self.seats

    def around(self, seat: int) -> tuple[int, ...]:
        """All seats, clockwise from this one."""
        return (*range(seat, self.seats), *range(seat))

    def taken_in(self, cards: CardSet) -> list[int]:
        """How many of `cards` each seat has won."""
        return [(taken & cards).bit_count() for taken in self.taken]

    def points(self, values: Mapping[str, int]) -> list[int]:
        """The points in the tricks of each seat: `values` gives a rank's, what it leaves out counts 0."""
        worth = [(self.deck.rank(rank), value) for rank, value in values.items()]
        return [sum((taken & cards).bit_count() * value for cards, value in worth) for taken in self.taken]

    # What a player, a referee or a search does with it.

    @property
    def over(self) -> bool:
        """Whether the hand has ended."""
        return self.phase is None

    @property
    def undealt(self) -> CardSet:
        """The cards still in the pack."""
        return sum(1 << card for card in self.pack[self.stock :])

    def legal(self) -> int:
        """The legal actions, one bit each; 0 when the hand is over."""
        return self.phase.legal(self) if self.phase else 0

    def legal_tokens(self) -> list[str]:
        """The tokens of the legal actions, in the order of their numbers."""
        if self.phase is None:
            return []
        return self.phase.tokens(self, self.phase.legal(self))

    def apply(self, action: int) -> None:
        """Carry out a legal action (it is not checked: see `play`), and go on to what follows it."""
        phase = self.phase
        assert phase is not None
        self.actions.append(action)
        if phase.apply(self, action):
            self.phase = self.variant.after(self, phase)
            if self.phase is None:
                self.scores = tuple(self.variant.score(self))

    def play(self, token: str) -> None:
        """Carry out the action with this token.

        Raises IllegalAction, with the reason and the legal tokens, when it isn't allowed.
        """
        if self.phase is None:
            raise IllegalAction(f"{token!r} can't be played: the hand is over.")
        action = self.phase.action(self, token, self.phase.legal(self))
        if action < 0:
            why = self.phase.why_illegal(self, token)
            raise IllegalAction(f"{why} Legal: {' '.join(self.legal_tokens())}.")
        self.apply(action)

    def copy(self, *, log: bool = False) -> Self:
        """An independent copy; without its past events unless `log` is asked for."""
        twin = object.__new__(type(self))
        twin.variant = self.variant
        twin.deck = self.deck
        twin.seats = self.seats
        twin.pack = self.pack
        twin.dealer = self.dealer
        twin.number = self.number
        twin.opening = self.opening if log else 0
        twin.stock = self.stock
        twin.hands = self.hands.copy()
        twin.dealt = self.dealt.copy()
        twin.taken = self.taken.copy()
        twin.won = self.won.copy()
        twin.trump = self.trump
        twin.declarer = self.declarer
        twin.contract = self.contract
        twin.extra = self.extra.copy()
        twin.actions = self.actions.copy()
        twin.scores = self.scores
        twin.log = self.log.copy() if log else []
        twin.phase = self.phase.copy() if self.phase else None
        return twin
