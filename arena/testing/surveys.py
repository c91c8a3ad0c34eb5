"""Surveys: what random play has not reached, numbers that look wrong, and words that a player may miss.

They look at all trials of a run and give advice; none of it fails a variant.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import fmean

from arena.hand import Hand
from arena.testing.knowledge_laws import looked_at
from arena.testing.settings import changed
from arena.testing.trial import Trial, asks_for_card, told
from arena.testing.world_laws import TRIES
from arena.tricks import Tricks
from arena.views import Views
from arena.worlds import Worlds

KNOWN_EVENTS = {
    *("deal", "carry", "hand", "play", "trick", "trump", "bid", "pass", "discard", "picked", "up", "show", "down"),
    *("scores", "redeal"),
}
"""The events that the protocol describes; a variant's own must be told in its rules."""

KNOWN_KEYS = {"phase", "hand", "trick", "leader", "trump", "won", "scores", "bids", "up", "shown"}
"""The same for the keys of a view."""

MOST_NAMED = 12
"""How many things one advice names."""

USUAL_REJECTED = 0.5
"""The part of rejected arrangements from which a count of worlds is called a bound."""

WORLDS = 12
DRAWS = 10


def coverage(trials: Sequence[Trial]) -> Iterator[str]:
    """Obligations that never narrowed a choice, tokens that were never legal, reasons that say nothing."""
    obligations: dict[str, bool] = {}
    tokens: dict[str, dict[str, bool]] = {}
    for trial in trials:
        for hand in trial.last.steps():
            if hand.phase is not None and asks_for_card(hand):
                _note_obligations(hand, obligations)
            elif hand.phase is not None:
                seen = tokens.setdefault(hand.phase.kind, {})
                seen.update(dict.fromkeys(set(hand.phase.alphabet(hand)) - set(seen), False))
                seen.update(dict.fromkeys(hand.legal_tokens(), True))
    hands = f"in {len(trials)} hands of random play"
    for text, narrowed in obligations.items():
        if not narrowed:
            yield f'the obligation "{text}" never ruled a card out {hands}'
    for kind, seen in tokens.items():
        if never := sorted(token for token, legal in seen.items() if not legal):
            yield f"never legal in the phase {kind!r} {hands}: {_few(never)}"


def _note_obligations(hand: Hand, obligations: dict[str, bool]) -> None:
    phase = hand.phase
    if not isinstance(phase, Tricks):
        return
    for step in (*phase.leading, *phase.following):
        obligations.setdefault(step.text, False)
    cards = hand.hands[phase.place]
    for step in phase.obligations():
        narrowed = step.narrow(phase, hand, cards)
        if narrowed and narrowed != cards:
            obligations[step.text] = True
            cards = narrowed


def silence(trials: Sequence[Trial]) -> Iterator[str]:
    """Illegal tokens that are refused with the reason of a phase that knows none."""
    silent: Counter[str] = Counter()
    for trial in trials:
        for position, _ in looked_at(trial):
            hand = trial.last.at(position)
            phase = hand.phase
            assert phase is not None
            for token in sorted(set(phase.alphabet(hand)) - set(hand.legal_tokens()))[:8]:
                silent[phase.kind] += phase.why_illegal(hand, token) == f"{token!r} is not allowed now."
    for kind, count in silent.items():
        if count:
            yield f"why_illegal() of the phase {kind!r} says only that a token is not allowed: name the rule"


def balance(trials: Sequence[Trial]) -> Iterator[str]:
    """A `payoff_sum` that is not what single hands pay."""
    by_setting: dict[float, list[float]] = {}
    for trial in trials:
        # Only single deals are valued by it, and those are first hands.
        paid = float(sum(trial.variant.payoffs(trial.hands[0].scores)))
        by_setting.setdefault(float(trial.variant.payoff_sum), []).append(paid)
    for said, sums in by_setting.items():
        if not min(sums) <= said <= max(sums):
            yield (
                f"payoff_sum is {said:g}, and {len(sums)} hands paid {min(sums):g} to {max(sums):g} to all seats "
                f"together, {fmean(sums):g} on average: a forfeited table would be valued wrongly"
            )


