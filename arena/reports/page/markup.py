"""The page's building blocks: escaped text, tables that can be sorted, parts, figures.

Used by every part of the page; knows no report.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from arena.reports import wording
from arena.reports.wording import plain

MINUS = "−"


def shown(text: object) -> str:
    """A text as it may stand in the page, between tags or in a quoted attribute."""
    return escape(plain(text))


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the page: what it is linked to by, its title, and what stands in it, all markup."""

    key: str
    title: str
    body: str

    @property
    def markup(self) -> str:
        """The part as it stands in the page."""
        return f'<section id="{self.key}">\n<h2>{self.title}</h2>\n{self.body}\n</section>'


def part(key: str, title: str, *pieces: str) -> Part:
    """A part of these pieces, without the empty ones."""
    return Part(key, title, "\n".join(piece for piece in pieces if piece))


def note(*sentences: str) -> str:
    """An explanation, in small letters."""
    return f'<p class="note">{shown(" ".join(sentences))}</p>'


def figure(drawing: str, caption: str) -> str:
    """A chart, and below it what it shows."""
    return f"<figure>{drawing}<figcaption>{shown(caption)}</figcaption></figure>"


def table(
    name: str,
    columns: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    left: Collection[int] = (1,),
    kind: str = "",
    body_id: str = "",
) -> str:
    """A table that can be sorted, and scrolls sideways where it is too wide.

    columns: markup. left: which columns stand to the left, because they hold words. name: for those who can't see
    where the table begins. kind: its class.
    """
    heads = "".join(
        f'<th scope="col"{" class=words" if place in left else ""}>{column}</th>' if column else "<td></td>"
        for place, column in enumerate(columns)
    )
    body = "\n".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    classes, mark = f' class="{kind}"' if kind else "", f' id="{body_id}"' if body_id else ""
    return (
        f'<div class="wide" role="group" aria-label="{shown(name)}" tabindex="0"><table{classes}>\n'
        f"<thead><tr>{heads}</tr></thead>\n<tbody{mark}>\n{body}\n</tbody></table></div>"
    )


def head(text: str) -> str:
    """A cell with the name of its row."""
    return f'<th scope="row" class="name" title="{shown(text)}">{shown(text)}</th>'


def cell(markup: str, kind: str = "", *, sort: float | None = None) -> str:
    """A cell of a table. sort: what it is sorted by, where that is not what it shows."""
    by = "" if sort is None else f' data-sort="{sort:.9g}"'
    return f'<td class="{kind}"{by}>{markup}</td>' if kind else f"<td{by}>{markup}</td>"


def count(value: int) -> str:
    """A cell with a whole number; nought is a dash, which the eye passes over."""
    return cell(f"{value:,}", sort=value) if value else cell("–", "none", sort=0)


def figures(*texts: str) -> str:
    """Cells with numbers."""
    return "".join(cell(minus(text)) for text in texts)


def estimate(value: Mapping[str, Any] | None, digits: int = 3) -> str:
    """A cell with a mean, and half its interval in small letters."""
    if value is None:
        return cell("–", "none")
    half = wording.number(value["half_width"], digits)
    small = "" if value["half_width"] is None else f' <span class="half">± {half}</span>'
    return cell(minus(wording.number(value["mean"], digits)) + small)


def minus(text: str) -> str:
    """A number with the sign that is made for numbers."""
    return text.replace("-", MINUS) if text != wording.NONE else "–"
