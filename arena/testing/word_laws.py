"""Laws of words: what a variant declares of itself is sound, and an illegal token is refused with a reason."""

from __future__ import annotations

import importlib
from typing import Any

from arena.errors import IllegalAction
from arena.hand import Hand
from arena.phases import Phase
from arena.testing.knowledge_laws import looked_at
from arena.testing.law import LawBroken, require
from arena.testing.trial import Trial

REFUSED = 6
"""How many illegal tokens are tried in one position."""


def declares(trial: Trial) -> None:
    """Teams divide the seats, suits alike are suits, and a bot's process can import the class by its name."""
    variant, kind = trial.variant, type(trial.variant)
    seats = sorted(seat for team in variant.teams for seat in team)
    require(seats == list(range(variant.seats)), f"teams {variant.teams} don't hold each of {variant.seats} seats once")
    for group in variant.like_suits:
        known = set(group) <= set(variant.deck.suits) and len(set(group)) == len(group) > 1
        require(known, f"like_suits: {group!r} is no group of different suits out of {variant.deck.suits!r}")
    require(variant.name and variant.summary, f"{kind.__name__} needs a name and a summary")
    for row in kind.describe_options():
        require(str(row.get("meaning", "")).strip(), f"option {row['name']!r} has no meaning: write it with option()")
    found: Any = importlib.import_module(kind.__module__)
    for part in kind.__qualname__.split("."):
        found = getattr(found, part, None)
    require(
        found is kind,
        f"{kind.__module__}:{kind.__qualname__} does not lead to the variant's class, so bots can't import the rules: "
        "define it at the top of its module",
    )


def reasons(trial: Trial) -> None:
    """An illegal token is refused with a reason that fits: never an error, and never that the token is legal."""
    rng = trial.rng("reasons")
    for position, _ in looked_at(trial):
        hand = trial.last.at(position)
        phase = hand.phase
        assert phase is not None
        illegal = sorted(set(phase.alphabet(hand)) - set(hand.legal_tokens()))
        for token in [*rng.sample(illegal, min(REFUSED, len(illegal))), "nonsense"]:
            where = f"hand {hand.number}, action {position}, phase {phase.kind!r}"
            reason = _reason(hand, phase, token, where)
            fits = reason.strip() and not reason.startswith(f"{token} is legal")
            require(
                fits,
                f"{where}: {token!r} is not legal, and why_illegal() says {reason!r}: "
                "make the rule an obligation, or write why_illegal() for the phase",
            )
            with_reason = _refusal(hand, token, where)
            require("Legal: " in with_reason, f"{where}: playing {token!r} is refused without the legal tokens")


def _reason(hand: Hand, phase: Phase, token: str, where: str) -> str:
    try:
        reason: Any = phase.why_illegal(hand, token)
    except Exception as error:
        raise LawBroken(f"{where}: why_illegal({token!r}) raises {type(error).__name__}: {error}") from error
    require(isinstance(reason, str), f"{where}: why_illegal({token!r}) gives {reason!r}, which is no text")
    return str(reason)


def _refusal(hand: Hand, token: str, where: str) -> str:
    try:
        hand.copy().play(token)
    except IllegalAction as refusal:
        return str(refusal)
    raise LawBroken(f"{where}: {token!r} is not among the legal tokens, and can be played")
