"""A running league as it is drawn in a terminal: how far, how fast, what is being played, who leads.

Drawn alike for the run's own progress and for `arena league watch`; 80 columns and few lines are enough.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from arena.reports.wording import NONE, number, plain

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from arena.league.following import Line

NAME_WIDTH = 24
BAR_WIDTH = 16
ROWS_TAKEN = 10
"""Lines of the terminal that the standings leave to what stands above and below them."""


def duration(seconds: float) -> str:
    """How long something takes, as it is said: 40 s, 12 min, 3 h 05 min."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60:02} min"


def pace_text(tables: int, planned: int | None, rate: float, left_s: float | None) -> str:
    """How far and how fast, in words: 120 of 400 tables (30 %), 45 a second, 6 s left."""
    share = f" of {planned} tables ({100 * tables // max(planned, 1)} %)" if planned is not None else " tables"
    fast = f", {rate:.0f} a second" if rate >= 10 else f", {60 * rate:.0f} a minute" if rate else ""
    left = f", {duration(left_s)} left" if left_s else ""
    return f"{tables}{share}{fast}{left}"


def picture(
    lines: Sequence[Line],
    console: Console,
    *,
    tables: int,
    planned: int | None,
    rate: float,
    left_s: float | None,
    below: Iterable[str] = (),
) -> RenderableType:
    """All of it. below: lines of text to stand between the bar and the standings."""
    from rich.console import Group
    from rich.progress_bar import ProgressBar
    from rich.table import Table
    from rich.text import Text

    head = Table.grid(padding=(0, 2))
    bar = ProgressBar(total=max(planned or tables, 1), completed=tables, width=BAR_WIDTH)
    head.add_row(bar, Text(pace_text(tables, planned, rate, left_s), no_wrap=True, overflow="ellipsis"))
    notes = [Text(plain(line), no_wrap=True, overflow="ellipsis", style="dim") for line in below]
    most = max(console.height - ROWS_TAKEN, 3)
    return Group(head, *notes, *([_standings(lines, most)] if lines else []))


def _standings(lines: Sequence[Line], most: int) -> RenderableType:
    from rich import box
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    table.add_column("", justify="right")
    table.add_column("bot", no_wrap=True, max_width=NAME_WIDTH, overflow="ellipsis")
    table.add_column("payoff so far", justify="right", no_wrap=True)
    table.add_column("tables", justify="right", no_wrap=True)
    for line in lines[:most]:
        half = "" if line.half_width is None else f" ± {number(line.half_width)}"
        place = NONE if line.place is None else str(line.place)
        table.add_row(place, plain(line.bot), f"{number(line.payoff)}{half}", str(line.tables))
    left_out = len(lines) - most
    return Group(table, Text(f"and {left_out} more", style="dim")) if left_out > 0 else table
