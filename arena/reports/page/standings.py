"""The first parts of the page: who won, how sure that is, and the ratings by one fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from arena.reports import wording
from arena.reports.charts import specs
from arena.reports.charts.drawing import svg
from arena.reports.findings import findings
from arena.reports.page.markup import Part, cell, count, estimate, figure, head, note, part, shown, table

FEWEST_DEALS = 10
"""Of fewer deals a chart would show chance alone; the numbers are in the tables."""
MOST_DRAWN = 40
"""How many bots, from the first on, a chart of all bots shows."""

TROUBLE = {"faults": "faults", "stood_in": "stand-in", "forfeited": "forfeited", "out": "put out"}


def is_drawn(report: Mapping[str, Any]) -> bool:
    """Whether enough has been played for charts."""
    return any(line["payoff"] and line["payoff"]["deals"] >= FEWEST_DEALS for line in report["standings"])


def standings(report: Mapping[str, Any]) -> Part:
    """The bots by payoff, drawn and as a table; and what the statistics found."""
    sentences = findings(report)
    found = "".join(f"<li>{shown(sentence)}</li>" for sentence in sentences)
    said = f'<ul class="findings">{found}</ul>' if found else ""
    drawing = _drawing(report)
    top = f'<div class="beside">{drawing}{said}</div>' if drawing and said else drawing + said
    return part("standings", "Standings", _table(report), note(*wording.explained(report)), top)


def ratings(report: Mapping[str, Any]) -> Part | None:
    """Strengths, and Elo points where there are any."""
    lines = report["statistics"]["ratings"]
    if not lines:
        return None
    points = any(line["elo"] for line in lines)
    columns = ["", "bot", "strength", *(["Elo"] if points else []), "behind the one above"]
    rows = [
        [
            cell(f'{place}<span class="close">{wording.close(line)}</span>', "place"),
            head(line["bot"]),
            estimate(line["strength"]),
            *([estimate(line["elo"], 0)] if points else []),
            estimate(line["behind"]),
        ]
        for place, line in enumerate(lines, 1)
    ]
    told = "By one fit to all tables: what a bot would be paid with every other bot as company equally often."
    return part("ratings", "Ratings", table("Ratings", columns, rows), note(told))


def _drawing(report: Mapping[str, Any]) -> str:
    rows = [(wording.plain(line["bot"]), line["payoff"]) for line in report["standings"] if line["payoff"]]
    if not is_drawn(report):
        return ""
    chart = specs.intervals(rows[:MOST_DRAWN], "payoff a table")
    return figure(svg(chart, "Payoffs with their intervals"), _caption(rows))


def _caption(rows: Sequence[object]) -> str:
    few = f" The first {MOST_DRAWN} bots." if len(rows) > MOST_DRAWN else ""
    return f"Mean payoff a table, and its 95 % interval.{few}"


def _table(report: Mapping[str, Any]) -> str:
    unit, lines = report["league"]["unit"], report["standings"]
    trouble = [key for key in TROUBLE if any(line[key] for line in lines)]
    columns = ["", "bot", "payoff", "card play", f"{unit}s", "tables", *(TROUBLE[key] for key in trouble)]
    rows = []
    for line in lines:
        payoff = line["payoff"]
        number = "–" if line["place"] is None else line["place"]
        rows.append(
            [
                cell(f'{number}<span class="close">{wording.close(line)}</span>', "place"),
                head(line["bot"]),
                estimate(payoff),
                estimate(line["card_play"]),
                *(count(payoff[key] if payoff else 0) for key in ("deals", "tables")),
                *(count(line[key]) for key in trouble),
            ]
        )
    return table("Standings", columns, rows)
