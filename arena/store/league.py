"""What makes a league the one it is, as its database remembers it.

The runner builds a `League` from the league file and asks whether the stored one is the same; reports and verify
read it. Plain data: it knows no variant and no file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from arena.records import Limits, MatchSpec, Mode, OnFault

_FREE = frozenset({"versions", "nonce", "commitment", "format"})


@dataclass(frozen=True, slots=True)
class Entrant:
    """One bot of the league. `digest` names the exact content of its folder; `language` may be unknown."""

    name: str
    version: str = ""
    digest: str = ""
    language: str = ""


@dataclass(frozen=True, slots=True)
class League:
    """The league's terms: everything that a result depends on, apart from the bots.

    lowest_payoff: the least that a table can pay to a seat (the variant's lowest, or 0 for whole games); a bot
    that is out of a match is given it there. versions: of "arena", "variant" and "python" when the league was
    created; they are for information and make no league another one.
    """

    name: str
    variant: str
    seats: int
    seed: str
    mode: Mode
    options: Mapping[str, Any] = field(default_factory=dict)
    format: str = "round-robin"
    seating: str = "duplicate"
    limits: Limits = field(default_factory=Limits)
    lowest_payoff: float = 0.0
    versions: Mapping[str, str] = field(default_factory=dict)
    nonce: str = ""
    commitment: str = ""

    def differences(self, other: League) -> list[str]:
        """In what the terms of `other` differ from these, a clause each; empty if results may be mixed."""
        mine, theirs = _flat(self), _flat(other)
        return [
            f"{name} is {_shown(mine[name])} there, {_shown(theirs[name])} here"
            for name in mine
            if mine[name] != theirs[name]
        ]

    def misfits(self, spec: MatchSpec) -> list[str]:
        """In what a match was not played on this league's terms; empty if it was."""
        played = {
            "variant": spec.variant,
            "seats": spec.seats,
            "seed": spec.seed,
            "mode": spec.mode,
            "options": dict(spec.options),
            "limits": spec.limits,
        }
        mine = {name: getattr(self, name) for name in played} | {"options": dict(self.options)}
        return [
            f"{name} {_shown(played[name])} for {_shown(mine[name])}" for name in played if played[name] != mine[name]
        ]


def league_values(league: League) -> dict[str, Any]:
    """The league as plain data, a value for each of its fields."""
    return asdict(league)


def league_from(values: Mapping[str, Any]) -> League:
    """The league out of `league_values`. Raises KeyError, TypeError or ValueError for what is no league."""
    limits = dict(values["limits"])
    limits["on_fault"] = OnFault(limits["on_fault"])
    return League(**{**values, "mode": Mode(values["mode"]), "limits": Limits(**limits)})


def _flat(league: League) -> dict[str, Any]:
    terms = {name: value for name, value in asdict(league).items() if name not in _FREE}
    limits = terms.pop("limits")
    return terms | {f"limits {name}": value for name, value in limits.items()}


def _shown(value: object) -> str:
    return repr(str(value)) if isinstance(value, str) else str(value)
