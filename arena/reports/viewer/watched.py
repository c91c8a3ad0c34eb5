"""A table's hands as the viewer gets them: plain data, step by step, with who was told what.

A step is one decision and all that it brought about. The viewer folds the events as a player's program does and knows
no rules: what only rules can say (what was legal, what a card counts, what the variant makes of an event) is worked
out here and sent along. Called by the writers of pages; nothing of it is stored.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from arena.errors import IllegalAction, StoreError
from arena.hand import Hand
from arena.phases import ALL, Told
from arena.records import Fault, MatchSpec, Mode, SeatRecord, TableRecord
from arena.replay import PlayedHand, replay_table
from arena.variant import Variant

ADDED = "="
"""The kind of an entry that says how a public event changed what the variant adds to views."""

SILENT = ("play", "trick")
"""Events that a variant is not asked about (`Variant.see`)."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What was asked, and where in the hand's log the answer begins. `legal` is None where any card held was legal."""

    seat: int
    legal: list[str] | None
    place: int


class Onlooker:
    """Notes every decision of a table while it is played again, and what cards count for who wins them."""

    def __init__(self) -> None:
        self.begin(None)

    def begin(self, hand: Hand | None) -> None:
        """Forget the hand before."""
        self.hand = hand
        self.decisions: list[Decision] = []
        self.worth: dict[str, int] = {}

    def __call__(self, hand: Hand) -> None:
        """Look at a hand whose turn's seat is about to act."""
        if hand is not self.hand:
            self.begin(hand)
        phase = hand.phase
        assert phase is not None
        legal = phase.legal(hand)
        free = phase.alphabet(hand) is hand.deck.tokens and legal in hand.hands
        self.decisions.append(Decision(phase.turn, None if free else phase.tokens(hand, legal), len(hand.log)))
        if phase.kind == "play" and not self.worth:
            self.worth = _worth(hand)


def _worth(hand: Hand) -> dict[str, int]:
    """What cards count for who wins them, by token, where the variant says it and they count at all."""
    reckoning = hand.variant.reckoning(hand)
    if reckoning is None:
        return {}
    return {token: worth for token, worth in zip(hand.deck.tokens, reckoning.points, strict=True) if worth}


def watched_table(variant: Variant, spec: MatchSpec, table: TableRecord, seats: Sequence[SeatRecord]) -> dict[str, Any]:
    """A table as data.

    Keys: `table` its name, `bots`, `time` (by seat: mean and slowest milliseconds of a decision, and how many there
    were in the whole match; decisions are not timed one by one), `payoffs`, `stood_in`, `forfeited`, `start` (the
    score sheet at the beginning, or null), `hands`. Raises StoreError for a table that the rules do not allow.
    """
    name = spec.table(table.number)
    try:
        hands = list(_hands(variant, spec, table))
    except IllegalAction as error:
        raise StoreError(f"table {name} can't be replayed: {error}; see arena verify") from error
    return {
        "table": name,
        "bots": list(spec.bots),
        "time": [_time(seat) for seat in seats],
        "payoffs": [_number(payoff) for payoff in table.payoffs],
        "stood_in": list(table.stood_in),
        "forfeited": list(table.forfeited),
        "start": variant.score_sheet([]),
        "hands": hands,
    }


def _hands(variant: Variant, spec: MatchSpec, table: TableRecord) -> Iterator[dict[str, Any]]:
    onlooker, scored, before = Onlooker(), [], variant.start_totals()
    actions = [hand.actions for hand in table.hands]
    single = spec.mode is Mode.DEALS
    played = replay_table(variant, spec.seed, table.number, actions, single=single, onlooker=onlooker)
    for hand, record in zip(played, table.hands, strict=True):
        if hand.complete:
            scored.append(hand.scores)
        yield {
            "n": hand.number,
            "dealer": hand.dealer,
            "before": before,
            "totals": list(hand.totals),
            "scores": list(hand.scores),
            "payoffs": [_number(payoff) for payoff in hand.payoffs],
            "whole": hand.complete,
            "dealt": [list(cards) for cards in hand.hands],
            "rest": list(hand.undealt),
            "worth": onlooker.worth,
            "sheet": variant.score_sheet(scored),
            "faults": [_fault(fault) for fault in record.faults],
            **_steps(hand, onlooker, variant),
        }
        before = list(hand.totals)
        onlooker.begin(None)


def _steps(played: PlayedHand, onlooker: Onlooker, variant: Variant) -> dict[str, Any]:
    """`deal`: what was told before the first decision; `steps`: the decisions.

    A step is [seat asked, kind, token, legal, told, entry, ...]. legal is 0 where any card of the hand was. told is 1
    where the decision itself was told to all as [kind, seat, token], which is then left out of the entries, and 0 where
    what it was told as is among them.
    """
    hand = onlooker.hand
    if hand is None:
        # Nobody has been asked: of such a hand the cards are all there is.
        return {"deal": [[seat, ["hand", cards]] for seat, cards in enumerate(played.hands) if cards], "steps": []}
    told = list(_with_additions(hand.log[hand.opening :], variant))
    ends = [decision.place - hand.opening for decision in onlooker.decisions]
    deal, *parts = (
        [entry for entries in told[begin:end] for entry in entries] for begin, end in pairwise([0, *ends, len(told)])
    )
    steps = []
    for decision, (seat, kind, token), entries in zip(onlooker.decisions, played.actions, parts, strict=True):
        plain = entries[:1] == [[ALL, [kind, seat, token]]]
        steps.append([seat, kind, token, decision.legal or 0, int(plain), *entries[plain:]])
    return {"deal": deal, "steps": steps}


def entries_of(step: Sequence[Any]) -> list[list[Any]]:
    """All that a step brought about, each entry with its audience, the decision's own event among them."""
    asked, kind, token, _, told, *entries = step
    return [[ALL, [kind, asked, token]], *entries] if told else entries


def heard(entries: Sequence[Sequence[Any]], seat: int | None) -> bool:
    """Whether a seat (None: who sees all) was told any of these entries."""
    return seat is None or any(audience in (ALL, seat) for audience, _ in entries)


def _with_additions(log: Sequence[Told], variant: Variant) -> Iterator[list[list[Any]]]:
    """The log's entries, each with what it changed in the variant's additions, as far as everybody may know."""
    added = variant.opening_view()
    first = [[ALL, [ADDED, dict(added)]]] if added else []
    for seat, event in log:
        entries = [[seat, list(event)]]
        if seat == ALL and event[0] not in SILENT:
            before = dict(added)
            variant.see(added, event)
            changed = {key: value for key, value in added.items() if key not in before or before[key] != value}
            if changed:
                entries.append([ALL, [ADDED, changed]])
        yield [*entries, *first]
        first = []


def _time(seat: SeatRecord) -> list[float]:
    mean_ms = 1000 * seat.think_s / seat.decisions if seat.decisions else 0
    return [round(mean_ms, 2), round(1000 * seat.slowest_s, 1), seat.decisions]


def _fault(fault: Fault) -> dict[str, Any]:
    return {
        "seat": fault.seat,
        "trick": fault.trick,
        "kind": str(fault.kind),
        "detail": fault.detail,
        "used_ms": fault.used_ms,
        "allowed_ms": fault.allowed_ms,
    }


def _number(value: float) -> float:
    return int(value) if float(value).is_integer() else value
