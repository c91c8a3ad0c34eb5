"""Laws of symmetry: a game does not depend on the chair where it begins, nor on the names of suits that are alike.

The hands of a trial are played again with the dealer one seat on, or with suits exchanged, and every question, event,
view and score is compared. Numbers in a variant's own events may be seats or not: they may turn or stay.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from arena.hand import Hand
from arena.phases import ALL
from arena.testing.law import require
from arena.testing.trial import Dealt, Trial, is_card
from arena.views import Views

ADVICE = "seat numbers must only be used relative to the dealer or to each other"


def rotation(trial: Trial) -> None:
    """The same packs dealt by the next seat give the same game, one seat further."""
    variant = trial.variant
    seats = variant.seats
    dealer, carry = (trial.hands[0].dealer + 1) % seats, dict(trial.hands[0].carry)
    for dealt in trial.hands:
        turned = Hand(variant, pack=dealt.pack, dealer=dealer, number=dealt.number, carry=carry)
        real = _play_turned(dealt, turned)
        where = f"hand {dealt.number} with dealer {dealt.dealer}, and turned by one seat"
        require(
            list(turned.scores) == _turned_list(real.scores),
            f"{where}: scores {list(real.scores)} become {list(turned.scores)}: {ADVICE}",
        )
        pays, after = list(variant.payoffs(real.scores)), list(variant.payoffs(turned.scores))
        require(after == _turned_list(pays), f"{where}: payoffs {pays} become {after}: {ADVICE}")
        dealer, carry = variant.next_dealer(turned), variant.carry(turned)
        next_one = variant.next_dealer(real)
        require(dealer == (next_one + 1) % seats, f"{where}: the next dealers are {next_one} and {dealer}: {ADVICE}")


def _play_turned(dealt: Dealt, turned: Hand) -> Hand:
    variant = dealt.variant
    seats = variant.seats
    views, others = Views(variant, dealt.totals), Views(variant, _turned_list(dealt.totals))
    read = 0
    for time, real in enumerate(dealt.steps()):
        where = f"hand {dealt.number}, action {time}, turned by one seat"
        require(
            turned.hands == _turned_list(real.hands),
            f"{where}: the hands are not the same ones, one seat on: deal with hand.around(hand.left_of(hand.dealer))",
        )
        _same_events(real, turned, read, where)
        views.fold(real.log, read)
        others.fold(turned.log, read)
        read = len(real.log)
        if real.phase is None:
            require(turned.phase is None, f"{where}: the turned hand is not over: {ADVICE}")
            return real
        require(turned.phase is not None, f"{where}: the turned hand is over: {ADVICE}")
        assert turned.phase is not None
        asked, other = real.phase.turn, turned.phase.turn
        require(other == (asked + 1) % seats, f"{where}: seats {asked} and {other} are asked: {ADVICE}")
        require(
            real.legal_tokens() == turned.legal_tokens(),
            f"{where}: {' '.join(real.legal_tokens())} becomes {' '.join(turned.legal_tokens())}: {ADVICE}",
        )
        one, two = views.view(asked, real.phase.kind), others.view(other, turned.phase.kind)
        _same_views(one, two, seats, where)
        if time < len(dealt.actions):
            turned.apply(dealt.actions[time])
    raise AssertionError("a recorded hand comes to its end")


def _same_events(real: Hand, turned: Hand, read: int, where: str) -> None:
    seats = real.seats
    here, there = real.log[read:], turned.log[read:]
    require(len(here) == len(there), f"{where}: {len(here)} events become {len(there)}: {ADVICE}")
    # Cards that are given at one time come in the order of the seats.
    for to, event in here:
        wanted = to if to == ALL else (to + 1) % seats
        found = any(other == wanted and _turns_into(event, news, seats) for other, news in there)
        require(found, f"{where}: the event {event} for seat {to} does not turn with the seats: {ADVICE}")


def _same_views(one: Mapping[str, Any], two: Mapping[str, Any], seats: int, where: str) -> None:
    for key, value in one.items():
        require(
            key in two and _turns_into(value, two[key], seats),
            f"{where}: {key!r} of the view, {value}, becomes {two.get(key)}: {ADVICE}",
        )


def _turns_into(one: Any, other: Any, seats: int) -> bool:
    """Whether `other` can be `one` with the seats turned: a number turns or stays, a list may stand by seat."""
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        if len(one) != len(other):
            return False
        by_seat = len(one) == seats and list(other) == _turned_list(one)
        each = all(_turns_into(mine, its, seats) for mine, its in zip(one, other, strict=True))
        return by_seat or each or all(any(_turns_into(mine, its, seats) for its in other) for mine in one)
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_turns_into(one[key], other[key], seats) for key in one)
    if type(one) is int and type(other) is int:
        return other == one or (0 <= one < seats and other == (one + 1) % seats)
    return bool(one == other)


def _turned_list(values: Sequence[Any]) -> list[Any]:
    """Values by seat, each given to the next seat."""
    return [values[-1], *values[:-1]]


def relabel(trial: Trial) -> None:
    """Two suits that the variant calls alike, exchanged in the pack and in every action, change nothing else."""
    for group in trial.variant.like_suits:
        for one, other in pairwise(group):
            _play_relabelled(trial, {one: other, other: one})


def _play_relabelled(trial: Trial, suits: Mapping[str, str]) -> None:
    variant, names = trial.variant, "".join(suits)
    deck = variant.deck
    cards = {card: _renamed_card(deck.tokens, card, suits) for card in range(deck.size)}
    carry = dict(trial.hands[0].carry)
    for dealt in trial.hands:
        pack = [cards[card] for card in dealt.pack]
        other = Hand(variant, pack=pack, dealer=dealt.dealer, number=dealt.number, carry=carry)
        real = other
        for time, real in enumerate(dealt.steps()):
            where = f"hand {dealt.number}, action {time}, with the suits {names} exchanged"
            legal = sorted(renamed(real.legal_tokens(), suits))
            require(
                sorted(other.legal_tokens()) == legal,
                f"{where}: legal are {' '.join(sorted(other.legal_tokens()))}, and not {' '.join(legal)}",
            )
            if time < len(dealt.actions):
                phase, action = real.phase, dealt.actions[time]
                assert phase is not None and other.phase is not None
                if is_card(real, action):
                    other.apply(cards[action])
                else:
                    token = renamed(phase.alphabet(real)[action], suits)
                    other.apply(list(other.phase.alphabet(other)).index(token))
        wanted = [_sorted(renamed(event, suits)) for _, event in real.log]
        for event, (_, news) in zip(wanted, other.log, strict=True):
            require(_sorted(news) == event, f"hand {dealt.number} with {names} exchanged tells {news}, not {event}")
        require(
            other.scores == real.scores,
            f"hand {dealt.number} with the suits {names} exchanged scores {other.scores}, not {real.scores}",
        )
        carry = variant.carry(other)


def _renamed_card(tokens: Sequence[str], card: int, suits: Mapping[str, str]) -> int:
    """The card with the other suit; of equal faces the one in the same place."""
    token = tokens[card]
    name = renamed(token, suits)
    return tokens.index(name) + card - tokens.index(token)


def renamed(value: Any, suits: Mapping[str, str]) -> Any:
    """A token, or anything made of tokens, with the suits exchanged: a suit's letter, a face, `10S`, `3-QS`."""
    if isinstance(value, str):
        before, last = value[:-1], value[-1:]
        return before + suits[last] if last in suits and (len(before) < 2 or before[0].isdigit()) else value
    if isinstance(value, list | tuple):
        return type(value)(renamed(item, suits) for item in value)
    return value


def _sorted(event: Any) -> Any:
    """An event with its lists of tokens in alphabetical order: the pack's own order is not the suits'."""
    if isinstance(event, list) and all(isinstance(part, str) for part in event):
        return sorted(event)
    return [_sorted(part) for part in event] if isinstance(event, list | tuple) else event
