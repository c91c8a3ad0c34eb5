"""Leagues and matches that nobody played, for tests of what is kept and counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from arena.records import (
    Fault,
    FaultKind,
    HandRecord,
    MatchRecord,
    MatchSpec,
    Mode,
    SeatRecord,
    TableRecord,
)
from arena.store import Entrant, League

BOTS = ("ann", "bob", "cat", "dan")
LEAGUE = League(
    name="club",
    variant="trollin",
    seats=4,
    seed="spring",
    mode=Mode.DEALS,
    options={"target": 23},
    versions={"arena": "0.1.0", "variant": "1", "python": "3.11.7"},
)
ENTRANTS = tuple(Entrant(name, "1.0", f"digest of {name}", "python") for name in BOTS)


def spec(name: str, numbers: Sequence[int], bots: Sequence[str] = BOTS, league: League = LEAGUE) -> MatchSpec:
    return MatchSpec(
        name, league.variant, league.options, league.seed, league.mode, tuple(bots), tuple(numbers), league.limits
    )


def seat(bot: str, **changes: object) -> SeatRecord:
    usual = SeatRecord(bot, 9, 0.5, 0.25, 20.0, 0.125, 1, 0, 0, False, "")
    return replace(usual, **changes)  # type: ignore[arg-type]


def table(number: int, payoffs: Sequence[float], **changes: object) -> TableRecord:
    """One deal that paid this, in a hand with actions of no meaning."""
    scores = tuple(int(payoff) for payoff in payoffs)
    hand = HandRecord(number, 1, bytes(range(9)), scores, scores, tuple(payoffs))
    return replace(TableRecord(number, (hand,), tuple(payoffs)), **changes)  # type: ignore[arg-type]


def match(
    name: str,
    payoffs: Mapping[int, Sequence[float]],
    bots: Sequence[str] = BOTS,
    *,
    league: League = LEAGUE,
    out: Sequence[str] = (),
    sandbox: str = "bwrap",
) -> MatchRecord:
    """A match of single deals: by number what each paid, by seat."""
    return MatchRecord(
        spec=spec(name, tuple(payoffs), bots, league),
        tables=tuple(table(number, paid) for number, paid in payoffs.items()),
        seats=tuple(seat(bot, out=bot in out) for bot in bots),
        sandbox=sandbox,
        wall_s=1.5,
    )


def fault(bot: str = "bob", number: int | None = 0, **changes: object) -> Fault:
    usual = Fault(
        FaultKind.ILLEGAL,
        BOTS.index(bot),
        bot,
        'answered "2S": a card of the suit led must be played.',
        table="m0.r0.d0" if number is not None else "",
        hand=1 if number is not None else 0,
        trick=3,
        used_ms=12,
        allowed_ms=1000,
        frames=("> act", "< move 2S"),
        stderr="thinking...\n",
    )
    return replace(usual, **changes)  # type: ignore[arg-type]


def rich_match() -> MatchRecord:
    """A match with everything that a record can hold."""
    scores = (2, 0, 4, 2)
    first = HandRecord(0, 1, b"\x00\xff\x07", scores, scores, (2.0, 0.0, 4.0, 2.0), True, (fault(), fault(trick=5)))
    second = HandRecord(0, 2, b"", (0, 0, 0, 0), scores, (0.0, 0.0, 0.0, 0.0), False, (fault(hand=2),))
    return MatchRecord(
        spec=spec("m0.r0.b0", (0, 1, 5)),
        tables=(
            TableRecord(0, (first, second), (0.25, 1 / 3, -1.5, 1e-9), stood_in=(1, 3), forfeited=(1,)),
            table(1, (1, 2, 3, 4)),
            table(5, (0, 0, 0, 0)),
        ),
        seats=tuple(seat(bot, decisions=n, log=f"log of {bot}\n") for n, bot in enumerate(BOTS)),
        sandbox="bwrap",
        wall_s=1.25,
        late_s=0.5,
        faults=(fault("cat", None, kind=FaultKind.CRASH),),
    )
