"""Who did how well against whom: the crosstable, shaded by the lead, the number of tables below each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arena.reports import wording
from arena.reports.page.markup import Part, cell, head, minus, note, part, shown, table

SHADES = 5
MOST_BOTS = 60
"""How many bots, from the first on, the page's crosstable shows; report.json has all."""


def meetings(report: Mapping[str, Any]) -> Part | None:
    """The crosstable, its columns numbered as its rows are."""
    bots = report["crosstable"]["bots"][:MOST_BOTS]
    cells = [row[: len(bots)] for row in report["crosstable"]["cells"][: len(bots)]]
    leads = [abs(meeting["lead"]) for row in cells for meeting in row if meeting is not None]
    if not leads:
        return None
    widest = max(*leads, 2 * _chance(report))
    columns = ["", "bot", *(f'<abbr title="{shown(bot)}">{place}</abbr>' for place, bot in enumerate(bots, 1))]
    rows = [
        [cell(str(place), "place"), head(bot), *(_meeting(meeting, widest) for meeting in row)]
        for place, (bot, row) in enumerate(zip(bots, cells, strict=True), 1)
    ]
    few = f"The first {MOST_BOTS} bots; report.json has all." if len(report["crosstable"]["bots"]) > MOST_BOTS else ""
    told = (
        "By how much the row’s bot was paid more than the column’s a table at the same tables, and below it how many "
        "tables that were. The deeper the shade, the wider the lead."
    )
    body = table("Who did how well against whom", columns, rows, kind="heat")
    return part("crosstable", "Who did how well against whom", body, note(told, few))


def _chance(report: Mapping[str, Any]) -> float:
    """Half the widest interval of a lead: leads that may be chance get no deep shade, though none be wider."""
    known = [pair["lead"]["half_width"] for pair in report["statistics"]["pairs"] if pair["lead"]]
    return max((half for half in known if half is not None), default=0.0)


def _meeting(meeting: Mapping[str, Any] | None, widest: float) -> str:
    if meeting is None:
        return cell("·", "none")
    lead = meeting["lead"]
    depth = round(SHADES * abs(lead) / widest) if widest else 0
    shade = f"{'ahead' if lead > 0 else 'behind'}{depth}" if depth else ""
    return cell(f"{minus(wording.signed(lead))}<small>{meeting['tables']:,}</small>", shade, sort=lead)