def exactness(trials: Sequence[Trial]) -> Iterator[str]:
    """How many arrangements of the unseen cards are rejected: where many are, `Worlds.count` is only a bound."""
    tried = drawn = 0
    worst = (0.0, "")
    for trial in trials[:WORLDS]:
        for position, seat in looked_at(trial)[:3]:
            real = trial.last.at(position)
            worlds = Worlds(trial.variant, seat, told(real.log, seat))
            for _ in range(DRAWS):
                worlds.draw(trial.rng(f"exactness {drawn}"), most_tries=TRIES)
                drawn += 1
            tried += worlds.tries
            rejected = 1 - DRAWS / worlds.tries
            worst = max(worst, (rejected, f"hand {real.number}, action {position} of seed {trial.seed}"))
    if tried and worst[0] > USUAL_REJECTED:
        yield (
            f"{1 - drawn / tried:.0%} of the arrangements of unseen cards were rejected, at most {worst[0]:.0%} "
            f"({worst[1]}): Worlds.count is a bound there, and draws take longer"
        )


def options(trials: Sequence[Trial]) -> Iterator[str]:
    """Options with a value that has changed nothing."""
    default = {(trial.variant.seats, trial.seed): _course(trial) for trial in trials if not changed(trial.variant)}
    tried: dict[str, list[str]] = {}
    moved: set[str] = set()
    for trial in trials:
        for name, value in changed(trial.variant).items():
            there = default.get((trial.variant.seats, trial.seed))
            if there is not None:
                tried.setdefault(name, []).append(repr(value))
                moved |= {name} if there != _course(trial) else set()
    for name, values in tried.items():
        if name not in moved:
            at = ", ".join(dict.fromkeys(values))
            yield f"the option {name} (at {at}) changed nothing in {len(values)} hands: not play, score, nor winner"


def _course(trial: Trial) -> object:
    """What a trial's hands were like, and what its scores would bring when they had been made again and again."""
    variant, hand = trial.variant, trial.last.at(len(trial.last.actions))
    hands = [(list(dealt.deal().log), dealt.actions, dealt.scores, dealt.totals) for dealt in trial.hands]
    totals, ends = variant.start_totals(), []
    for number in range(1, 61):
        totals = [total + change for total, change in zip(totals, trial.last.scores, strict=True)]
        hand.number = number
        ends.append(variant.winners_after(hand, totals))
        if ends[-1] is not None:
            break
    return hands, variant.payoffs(trial.last.scores), ends


def rules(trials: Sequence[Trial]) -> Iterator[str]:
    """Rules, readings, events, phases and view keys that the variant's text leaves out."""
    kind = type(trials[0].variant)
    text = kind.rules_text()
    if len(kind.rules.split()) < 40:
        yield "the rules text is short: a player must be able to learn the game from it"
    if not kind.readings:
        yield "no readings: say how the rules are read where sources differ or are silent"
    events: set[str] = set()
    phases: set[str] = set()
    keys: set[str] = set()
    words: set[str] = set()
    for trial in trials:
        for hand in trial.last.steps():
            if hand.phase is None:
                events |= {event[0] for _, event in hand.log}
                views = Views(trial.variant, trial.last.totals)
                views.fold(hand.log)
                keys |= set(views.view(0, ""))
            elif not asks_for_card(hand):
                phases.add(hand.phase.kind)
                words |= {token for token in hand.phase.alphabet(hand) if re.fullmatch(r"[a-z-]{3,}", token)}
    missing = {
        "events": events - KNOWN_EVENTS - phases,
        "kinds of choice": phases,
        "tokens": words,
        "view keys": keys - KNOWN_KEYS,
    }
    for what, names in missing.items():
        if unnamed := sorted(name for name in names if not re.search(rf"\b{re.escape(name)}\b", text)):
            yield f"the rules text names none of these {what}: {_few(unnamed)}"


def _few(names: Sequence[str]) -> str:
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return " ".join(names[:MOST_NAMED]) + more
