"""The hands that are worth a look, as a list that the page's script can filter, each with links to the viewer.

Without the script the list is that of the widest swings; with it, all that the report has are data of the page.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from arena.reports import wording
from arena.reports.notable import widest_by_deal
from arena.reports.page.markup import Part, cell, minus, note, part, shown, table
from arena.reports.viewer import address

LISTED = 20
"""How many swings are listed, unless the reader asks for more."""

KINDS = {"play": "", "tie": "tie broken", "fault": "fault at a table"}


def hands(report: Mapping[str, Any]) -> Part | None:
    """The list, and the data that the filter works on."""
    found = report["notable"]
    if not found["swings"] and not found["faults"]:
        return None
    unit = report["league"]["unit"]
    # The script lists the same as long as nothing is chosen.
    columns = [unit, "seat", "swing", "paid more", "", "paid less", "", "what"]
    rows = map(_row, widest_by_deal(report, LISTED))
    body = table("Hands that mattered", columns, rows, left=range(3, 8), body_id="hands-list")
    return part(
        "hands", "Hands that mattered", note(_told(report)), '<div id="hands-filter"></div>', body, _data(report)
    )


def link(name: str, text: str, *, hand: int = 1) -> str:
    """A link to a table in the viewer."""
    return f'<a href="{shown(address(name, hand))}">{shown(text)}</a>'


def _told(report: Mapping[str, Any]) -> str:
    if report["league"]["seating"] == "single":
        return "The tables where one bot was paid most more than another. Each leads to the hand, card by card."
    return (
        "The same seat with the same cards in two hands: where one bot was paid most more than another. Each leads to "
        "the hand, card by card. A tie was broken where the two were level at one of the tables only."
    )


def _row(swing: Mapping[str, Any]) -> list[str]:
    return [
        cell(str(swing["deal"])),
        cell(str(swing["seat"])),
        cell(minus(wording.number(swing["swing"], 2).removesuffix(".00"))),
        *_holder(swing["more"]),
        *_holder(swing["less"]),
        cell(KINDS[swing["kind"]], "words"),
    ]


def _holder(holder: Mapping[str, Any]) -> list[str]:
    paid = minus(wording.signed(holder["payoff"]).removesuffix(".00"))
    return [cell(link(holder["table"], holder["bot"]), "words"), cell(paid, "paid")]


def _data(report: Mapping[str, Any]) -> str:
    """Everything that is notable, bots by number, for the script.

    swings: [deal, seat, kind, swing, bot, table, payoff, bot, table, payoff]; faults: [bot, kind, table, hand, trick,
    seat, detail].
    """
    bots = [entrant["name"] for entrant in report["entrants"]]
    place = {bot: number for number, bot in enumerate(bots)}

    def holder(found: Mapping[str, Any]) -> Sequence[object]:
        return place[found["bot"]], found["table"], found["payoff"]

    swings = [
        [one["deal"], one["seat"], one["kind"], one["swing"], *holder(one["more"]), *holder(one["less"])]
        for one in report["notable"]["swings"]
    ]
    keys = ("kind", "table", "hand", "trick", "seat")
    faults = [
        [place[fault["bot"]], *(fault[key] for key in keys), wording.plain(fault["detail"])]
        for fault in report["notable"]["faults"]
    ]
    data = {
        "bots": list(map(wording.plain, bots)),
        "seats": report["league"]["seats"],
        "kinds": KINDS,
        "viewer": address("TABLE", 1, 0).partition("#")[0],
        "listed": LISTED,
        "swings": swings,
        "faults": faults,
    }
    text = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script type="application/json" id="hands-data">{text}</script>'
