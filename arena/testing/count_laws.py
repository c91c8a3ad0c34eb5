"""Laws of what is counted: every card is in one place, scores and payoffs have their shape and keep their bounds."""

from __future__ import annotations

import math
from collections.abc import Sequence

from arena.cards import CardSet, bits
from arena.hand import Hand
from arena.phases import Event, Phase
from arena.picking import Pick
from arena.testing.law import require
from arena.testing.trial import Trial, asks_for_card, is_card
from arena.tricks import Tricks


def cards(trial: Trial) -> None:
    """No card is in two places; none appears from nowhere, none vanishes; who plays to a trick holds as many cards."""
    before: Hand | None = None
    sizes: dict[int, int] = {}
    read = 0
    for hand in trial.last.steps():
        _in_one_place(hand)
        if before is not None:
            _moved_by_rule(before, hand, [event for _, event in hand.log[read:]])
        phase = hand.phase
        if isinstance(phase, Tricks) and asks_for_card(hand):
            if not phase.cards:
                sizes = {}
            sizes[phase.place] = hand.hands[phase.place].bit_count()
            require(
                len(set(sizes.values())) == 1,
                f"{_where(hand)}: seats play to one trick from hands of different sizes {sizes} (seat: cards)",
            )
        before, read = hand.copy(), len(hand.log)


def _in_one_place(hand: Hand) -> None:
    places = [(f"the hand of seat {seat}", held) for seat, held in enumerate(hand.hands)]
    places += [(f"the tricks of seat {seat}", held) for seat, held in enumerate(hand.taken)]
    places += [("the pack", hand.undealt), ("the trick on the table", _on_table(hand.phase))]
    seen: dict[int, str] = {}
    for name, held in places:
        for card in bits(held):
            require(card not in seen, f"{_where(hand)}: {_name(hand, card)} is in {seen.get(card)} and in {name}")
            seen[card] = name


def _moved_by_rule(before: Hand, after: Hand, news: Sequence[Event]) -> None:
    """What the last action has moved: out of hands to the table, into hands from the pack or the table."""
    given = sum(1 << card for card in after.pack[before.stock : after.stock])
    was, now = _union(before.hands), _union(after.hands)
    open_cards = before.deck.all & ~(was | _union(before.taken) | before.undealt)
    new = now & ~was & ~given & ~open_cards
    where = _where(after)
    require(not new, f"{where}: {_names(after, new)} came into a hand, and not from the pack or the table")
    lost = was & ~now & ~_union(after.taken)
    put = 1 << after.actions[-1] if is_card(before, after.actions[-1]) else 0
    put |= _union([before.deck.faces[token] for event in news if event[0] == "down" for token in event[2]])
    lost &= ~put
    require(not lost, f"{where}: {_names(after, lost)} went out of a hand, and nobody played or put them aside")


def _on_table(phase: Phase | None) -> CardSet:
    if isinstance(phase, Tricks):
        return phase.pile
    return _union(list(phase.picked.values())) if isinstance(phase, Pick) else 0


def scores(trial: Trial) -> None:
    """A hand scores a whole number for each seat, in this order."""
    variant = trial.variant
    for dealt in trial.hands:
        if trial.error is not None and not dealt.scores:
            continue  # It broke off before its score.
        count = len(dealt.scores)
        require(count == variant.seats, f"hand {dealt.number}: score() gives {count} numbers for {variant.seats} seats")
        for score in dealt.scores:
            require(type(score) is int, f"hand {dealt.number}: score() gives {score!r}, which is no whole number")
    totals = variant.start_totals()
    right = len(totals) == variant.seats and all(type(total) is int for total in totals)
    require(right, f"start_totals() gives {totals!r} for {variant.seats} seats")
    require(variant.start_totals() is not totals, "start_totals() gives the same list twice: games would share it")


def payoffs(trial: Trial) -> None:
    """A hand pays each seat a number, a team's seats the same, and never less than `lowest_payoff`."""
    variant = trial.variant
    for dealt in trial.hands:
        pays = list(variant.payoffs(dealt.scores))
        what = f"hand {dealt.number} with scores {dealt.scores} pays {pays}"
        require(len(pays) == variant.seats, f"{what}, for {variant.seats} seats")
        require(all(math.isfinite(pay) for pay in pays), what)
        least = variant.lowest_payoff
        # It values forfeited tables of a single deal, which is a first hand.
        require(dealt.number > 1 or min(pays) >= least, f"{what}, less than lowest_payoff, {least}")
        for team in variant.teams:
            require(len({pays[seat] for seat in team}) == 1, f"{what}: unlike in the team {team}")


def _union(sets: Sequence[CardSet]) -> CardSet:
    union = 0
    for held in sets:
        union |= held
    return union


def _name(hand: Hand, card: int) -> str:
    return hand.deck.tokens[card]


def _names(hand: Hand, held: CardSet) -> str:
    return " ".join(hand.deck.tokens_of(held))


def _where(hand: Hand) -> str:
    return f"hand {hand.number}, action {len(hand.actions)}"
