"""The page as a whole: its parts in their order, and what it allows itself.

A report writer. The page sends for nothing, and may run its own script alone, known by its hash, should ever a text of
a bot come out of its place. Without the script only sorting and the filter of the hands are missing.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from arena.reports import wording
from arena.reports.page import faults, hands, meetings, play, standings, terms
from arena.reports.page.markup import Part, shown

PARTS: tuple[Callable[[Mapping[str, Any]], Part | None], ...] = (
    standings.standings,
    standings.ratings,
    meetings.meetings,
    play.convergence,
    play.payoffs,
    play.seats,
    hands.hands,
    faults.faults,
    faults.voids,
    terms.times,
    terms.terms,
)
"""Each makes its part out of a report, or None if there is nothing to tell."""


class PageWriter:
    """`report.html`."""

    name = "html"
    suffix = ".html"

    def write(self, report: Mapping[str, Any]) -> str:
        """The whole page."""
        style, script = _style(), _resource("page.js")
        policy = (
            f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; img-src data:; "
            "base-uri 'none'; form-action 'none'"
        )
        head = (
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f'<link rel="icon" href="data:,">\n<title>{shown(report["league"]["name"])}</title>\n'
            f"<style>{style}</style>\n</head>\n"
        )
        return f"{head}<body>\n" + "\n".join(_body(report)) + f"\n<script>{script}</script>\n</body>\n</html>\n"


def _body(report: Mapping[str, Any]) -> Iterator[str]:
    league = report["league"]
    parts = [found for part in PARTS if (found := part(report)) is not None]
    yield "<header>"
    yield f'<p class="over">{shown(league["variant"])} · {league["seats"]} seats · {shown(league["format"])}</p>'
    yield f"<h1>{shown(league['name'])}</h1>"
    yield f'<p class="lead">{shown(wording.progress(report))}.</p>'
    links = "".join(f'<li><a href="#{part.key}">{part.key.capitalize()}</a></li>' for part in parts)
    yield f'<nav aria-label="Parts of this page"><ul>{links}</ul></nav>'
    yield "</header>\n<main>"
    for warning in report["warnings"]:
        yield f'<p class="warning" role="alert"><strong>Warning.</strong> {shown(warning)}</p>'
    yield from (part.markup for part in parts)
    yield "</main>"


def _style() -> str:
    palette = files("arena.reports").joinpath("palette.css").read_text(encoding="utf-8")
    return palette + _resource("page.css")


@cache
def _resource(name: str) -> str:
    return files("arena.reports.page").joinpath(name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")
