"""Laws of who knows what: views follow from events, and nothing that a seat is sent tells it of hidden cards.

The law of secrets is the strictest: the cards that a seat has not seen change places behind its back, the same
actions are played, and everything that the seat is sent must stay the same to the byte.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from arena.cards import CardSet
from arena.hand import Hand
from arena.phases import ALL
from arena.testing.law import LawBroken, require
from arena.testing.trial import Dealt, Trial, is_card
from arena.tricks import Tricks
from arena.views import Views
from arena.wire.messages import Act, encode

EXCHANGES = 10
"""How often the hidden cards change places for one position."""

POSITIONS = 3
"""How many positions of a hand are looked at."""

SHOWN_BY = {"play": -1, "up": -1, "show": -1, "down": -1, "hand": -1, "pass": -1, "discard": -1}
"""The events that show cards, and where in them the cards stand."""


OPENLY = {"show", "up", "down"}
"""The events by which cards are shown to all, as the rules have it."""


def views(trial: Trial) -> None:
    """A seat's own events give it the view that the referee sends; what the view says of cards is so; all of it fits
    the wire."""
    variant, totals = trial.variant, trial.last.totals
    everyones = Views(variant, totals)
    own = [Views(variant, totals) for _ in range(variant.seats)]
    read = 0
    for hand in trial.last.steps():
        news, read = hand.log[read:], len(hand.log)
        everyones.fold(news)
        for seat, folded in enumerate(own):
            folded.fold([entry for entry in news if entry[0] in (ALL, seat)])
        where = f"hand {hand.number}, action {len(hand.actions)}"
        for _, event in news:
            require(_on_wire(event), f"{where}: the event {event} can't be sent: use texts, whole numbers and lists")
        if hand.phase is not None:
            seat = hand.phase.turn
            sent, folded_view = (v.view(seat, hand.phase.kind) for v in (everyones, own[seat]))
            require(_on_wire(sent), f"{where}: the view can't be sent: {sent}")
            _same_view(sent, folded_view, f"{where}: by its own events alone seat {seat} has another view")
            _true_view(hand, seat, sent, where)


def _same_view(one: Mapping[str, Any], other: Mapping[str, Any], what: str) -> None:
    for key, value in one.items():
        require(other.get(key) == value, f"{what} ({key}: {value}, {other.get(key)})")


def _true_view(hand: Hand, seat: int, view: Mapping[str, Any], where: str) -> None:
    """What a view says of cards, held against the hand."""
    held = hand.deck.tokens_of(hand.hands[seat])
    known = list(view["hand"])
    require(
        sorted(known) == sorted(held),
        f"{where}: seat {seat} holds {' '.join(held)}, and by its events {' '.join(known)}: "
        "cards must come by give(), hand_over() or pick_up()",
    )
    if isinstance(hand.phase, Tricks):
        table = [hand.deck.tokens[card] for card in hand.phase.cards]
        require([token for _, token in view["trick"]] == table, f"{where}: the trick is {table}, not {view['trick']}")
    for place, cards in view.get("shown", ()):
        if place == seat:
            continue  # What it has put aside since is its own secret, and it has its hand.
        there = all(hand.deck.faces[token] & hand.hands[place] for token in cards)
        require(there, f"{where}: seat {place} is said to hold {' '.join(cards)}, which it doesn't")


def _on_wire(value: Any) -> bool:
    """Whether the protocol can carry a value and brings it back the same."""
    if isinstance(value, dict):
        return all(isinstance(key, str) and _on_wire(item) for key, item in value.items())
    if isinstance(value, list | tuple):
        return all(map(_on_wire, value))
    return type(value) in (str, bool, float, type(None)) or (type(value) is int and abs(value) < 2**63)


# Secrets.


@dataclass(frozen=True, slots=True)
class Sent:
    """One thing that a seat was sent: an event, or a question with its view."""

    what: str
    content: Any
    data: bytes


def transcript(hands: Iterator[Hand], seat: int, totals: Sequence[int]) -> list[list[Sent]]:
    """All that a seat is sent, by the number of actions that came before."""
    sent: list[list[Sent]] = []
    views: Views | None = None
    read = 0
    for hand in hands:
        views = views or Views(hand.variant, totals)
        news = [entry for entry in hand.log[read:] if entry[0] in (ALL, seat)]
        read = len(hand.log)
        views.fold(news)
        now = [Sent("event", event, encode([Act(0, 0, [], 0, [event])])) for _, event in news]
        if hand.phase is not None and hand.phase.turn == seat:
            legal, view = hand.legal_tokens(), views.view(seat, hand.phase.kind)
            now.append(Sent("question", legal, encode([Act(0, 0, legal, 0, [])])))
            now += [
                Sent("view", {key: value}, encode([Act(0, 0, [], 0, [], {key: value})])) for key, value in view.items()
            ]
        sent.append(now)
    return sent


def seen_by(hand: Hand, seat: int) -> CardSet:
    """The cards that a seat has seen, those with the same faces included: its own, played, shown and turned up."""
    seen = 0
    for to, event in hand.log:
        if to in (ALL, seat) and event[0] in SHOWN_BY:
            shown = event[SHOWN_BY[event[0]]]
            for token in [shown] if isinstance(shown, str) else shown:
                seen |= hand.deck.faces[token]
    return seen


class Exchanged:
    """The same hand with some cards in each other's places: `steps` plays the same actions while the rules allow it."""

    def __init__(self, dealt: Dealt, places: Mapping[int, int]) -> None:
        self._dealt = dealt
        self._places = places

    def steps(self, until: int) -> Iterator[Hand]:
        """The hand before each action, and after `until` of them; shorter where the other cards forbid one."""
        dealt, places = self._dealt, self._places
        pack = [places.get(card, card) for card in dealt.pack]
        # The other hand comes last: what a variant keeps of a hand, though it should not, is then this one's.
        real = dealt.deal()
        hand = Hand(dealt.variant, pack=pack, dealer=dealt.dealer, number=dealt.number, carry=dealt.carry)
        for action in dealt.actions[:until]:
            if hand.phase is None or real.phase is None:
                return
            if (hand.phase.kind, hand.phase.turn) != (real.phase.kind, real.phase.turn):
                return
            moved = places.get(action, action) if is_card(real, action) else action
            if not hand.legal() >> moved & 1:
                return
            yield hand
            hand.apply(moved)
            real.apply(action)
        yield hand


