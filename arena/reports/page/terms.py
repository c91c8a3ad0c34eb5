"""The last parts of the page: the time that bots took, and what the league was played under."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arena.reports import wording
from arena.reports.charts import specs
from arena.reports.charts.drawing import svg
from arena.reports.page.markup import Part, cell, count, figure, figures, head, note, part, shown, table
from arena.reports.page.standings import MOST_DRAWN, is_drawn

TIMES = ("median_ms", "p99_ms", "slowest_ms")


def times(report: Mapping[str, Any]) -> Part | None:
    """What every bot used."""
    if not report["usage"]:
        return None
    columns = [
        "bot",
        "decisions",
        "mean ms",
        "median",
        "99 %",
        "worst",
        "CPU ms",
        "CPU s",
        "memory MB",
        "starts",
        "late",
    ]
    rows = [
        [
            head(used["bot"]),
            count(used["decisions"]),
            figures(
                wording.number(used["mean_ms"]),
                wording.rough(used["median_ms"]),
                wording.rough(used["p99_ms"]),
                wording.number(used["slowest_ms"], 1),
                wording.number(used["cpu_ms"]),
                wording.number(used["cpu_s"], 1),
                wording.number(used["peak_memory_mb"], 0),
            ),
            count(used["starts"]),
            count(used["late"]),
        ]
        for used in report["usage"]
    ]
    told = (
        "The wall clock between a question and its answer, as the referee saw it, and the processor time a decision "
        "and in all, starts of the program included. Late are answers that came after their question was given up."
    )
    return part("time", "Time", _drawing(report), table("Time", columns, rows, left=(0,)), note(told))


def terms(report: Mapping[str, Any]) -> Part:
    """Seed, settings, versions, protections; and the bots as they entered."""
    league = report["league"]
    rows = {
        "Seed": "; ".join([wording.seed(report), *wording.commitment(report)]),
        "Seating": f"{league['seating']}, {league['mode']}",
        "Options": ", ".join(f"{key} {value}" for key, value in league["options"].items()) or "as usual",
        "Limits": ", ".join(f"{key} {value}" for key, value in league["limits"].items()),
        "Written in": wording.languages(report) or wording.NONE,
        "Sandbox": wording.protections(report),
        "Made by": wording.versions(report),
        "Records": wording.chain(report),
    }
    listed = "<dl>" + "".join(f"<dt>{key}</dt><dd>{shown(value)}</dd>" for key, value in rows.items()) + "</dl>"
    return part("terms", "Terms", listed, _entrants(report))


def _entrants(report: Mapping[str, Any]) -> str:
    rows = [
        [
            head(entrant["name"]),
            cell(shown(entrant["version"]) or "–", "words"),
            cell(shown(entrant["language"]) or "–", "words"),
            cell(shown(entrant["digest"][:12]) or "–", "words"),
        ]
        for entrant in report["entrants"]
    ]
    return table(
        "Bots as they entered", ["bot", "version", "written in", "content"], rows, left=range(4), kind="entrants"
    )


def _drawing(report: Mapping[str, Any]) -> str:
    used = {line["bot"]: line for line in report["usage"]}
    order = [used[line["bot"]] for line in report["standings"] if line["bot"] in used]
    rows = [
        {"name": wording.plain(line["bot"]), **{key: line[key] or None for key in TIMES}}
        for line in order
        if any(line[key] for key in TIMES)
    ][:MOST_DRAWN]
    if not rows or not is_drawn(report):
        return ""
    return figure(
        svg(specs.times(rows), "Time of a decision"),
        "Time of a decision: the dot is the median, the diamond what 99 of 100 stay under, the stroke the worst.",
    )
