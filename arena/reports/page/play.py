"""The parts of the page that show what came of the play: means, payoffs, seats.

Charts of small panels, one a bot, all on the same axes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from arena.reports.charts import specs
from arena.reports.charts.drawing import svg
from arena.reports.page.markup import Part, count, estimate, figure, note, part, shown, table
from arena.reports.page.standings import is_drawn

MOST_PANELS = 12
"""How many bots, from the first on, get a panel."""


def convergence(report: Mapping[str, Any]) -> Part | None:
    """Each bot's mean after more and more deals."""
    if not is_drawn(report):
        return None
    found, unit = report["convergence"], report["league"]["unit"]
    bots = _first(report)
    ends = _ends([found["bots"][bot] for bot in bots])
    panels = (
        _panel(bot, svg(specs.convergence(found["deals"], found["bots"][bot], ends), f"Mean payoff of {bot}"))
        for bot in bots
    )
    told = f"The mean payoff a table, and its 95 % interval, after more and more {unit}s (counted below each panel)."
    return part("convergence", "How the means settled", _panels(panels), note(told, _few(report)))


def payoffs(report: Mapping[str, Any]) -> Part | None:
    """How often each bot was paid how much."""
    if not is_drawn(report):
        return None
    counts = report["payoffs"]["counts"]
    means = {line["bot"]: line["payoff"]["mean"] for line in report["standings"] if line["payoff"]}
    bots = _first(report)
    bars = specs.Bars.over([counts[bot] for bot in bots])
    panels = (_panel(bot, svg(specs.distribution(counts[bot], bars, means[bot]), f"Payoffs of {bot}")) for bot in bots)
    told = "At which share of its tables a bot was paid how much; the line is its mean."
    return part("payoffs", "What was paid how often", _panels(panels), note(told, _few(report)))


def seats(report: Mapping[str, Any]) -> Part | None:
    """What a seat is worth, and the distance from the dealer."""
    found = report["statistics"]
    kinds = [
        ("seat", [(f"seat {effect['place']}", effect["more"]) for effect in found["seats"]]),
        ("after the dealer", [(_after(effect["place"]), effect["more"]) for effect in found["dealer"]]),
    ]
    shown_kinds = [(title, rows) for title, rows in kinds if rows]
    if not shown_kinds:
        return None
    body = "".join(f"<div>{_effects(title, rows, drawn=is_drawn(report))}</div>" for title, rows in shown_kinds)
    told = (
        "What a place is paid more than the mean of all places, over the tables without a fault; 95 % for all together."
    )
    return part("seats", "What a seat is worth", f'<div class="beside">{body}</div>', note(told))


def _effects(title: str, rows: Sequence[tuple[str, Mapping[str, Any]]], *, drawn: bool) -> str:
    chart = svg(specs.intervals(rows, "payoff more than the mean", zero=True), f"Payoff by {title}") if drawn else ""
    cells = [
        [f'<th scope="row" class="name">{name}</th>', estimate(more), count(more["tables"])] for name, more in rows
    ]
    columns = [title, "more than the mean", "tables"]
    return (figure(chart, "") if chart else "") + table(f"Payoff by {title}", columns, cells, left=(0,))


def _after(place: int) -> str:
    return "dealer" if place == 0 else f"{place} after"


def _first(report: Mapping[str, Any]) -> list[str]:
    return [line["bot"] for line in report["standings"] if line["payoff"]][:MOST_PANELS]


def _few(report: Mapping[str, Any]) -> str:
    return f"The first {MOST_PANELS} bots." if len(report["standings"]) > MOST_PANELS else ""


def _ends(courses: Sequence[Sequence[Sequence[float | None] | None]]) -> tuple[float, float]:
    """An axis that shows the later two thirds of the looks; what was farther off before lies at its edge."""
    found = []
    for course in courses:
        for point in course[len(course) // 3 :]:
            mean, half = point or (None, None)
            if mean is not None:
                found += [mean - (half or 0.0), mean + (half or 0.0)]
    low, high = min(found), max(found)
    margin = (high - low) * 0.05 or 1.0
    return low - margin, high + margin


def _panels(panels: Iterator[str]) -> str:
    return f'<div class="panels">{"".join(panels)}</div>'


def _panel(bot: str, drawing: str) -> str:
    return f"<figure><figcaption>{shown(bot)}</figcaption>{drawing}</figure>"
