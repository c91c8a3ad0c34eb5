"""Reports to be written: of few deals, of enough for charts, and one whose every text tries to break out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from arena.records import FaultKind
from arena.reports.league import league_report
from arena.store import Entrant, Store
from tests.store.made_up import ENTRANTS, LEAGUE, fault, match, rich_match, seat

HOSTILE = (
    "<script>alert(1)</script> `x` | \x1b[2J\x07\r\nHTTP \u202egnirts\u2066 \x9b31m "
    "\"q\" 'p' & *b* [l](http://x.example) =1"
)
TIMES = ((20, 5), (24, 3), (40, 1))


def short_report(folder: Path) -> dict[str, Any]:
    """Of six deals, with everything that a record can hold."""
    with Store.create(folder, LEAGUE, ENTRANTS, planned=12) as store:
        store.write(rich_match())
        store.write(match("m0.r1.b0", {n: (n % 3, 2, 3, 1 + n % 2) for n in range(6)}))
        return league_report(store)


def drawn_report(folder: Path) -> dict[str, Any]:
    """Of enough deals for charts, with swings, a fault at a table, and times."""
    turned = ("bob", "cat", "dan", "ann")
    with Store.create(folder, LEAGUE, ENTRANTS) as store:
        first = match("m0.r0.b0", {n: (n % 3, 2, 3, 1 + n % 2) for n in range(12)})
        table = first.tables[4]
        wrong = replace(table.hands[0], faults=(fault(number=4, table="m0.r0.d4"),))
        tables = (*first.tables[:4], replace(table, hands=(wrong,), stood_in=(1,)), *first.tables[5:])
        seats = tuple(replace(one, times=TIMES) for one in first.seats)
        store.write(replace(first, tables=tables, seats=seats))
        store.write(match("m0.r1.b0", {n: (2, n % 4, 1, 0) for n in range(12)}, bots=turned))
        return league_report(store)


def hostile_report(folder: Path) -> dict[str, Any]:
    """A report in which every text that anybody but us can choose tries to break out."""
    league = replace(LEAGUE, name=HOSTILE, seed=HOSTILE, options={HOSTILE: HOSTILE}, versions={"arena": HOSTILE})
    bots = tuple(f"{start}{HOSTILE}" for start in ("a", "b", "c", "=1+1"))
    turned = (*bots[1:], bots[0])
    with Store.create(folder, league, [Entrant(bot, HOSTILE, "", HOSTILE) for bot in bots]) as store:
        paid = {number: (1, 2, 3, 4 - number % 3) for number in range(12)}
        record = match("m0.r0.b0", paid, bots=bots, league=league, sandbox=HOSTILE)
        wrong = fault(kind=FaultKind.CRASH, detail=HOSTILE, table=HOSTILE, frames=(HOSTILE,), stderr=HOSTILE)
        seats = tuple(seat(bot, times=TIMES) for bot in bots)
        store.write(replace(record, faults=(replace(wrong, bot=bots[0]),), seats=seats))
        store.write(match("m0.r1.b0", paid, bots=turned, league=league, sandbox=HOSTILE))
        store.write(replace(match("m1.r0.b0", {}, bots=bots, league=league), void=HOSTILE))
        return league_report(store)
