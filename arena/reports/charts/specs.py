"""What each chart of a report shows, as Vega-Lite specifications made of the report's data.

Called by the page. Widths are in CSS pixels and narrow enough for a phone; the look is `drawing`'s business.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

Spec = dict[str, Any]
Counts = Sequence[Sequence[float]]
"""Pairs of a payoff and a number of tables."""

WIDTH = 430
ROW = 21
PANEL_WIDTH = 230
PANEL_HEIGHT = 96
MOST_BARS = 40
CROWDED = 1000
"""Beyond this ratio of its ends, a logarithmic axis of times has room for powers of ten alone."""


@dataclass(frozen=True, slots=True)
class Bars:
    """The axes that the payoffs of all bots are shown on.

    The middles of the first and last bar, a bar's width, and the largest share that any bar shows.
    """

    low: float
    high: float
    width: float
    top: float

    @classmethod
    def over(cls, bots: Sequence[Counts]) -> Bars:
        """Axes for what these bots were paid, all of whom have played.

        Bars are as wide as the least step between two payoffs, or wider if they would be too many.
        """
        found = sorted({payoff for counts in bots for payoff, _ in counts})
        low, high = found[0], found[-1]
        width = min((above - below for below, above in pairwise(found)), default=1.0)
        while (high - low) / width > MOST_BARS:
            width *= 2
        bars = cls(low, high, width, 1.0)
        return replace(bars, top=max(share for counts in bots for share in bars.shares(counts).values()))

    def shares(self, counts: Counts) -> dict[int, float]:
        """By the bars' places, at which share of its tables a bot was paid that."""
        total = sum(count for _, count in counts)
        found: dict[int, float] = {}
        for payoff, count in counts:
            place = round((payoff - self.low) / self.width)
            found[place] = found.get(place, 0.0) + count / total
        return dict(sorted(found.items()))

    def middle(self, place: float) -> float:
        """The middle of the bar at this place, from 0."""
        return self.low + place * self.width


def intervals(rows: Sequence[tuple[str, Mapping[str, Any]]], title: str, *, zero: bool = False) -> Spec:
    """Dots and whiskers: a line for each name, in this order, and its estimate with the interval.

    zero: whether 0 is marked, as what there is no difference from.
    """
    values = [{"name": name, "mean": value["mean"], "low": value["low"], "high": value["high"]} for name, value in rows]
    x: Spec = {"type": "quantitative", "scale": {"zero": zero, "nice": True}, "axis": _axis(title)}
    layers: list[Spec] = [
        {
            "transform": [{"filter": "isValid(datum.low)"}],
            "mark": {"type": "rule", "aria": False},
            "encoding": {"x": {"field": "low", **x}, "x2": {"field": "high"}},
        },
        {"mark": {"type": "point", "aria": False}, "encoding": {"x": {"field": "mean", **x}}},
    ]
    if zero:
        layers.insert(0, _at_zero())
    return {
        **_fitted(len(rows) * ROW + 44),
        "data": {"values": values},
        "encoding": {"y": _names(name for name, _ in rows)},
        "layer": layers,
    }


def convergence(
    deals: Sequence[int], points: Sequence[Sequence[float | None] | None], ends: tuple[float, float]
) -> Spec:
    """One bot's mean with its interval after more and more deals; ends: of the axis that all bots are shown on."""
    values = [
        {"deals": count, "mean": point[0], "low": _end(point, -1), "high": _end(point, 1)}
        for count, point in zip(deals, points, strict=True)
        if point is not None
    ]
    scale = {"domain": list(ends), "zero": False, "clamp": True}
    y: Spec = {"type": "quantitative", "scale": scale, "axis": _axis(None, grid=True, ticks=3)}
    return {
        **_panel(),
        "data": {"values": values},
        "encoding": {
            "x": {
                "field": "deals",
                "type": "quantitative",
                "scale": {"type": "log", "domain": [deals[0], max(deals[-1], deals[0] + 1)], "nice": False},
                "axis": _axis(None) | {"values": _decades(deals), "format": "~s"},
            }
        },
        "layer": [
            {
                "transform": [{"filter": "isValid(datum.low)"}],
                "mark": {"type": "area", "aria": False},
                "encoding": {"y": {"field": "low", **y}, "y2": {"field": "high"}},
            },
            {"mark": {"type": "line", "aria": False}, "encoding": {"y": {"field": "mean", **y}}},
        ],
    }


