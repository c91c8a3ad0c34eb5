"""Draws Vega-Lite specifications as SVG that takes its colours from the page, so that light and dark both suit it.

The only place that knows the library. Names of bots go into a chart as data; the library escapes them, and nothing in a
drawing can run or load.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from typing import Any

from arena.reports.wording import plain

FONT = "Charter, Bitstream Charter, Sitka Text, Cambria, Georgia, serif"
SIZE = 12.5

THEME: Mapping[str, Any] = {
    "background": None,
    "font": FONT,
    "view": {"stroke": None},
    "axis": {
        "domain": False,
        "ticks": False,
        "grid": False,
        "labelColor": "var(--soft)",
        "labelFontSize": SIZE,
        "labelLimit": 140,
        "labelPadding": 6,
        "titleColor": "var(--soft)",
        "titleFontSize": SIZE,
        "titleFontWeight": "normal",
        "titlePadding": 8,
        "gridColor": "var(--rule)",
    },
    "axisX": {"labelFlush": False},
    "point": {"filled": True, "fill": "var(--accent)", "size": 55, "opacity": 1},
    "rule": {"stroke": "var(--accent)", "strokeWidth": 1.5, "opacity": 0.6},
    "bar": {"fill": "var(--accent)", "opacity": 0.75},
    "line": {"stroke": "var(--accent)", "strokeWidth": 1.5},
    "area": {"fill": "var(--accent)", "opacity": 0.18},
    "tick": {"stroke": "var(--accent)", "thickness": 1.5},
    "text": {"fill": "var(--soft)", "fontSize": SIZE},
}


def svg(spec: Mapping[str, Any], label: str) -> str:
    """The drawing of a specification as an element for a page, with this text for those who can't see it.

    It fills the width of what it stands in, up to its own; its marks are no elements of their own to a screen reader,
    because a table beside it has the same numbers.
    """
    import vl_convert

    whole = {"$schema": "https://vega.github.io/schema/vega-lite/v5.json", "config": THEME, **spec}
    drawn: str = vl_convert.vegalite_to_svg(whole, allowed_base_urls=[])
    head, body = drawn[: drawn.index(">")], drawn[drawn.index(">") + 1 :]
    size = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', head)
    assert size is not None
    return (
        f'<svg class="chart" viewBox="0 0 {size[1]} {size[2]}" width="{size[1]}" height="{size[2]}" role="img" '
        f'aria-label="{escape(plain(label))}">{_lean(body)}'
    )


def _lean(body: str) -> str:
    """Without what says nothing: invisible backgrounds, and attributes for tools that read the library's drawings."""
    body = re.sub(r'<path class="(?:background|foreground)"[^>]*/>', "", body)
    body = re.sub(r' (?:class|aria-[a-z]+|role|pointer-events)="[^"]*"', "", body)
    while (leaner := body.replace("<g></g>", "")) != body:
        body = leaner
    return body
