"""The report for a terminal, and as a text file: 80 columns, colour only where it is wanted.

Called by the command line (`terminal_text`) and as a report writer. Nothing of what it prints can command the
terminal: all text goes through `wording.plain`.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from arena.reports import wording
from arena.reports.findings import findings
from arena.reports.wording import plain

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

WIDTH = 80
NAME_WIDTH = 16
LOG_LINES = 3
"""How much of a bot's log stands below a fault; the other reports have more, and the messages."""
COLUMNS = 6
"""How many bots' columns of a crosstable stand side by side."""


class TextWriter:
    """`report.txt`."""

    name = "text"
    suffix = ".txt"

    def write(self, report: Mapping[str, Any]) -> str:
        """The report without colours, in 80 columns."""
        return terminal_text(report)


def terminal_text(report: Mapping[str, Any], *, width: int = WIDTH, color: bool = False) -> str:
    """The report in lines of at most `width` columns, with a terminal's colours if `color` is asked for.

    Whoever prints it decides on colour: a terminal, and no NO_COLOR in the environment.
    """
    from rich.console import Console

    text = io.StringIO()
    console = Console(
        file=text,
        width=width,
        force_terminal=color,
        color_system="standard" if color else None,
        no_color=not color,
        highlight=False,
        markup=False,
        emoji=False,
        legacy_windows=False,
        _environ={},
    )
    for part in _parts(report):
        console.print(part)
    return "\n".join(line.rstrip() for line in text.getvalue().split("\n"))


def _parts(report: Mapping[str, Any]) -> Iterator[RenderableType]:
    from rich.text import Text

    yield Text(plain(report["league"]["name"]), style="bold")
    yield wording.terms(report)
    yield f"{wording.progress(report)}; sandbox: {wording.protections(report)}"
    yield wording.chain(report)
    yield from wording.commitment(report)
    if languages := wording.languages(report):
        yield f"written in {languages}"
    for warning in report["warnings"]:
        yield Text(f"! {plain(warning)}", style="bold red")
    yield ""
    yield _standings(report)
    yield Text("\n".join(wording.explained(report)), style="dim")
    for part in (
        _ratings(report),
        _findings(report),
        _crosstables(report),
        _faults(report),
        _voids(report),
        _usage(report),
    ):
        yield from part


def _standings(report: Mapping[str, Any]) -> Table:
    table = _table("Standings", ("", "bot", "payoff", "card play", "tables", "faults"))
    for line in report["standings"]:
        tables = line["payoff"]["tables"] if line["payoff"] else 0
        table.add_row(
            wording.place(line),
            _name(line["bot"]),
            wording.estimate(line["payoff"]),
            wording.estimate(line["card_play"]),
            str(tables),
            str(line["faults"]),
        )
    return table


def _ratings(report: Mapping[str, Any]) -> Iterator[RenderableType]:
    lines = report["statistics"]["ratings"]
    if not lines:
        return
    # Elo points are of two sides, so all bots have them or none.
    columns = ("", "bot", "strength", *(["Elo"] if lines[0]["elo"] else []))
    table = _table("Ratings, by one fit to all tables", columns)
    for number, line in enumerate(lines, 1):
        elo = [wording.estimate(line["elo"], 0)] if line["elo"] else []
        mark = wording.close(line) or " "
        table.add_row(f"{number}{mark}", _name(line["bot"]), wording.estimate(line["strength"]), *elo)
    yield ""
    yield table


def _findings(report: Mapping[str, Any]) -> Iterator[RenderableType]:
    from rich.padding import Padding
    from rich.text import Text

    found = findings(report)
    if found:
        yield ""
        yield Text("Findings", style="bold")
    for sentence in found:
        yield Padding(Text(plain(sentence)), (0, 0, 0, 2))


def _crosstables(report: Mapping[str, Any]) -> Iterator[RenderableType]:
    bots, cells = report["crosstable"]["bots"], report["crosstable"]["cells"]
    for start in range(0, len(bots), COLUMNS):
        columns = range(start, min(start + COLUMNS, len(bots)))
        numbers = [f"{column + 1}" for column in columns]
        table = _table("Lead of the row's bot on the column's, and at how many tables", ("", "bot", *numbers))
        for row, bot in enumerate(bots):
            table.add_row(str(row + 1), _name(bot), *(_lead(cells[row][column]) for column in columns))
        yield ""
        yield table


def _lead(cell: Mapping[str, Any] | None) -> str:
    return wording.NONE if cell is None else f"{wording.signed(cell['lead'])}\n{cell['tables']}"


def _faults(report: Mapping[str, Any]) -> Iterator[RenderableType]:
    from rich.padding import Padding
    from rich.text import Text

    if not report["faults"]:
        return
    yield ""
    yield Text("Faults", style="bold")
    for found in report["faults"]:
        yield Text(f"{plain(found['bot'])}: {plain(found['kind'])}, {wording.times(found['count'])}")
        for example in found["examples"][:1]:
            yield Padding(Text(f"{wording.where(example)}: {plain(example['detail'])}"), (0, 0, 0, 4))
            log = [f"| {line}" for line in wording.plain_lines(example["stderr"])[-LOG_LINES:]]
            if log:
                yield Padding(Text("\n".join(log), style="dim"), (0, 0, 0, 4))
    for line in report["standings"]:
        if line["forfeited"] or line["stood_in"] or line["out"]:
            yield Text(
                f"{plain(line['bot'])}: a stand-in played at {line['stood_in']} tables, {line['forfeited']} were "
                f"forfeited, {line['out']} are of matches that it was put out of"
            )


def _voids(report: Mapping[str, Any]) -> Iterator[RenderableType]:
    from rich.text import Text

    if report["void"]:
        yield ""
        yield Text("Void, to be played again", style="bold")
        for void in report["void"]:
            yield Text(f"{plain(void['match'])} (tried {wording.times(void['attempts'])}): {plain(void['reason'])}")


def _usage(report: Mapping[str, Any]) -> Iterator[RenderableType]:
    if not report["usage"]:
        return
    columns = ("bot", "decisions", "mean ms", "slowest ms", "cpu ms", "MB", "starts")
    table = _table("Time a decision", columns, names=0)
    for used in report["usage"]:
        table.add_row(
            _name(used["bot"]),
            str(used["decisions"]),
            wording.number(used["mean_ms"]),
            wording.number(used["slowest_ms"], 1),
            wording.number(used["cpu_ms"]),
            wording.number(used["peak_memory_mb"], 0),
            str(used["starts"]),
        )
    yield ""
    yield table


def _table(title: str, columns: Sequence[str], *, names: int = 1) -> Table:
    """An empty table; column number `names` holds names and stands to the left, the others to the right."""
    from rich import box
    from rich.table import Table

    table = Table(
        title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False
    )
    for place, column in enumerate(columns):
        table.add_column(column, justify="left" if place == names else "right", no_wrap=True)
    return table


def _name(bot: str) -> str:
    name = plain(bot)
    return name if len(name) <= NAME_WIDTH else f"{name[: NAME_WIDTH - 1]}…"
