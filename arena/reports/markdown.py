"""The report as Markdown (GitHub's flavour), for a repository's page, a wiki or an issue: what is long is folded.

A report writer. What bots wrote is escaped, or put into fences that it can't close.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from arena.reports import wording
from arena.reports.findings import findings
from arena.reports.notable import widest_by_deal
from arena.reports.wording import plain, plain_lines

MOST_PAIRS = 200
"""How many pairs of bots are listed; report.json has them all."""
MOST_HANDS = 5

_SPECIAL = re.compile(r"([\\`*_\[\]<>#!|~&@])")


class MarkdownWriter:
    """`report.md`."""

    name = "markdown"
    suffix = ".md"

    def write(self, report: Mapping[str, Any]) -> str:
        """The whole report, with the evidence of the faults."""
        return "\n".join(_lines(report)) + "\n"


def _lines(report: Mapping[str, Any]) -> Iterator[str]:
    yield f"# {text(report['league']['name'])}"
    yield ""
    yield f"{text(wording.terms(report))}  "
    yield f"{text(wording.progress(report))}  "
    yield f"sandbox: {text(wording.protections(report))}"
    for warning in report["warnings"]:
        yield from ("", f"> **Warning.** {text(warning)}")
    yield from ("", "## Standings", "")
    yield from _standings(report)
    yield from ("", text(" ".join(wording.explained(report))))
    yield from _findings(report)
    yield from ("", "## Who did how well against whom", "")
    yield "The lead of the row's bot on the column's at the same tables, and how many tables that were."
    yield ""
    yield from _crosstable(report)
    yield from _ratings(report)
    yield from _pairs(report)
    yield from _hands(report)
    yield from _faults(report)
    if report["void"]:
        yield from ("", "## Void, to be played again", "")
        for void in report["void"]:
            yield f"- {text(void['match'])} (tried {wording.times(void['attempts'])}): {text(void['reason'])}"
    yield from ("", "## Time", "")
    yield from _usage(report)
    yield from ("", "## Terms", "")
    yield from (f"- {text(line)}" for line in _terms(report))


def _terms(report: Mapping[str, Any]) -> Iterator[str]:
    yield f"versions: {wording.versions(report)}"
    if languages := wording.languages(report):
        yield f"written in: {languages}"
    yield from [wording.chain(report), *wording.commitment(report)]


def _standings(report: Mapping[str, Any]) -> Iterator[str]:
    unit, lines = report["league"]["unit"], report["standings"]
    words = {"faults": "faults", "stood_in": "stand-in", "forfeited": "forfeited", "out": "out"}
    trouble = [key for key in words if any(line[key] for line in lines)]
    columns = ("", "bot", "payoff", "card play", f"{unit}s", "tables", *(words[key] for key in trouble))
    rows = []
    for line in lines:
        payoff = line["payoff"]
        counts = (payoff["deals"], payoff["tables"]) if payoff else (0, 0)
        figures = (wording.estimate(payoff), wording.estimate(line["card_play"]), *counts)
        rows.append((wording.place(line).strip(), line["bot"], *figures, *(line[key] for key in trouble)))
    yield from _table(columns, rows)


def _ratings(report: Mapping[str, Any]) -> Iterator[str]:
    lines = report["statistics"]["ratings"]
    if not lines:
        return
    points = any(line["elo"] for line in lines)
    yield from ("", "## Ratings", "", "By one fit to all tables, with intervals from the deals drawn again.", "")
    rows = [
        (
            f"{number}{wording.close(line)}",
            line["bot"],
            wording.estimate(line["strength"]),
            *([wording.estimate(line["elo"], 0)] if points else []),
            wording.estimate(line["behind"]),
        )
        for number, line in enumerate(lines, 1)
    ]
    yield from _table(("", "bot", "strength", *(["Elo"] if points else []), "behind the one above"), rows)


def _findings(report: Mapping[str, Any]) -> Iterator[str]:
    if found := findings(report):
        yield from ("", "## Findings", "")
        yield from (f"- {text(sentence)}" for sentence in found)


def _pairs(report: Mapping[str, Any]) -> Iterator[str]:
    if pairs := report["statistics"]["pairs"][:MOST_PAIRS]:
        adjusted = any(pair["adjusted"] for pair in pairs)
        columns = (
            "lead",
            "on",
            "by",
            "tables a deal",
            "worth",
            "a table",
            *(["adjusted for luck"] if adjusted else []),
        )
        yield from ("", "<details><summary>Pairs</summary>", "")
        yield "The lead at their own tables, how many tables a deal was worth, and that divided by its tables."
        yield ""
        yield from _table(columns, (_pair(pair)[: len(columns)] for pair in pairs), names=0)
        yield from ("", "</details>")


def _hands(report: Mapping[str, Any]) -> Iterator[str]:
    found = widest_by_deal(report, MOST_HANDS)
    if not found:
        return
    yield from ("", "## Hands that mattered", "")
    yield "With the same cards, or at the same table where each deal is played once. `arena replay` shows the tables."
    yield ""
    columns = ("swing", report["league"]["unit"], "seat", "paid more", "at", "paid less", "at")
    yield from _table(columns, map(_hand, found), names=3)


def _hand(swing: Mapping[str, Any]) -> Sequence[object]:
    sides = [
        part
        for side in (swing["more"], swing["less"])
        for part in (f"{side['bot']} {wording.signed(side['payoff'])}", side["table"])
    ]
    return (wording.number(swing["swing"], 2), swing["deal"], swing["seat"], *sides)


def _pair(pair: Mapping[str, Any]) -> Sequence[object]:
    numbers = [wording.number(pair[key], 2) for key in ("tables_per_deal", "worth", "worth_per_table")]
    return (pair["first"], pair["second"], wording.estimate(pair["lead"]), *numbers, wording.estimate(pair["adjusted"]))


def _crosstable(report: Mapping[str, Any]) -> Iterator[str]:
    bots = report["crosstable"]["bots"]
    rows: list[tuple[object, ...]] = []
    for bot, cells in zip(bots, report["crosstable"]["cells"], strict=True):
        leads = ["" if cell is None else f"{wording.signed(cell['lead'])} ({cell['tables']})" for cell in cells]
        rows.append((len(rows) + 1, bot, *leads))
    yield from _table(("", "bot", *(f"{number} {bot}" for number, bot in enumerate(bots, 1))), rows)


def _faults(report: Mapping[str, Any]) -> Iterator[str]:
    if not report["faults"]:
        return
    yield from ("", "## Faults")
    for found in report["faults"]:
        yield from ("", f"### {text(found['bot'])}: {text(found['kind'])}, {wording.times(found['count'])}")
        for example in found["examples"]:
            yield from ("", f"{text(wording.where(example))}: {text(example['detail'])}")
            if lines := evidence(example):
                yield from ("", "<details><summary>Evidence</summary>", "")
                yield from _fenced(lines)
                yield from ("", "</details>")


def evidence(example: Mapping[str, Any]) -> list[str]:
    """The last frames and the last lines of the log that belong to a fault, as printable lines."""
    log = plain_lines(example["stderr"])
    return [plain(frame) for frame in example["frames"]] + (["--- log", *log] if log else [])


def _usage(report: Mapping[str, Any]) -> Iterator[str]:
    columns = ("bot", "decisions", "mean ms", "median", "99 %", "worst", "CPU ms", "CPU s", "peak MB", "starts", "late")
    rows = [
        (
            used["bot"],
            used["decisions"],
            wording.number(used["mean_ms"]),
            wording.rough(used["median_ms"]),
            wording.rough(used["p99_ms"]),
            wording.number(used["slowest_ms"], 1),
            wording.number(used["cpu_ms"]),
            wording.number(used["cpu_s"], 1),
            wording.number(used["peak_memory_mb"], 0),
            used["starts"],
            used["late"],
        )
        for used in report["usage"]
    ]
    yield from _table(columns, rows, names=0)


def _table(columns: Sequence[str], rows: Iterable[Sequence[object]], *, names: int = 1) -> Iterator[str]:
    yield _row(columns)
    yield _row_of(":--" if place == names else "--:" for place in range(len(columns)))
    for row in rows:
        yield _row(row)


def _row(cells: Iterable[object]) -> str:
    return _row_of(text(cell) for cell in cells)


def _row_of(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _fenced(lines: Sequence[str]) -> Iterator[str]:
    longest = max((len(run) for line in lines for run in re.findall("`+", line)), default=0)
    fence = "`" * max(3, longest + 1)
    yield from (f"{fence}text", *lines, fence)


def text(value: object) -> str:
    """A text in which nothing is markup."""
    return _SPECIAL.sub(r"\\\1", plain(value))
