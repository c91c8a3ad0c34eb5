"""The report as Markdown (GitHub's flavour), for a wiki, a gist or an issue.

A report writer. What bots wrote is escaped, or put into fences that it can't close.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from arena.reports import wording
from arena.reports.findings import findings
from arena.reports.wording import plain, plain_lines

MOST_PAIRS = 200
"""How many pairs of bots are listed; report.json has them all."""

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
    yield f"Sandbox: {text(wording.protections(report))}. Versions: {text(wording.versions(report))}  "
    yield "  \n".join(map(text, [wording.chain(report), *wording.commitment(report)]))
    if languages := wording.languages(report):
        yield from ("", f"Written in {text(languages)}")
    for warning in report["warnings"]:
        yield from ("", f"> **Warning.** {text(warning)}")
    yield from ("", "## Standings", "")
    yield from _standings(report)
    for sentence in wording.explained(report):
        yield from ("", text(sentence))
    yield from _ratings(report)
    yield from _findings(report)
    yield from ("", "## Who did how well against whom", "")
    yield "The lead of the row's bot on the column's at the same tables, and how many tables that were."
    yield ""
    yield from _crosstable(report)
    yield from _faults(report)
    if report["void"]:
        yield from ("", "## Void, to be played again", "")
        for void in report["void"]:
            yield f"- {text(void['match'])} (tried {wording.times(void['attempts'])}): {text(void['reason'])}"
    yield from ("", "## Time", "")
    yield from _usage(report)


def _standings(report: Mapping[str, Any]) -> Iterator[str]:
    unit = report["league"]["unit"]
    columns = ("", "bot", "payoff", "card play", f"{unit}s", "tables", "faults", "stand-in", "forfeited", "out")
    rows = []
    for line in report["standings"]:
        payoff = line["payoff"]
        counts = (payoff["deals"], payoff["tables"]) if payoff else (0, 0)
        figures = (wording.estimate(payoff), wording.estimate(line["card_play"]), *counts)
        trouble = (line["faults"], line["stood_in"], line["forfeited"], line["out"])
        rows.append((wording.place(line).strip(), line["bot"], *figures, *trouble))
    yield from _table(columns, rows)


def _ratings(report: Mapping[str, Any]) -> Iterator[str]:
    lines = report["statistics"]["ratings"]
    if not lines:
        return
    yield from ("", "## Ratings", "", "By one fit to all tables, with intervals from the deals drawn again.", "")
    rows = [
        (
            f"{number}{wording.close(line)}",
            line["bot"],
            wording.estimate(line["strength"]),
            wording.estimate(line["elo"], 0),
            wording.estimate(line["behind"]),
        )
        for number, line in enumerate(lines, 1)
    ]
    yield from _table(("", "bot", "strength", "Elo", "behind the one above"), rows)


def _findings(report: Mapping[str, Any]) -> Iterator[str]:
    if found := findings(report):
        yield from ("", "## Findings", "")
        yield from (f"- {text(sentence)}" for sentence in found)
    if pairs := report["statistics"]["pairs"][:MOST_PAIRS]:
        columns = ("lead", "on", "by", "tables a deal", "worth", "a table", "adjusted for luck")
        yield from ("", "## Pairs", "")
        yield "The lead at their own tables, how many tables a deal was worth, and that divided by its tables."
        yield ""
        yield from _table(columns, map(_pair, pairs), names=0)


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
            yield from ("", f"{text(wording.where(example))}: {text(example['detail'])}", "")
            yield from _fenced(evidence(example))


def evidence(example: Mapping[str, Any]) -> list[str]:
    """The last frames and the last lines of the log that belong to a fault, as printable lines."""
    log = plain_lines(example["stderr"])
    return [plain(frame) for frame in example["frames"]] + (["--- log", *log] if log else [])


def _usage(report: Mapping[str, Any]) -> Iterator[str]:
    columns = ("bot", "decisions", "mean ms", "slowest ms", "cpu ms a decision", "peak MB", "starts", "late answers")
    rows = [
        (
            used["bot"],
            used["decisions"],
            wording.number(used["mean_ms"]),
            wording.number(used["slowest_ms"], 1),
            wording.number(used["cpu_ms"]),
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
    if lines:
        yield from (f"{fence}text", *lines, fence)


def text(value: object) -> str:
    """A text in which nothing is markup."""
    return _SPECIAL.sub(r"\\\1", plain(value))