def exchanges(trial: Trial, position: int, hidden: Sequence[int]) -> Iterator[Mapping[int, int]]:
    """Ways for the hidden cards to change places: all at once, and two by two, which seldom breaks a rule."""
    rng = trial.rng(f"exchange {position}")
    for number in range(EXCHANGES if len(hidden) > 1 else 0):
        if number % 3:
            one, other = rng.sample(hidden, 2)
            yield {one: other, other: one}
        else:
            yield dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))


def secrets(trial: Trial) -> None:
    """What a seat is sent does not change with the cards that it has not seen."""
    dealt = trial.last
    for position, seat in looked_at(trial):
        real = dealt.at(position)
        unseen = dealt.variant.deck.all & ~seen_by(real, seat)
        hidden = [card for card in range(dealt.variant.deck.size) if unseen >> card & 1]
        mine = transcript(dealt.up_to(position), seat, dealt.totals)
        for places in exchanges(trial, position, hidden):
            theirs = transcript(Exchanged(dealt, places).steps(position), seat, dealt.totals)
            if len(theirs) == len(mine):
                _compare(mine, theirs, seat, dealt.number)


def looked_at(trial: Trial) -> list[tuple[int, int]]:
    """Some positions of a hand, the first and the last question among them, each with the seat that is asked."""
    turns = [(position, hand.phase.turn) for position, hand in enumerate(trial.last.steps()) if hand.phase is not None]
    rng = trial.rng("positions")
    middle = rng.sample(turns[1:-1], min(POSITIONS, max(0, len(turns) - 2)))
    return sorted({turns[0], *middle, turns[-1]})


def _compare(mine: list[list[Sent]], theirs: list[list[Sent]], seat: int, number: int) -> None:
    for time, (ours, others) in enumerate(zip(mine, theirs, strict=True)):
        if [sent.data for sent in ours] == [sent.data for sent in others]:
            continue
        what, one, other = next(
            ((a.what, a.content, b.content) for a, b in zip(ours, others, strict=False) if a.data != b.data),
            ("events", [a.content for a in ours], [b.content for b in others]),
        )
        if what == "event" and one[0] == other[0] and one[0] in OPENLY:
            return  # The rules show these cards to all, and so tell which others can't be there.
        raise LawBroken(
            f"hand {number}: seat {seat} is told a secret after {time} actions. With cards that it has not seen in "
            f"other places it is sent the {what} {other}, not {one}: tell() only those who may know, let views "
            "follow from events, and show() what the rules show"
        )