def distribution(counts: Counts, bars: Bars, mean: float | None) -> Spec:
    """How often one bot was paid what: the share of its tables in each bar, and a line at its mean."""
    values = [
        {"low": bars.middle(place - 0.44), "high": bars.middle(place + 0.44), "share": share}
        for place, share in bars.shares(counts).items()
    ]
    domain = [bars.low - bars.width / 2, bars.high + bars.width / 2]
    x: Spec = {"type": "quantitative", "scale": {"domain": domain, "nice": False, "zero": False}}
    axis = _axis(None, ticks=3) | {"format": ".0%"}
    share: Spec = {"field": "share", "type": "quantitative", "scale": {"domain": [0, bars.top]}, "axis": axis}
    layers: list[Spec] = [
        {
            "mark": {"type": "rect", "aria": False, "fill": "var(--accent)", "opacity": 0.75},
            "encoding": {
                "x": {"field": "low", **x, "axis": _axis(None, ticks=5)},
                "x2": {"field": "high"},
                "y": share,
                "y2": {"datum": 0},
            },
        }
    ]
    if mean is not None:
        layers.append(
            {
                "data": {"values": [{"mean": mean}]},
                "mark": {"type": "rule", "aria": False, "stroke": "var(--ink)", "opacity": 1},
                "encoding": {"x": {"field": "mean", **x}},
            }
        )
    return {**_panel(), "data": {"values": values}, "layer": layers}


def times(rows: Sequence[Mapping[str, Any]]) -> Spec:
    """By bot, in this order, median, 99th percentile and worst time of a decision, on a logarithmic scale.

    rows: `name`, and `median_ms`, `p99_ms`, `slowest_ms`, each above 0 or None, but not all of them.
    """
    shapes = {"median_ms": "circle", "p99_ms": "diamond", "slowest_ms": "stroke"}
    found = [row[key] for row in rows for key in shapes if row[key] is not None]
    low, high = min(found) * 0.8, max(found) * 1.25
    steps = (1,) if high / low > CROWDED else (1, 2, 5)
    axis = _axis("ms", grid=True) | {
        "format": "~g",
        "values": [step * 10.0**power for power in range(-4, 8) for step in steps],
    }
    scale = {"type": "log", "nice": False, "domain": [low, high]}
    x: Spec = {"type": "quantitative", "scale": scale, "axis": axis}
    marks: list[Spec] = [
        {
            "transform": [{"filter": f"isValid(datum.{key})"}],
            "mark": {"type": "point", "aria": False, **_mark(shape)},
            "encoding": {"x": {"field": key, **x}},
        }
        for key, shape in shapes.items()
    ]
    span: Spec = {
        "transform": [{"filter": "isValid(datum.median_ms) && isValid(datum.slowest_ms)"}],
        "mark": {"type": "rule", "aria": False, "strokeWidth": 1, "opacity": 0.35},
        "encoding": {"x": {"field": "median_ms", **x}, "x2": {"field": "slowest_ms"}},
    }
    return {
        **_fitted(len(rows) * ROW + 44),
        "data": {"values": list(rows)},
        "encoding": {"y": _names(row["name"] for row in rows)},
        "layer": [span, *marks],
    }


def _mark(shape: str) -> Spec:
    if shape == "stroke":
        return {"shape": shape, "angle": 90, "filled": False, "stroke": "var(--accent)", "strokeWidth": 1.5, "size": 90}
    return {"shape": shape, "size": 50 if shape == "circle" else 34}


def _names(rows: Iterable[str]) -> Spec:
    axis = {"title": None, "labelColor": "var(--ink)"}
    return {"field": "name", "type": "nominal", "scale": {"domain": list(rows)}, "sort": None, "axis": axis}


def _axis(title: str | None, *, grid: bool = False, ticks: int = 6) -> Spec:
    return {"title": title, "grid": grid, "tickCount": ticks}


def _at_zero() -> Spec:
    return {
        "data": {"values": [{"at": 0}]},
        "mark": {"type": "rule", "aria": False, "stroke": "var(--rule)", "opacity": 1, "strokeWidth": 1},
        "encoding": {
            "x": {"field": "at", "type": "quantitative"},
            "y": {"value": 0},
            "y2": {"value": {"expr": "height"}},
        },
    }


def _end(point: Sequence[float | None], side: int) -> float | None:
    mean, half = point
    return None if mean is None or half is None else mean + side * half


def _decades(deals: Sequence[int]) -> list[int]:
    found = [count for power in range(8) for count in (10**power,) if deals[0] <= count <= deals[-1]]
    return found if len(found) > 1 else [deals[0], deals[-1]]


def _fitted(height: int) -> Spec:
    return {"width": WIDTH, "height": height, "autosize": {"type": "fit", "contains": "padding"}, "padding": 2}


def _panel() -> Spec:
    return {
        "width": PANEL_WIDTH,
        "height": PANEL_HEIGHT,
        "autosize": {"type": "fit", "contains": "padding"},
        "padding": {"left": 2, "right": 8, "top": 6, "bottom": 2},
    }
