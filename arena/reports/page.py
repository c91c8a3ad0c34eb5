"""The report as one web page: no script, no request, light or dark as the reader's system is.

A report writer. Everything that comes from a league passes `shown`, which escapes it; the page forbids itself
to load or run anything, should that ever fail.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files
from typing import Any

from arena.reports import wording
from arena.reports.markdown import evidence
from arena.reports.wording import plain

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
PLOT_WIDTH = 200


class PageWriter:
    """`report.html`."""

    name = "html"
    suffix = ".html"

    def write(self, report: Mapping[str, Any]) -> str:
        """The whole page."""
        style = "".join(
            files("arena.reports").joinpath(name).read_text(encoding="utf-8") for name in ("palette.css", "page.css")
        )
        name = shown(report["league"]["name"])
        head = (
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f'<link rel="icon" href="data:,">\n<title>{name}</title>\n<style>\n{style}</style>\n</head>\n'
        )
        return f"{head}<body>\n<main>\n" + "\n".join(_body(report)) + "\n</main>\n</body>\n</html>\n"


def shown(text: object) -> str:
    """A text as it may stand in the page, between tags or in a quoted attribute."""
    return escape(plain(text))


def _body(report: Mapping[str, Any]) -> Iterator[str]:
    league = report["league"]
    yield f'<p class="over">{shown(league["variant"])} · {league["seats"]} seats · {shown(league["format"])}</p>'
    yield f"<h1>{shown(league['name'])}</h1>"
    yield f'<p class="lead">{shown(wording.progress(report))}.</p>'
    for warning in report["warnings"]:
        yield f'<p class="warning" role="alert"><strong>Warning.</strong> {shown(warning)}</p>'
    yield "<h2>Standings</h2>"
    yield _standings(report)
    yield f'<p class="note">{shown(" ".join(wording.explained(report)))}</p>'
    yield "<h2>Who did how well against whom</h2>"
    yield _crosstable(report)
    yield (
        '<p class="note">By how much the row’s bot was paid more than the column’s at the same tables, and below '
        "it how many tables that were.</p>"
    )
    yield from _faults(report)
    yield from _voids(report)
    yield "<h2>Time</h2>"
    yield _usage(report)
    yield "<h2>Terms</h2>"
    yield _terms(report)


def _standings(report: Mapping[str, Any]) -> str:
    unit = report["league"]["unit"]
    lines = report["standings"]
    trouble = [key for key in ("faults", "stood_in", "forfeited", "out") if any(line[key] for line in lines)]
    words = {"faults": "faults", "stood_in": "stand-in", "forfeited": "forfeited", "out": "put out"}
    columns = ["", "bot", "payoff", "", "card play", f"{unit}s", "tables", *(words[key] for key in trouble)]
    scale = _scale(lines)
    rows = []
    for line in lines:
        payoff = line["payoff"]
        counts = [payoff["deals"], payoff["tables"]] if payoff else [0, 0]
        rows.append(
            [
                _cell(_place(line), "place"),
                _name(line["bot"]),
                _cell(_estimate(payoff)),
                _cell(_spread(payoff, scale), "spread"),
                _cell(_estimate(line["card_play"])),
                *(_cell(str(count)) for count in counts),
                *(_cell(str(line[key])) if line[key] else _cell("–", "none") for key in trouble),
            ]
        )
    return _table(columns, rows)


def _place(line: Mapping[str, Any]) -> str:
    number = "–" if line["place"] is None else line["place"]
    return f'{number}<span class="close">{wording.close(line)}</span>'


def _estimate(value: Mapping[str, Any] | None) -> str:
    if value is None:
        return "–"
    half = "" if value["half_width"] is None else f' <span class="half">± {wording.number(value["half_width"])}</span>'
    return _minus(wording.number(value["mean"])) + half


def _scale(lines: Sequence[Mapping[str, Any]]) -> tuple[float, float]:
    """The ends of the axis that all intervals of the standings are drawn on."""
    paid = [line["payoff"] for line in lines if line["payoff"]]
    ends = [value[end] for value in paid for end in ("low", "mean", "high") if value[end] is not None]
    if not ends or max(ends) - min(ends) < 1e-9:
        middle = ends[0] if ends else 0.0
        return middle - 1, middle + 1
    return min(ends), max(ends)


def _spread(value: Mapping[str, Any] | None, scale: tuple[float, float]) -> str:
    """A mean and its interval as a drawing; the numbers beside it say the same."""
    if value is None:
        return ""
    low, high = scale

    def at(payoff: float) -> str:
        return f"{(payoff - low) / (high - low) * PLOT_WIDTH:.1f}"

    mark = f'<circle cx="{at(value["mean"])}" cy="8" r="4"/>'
    if value["half_width"] is not None:
        mark = f'<line x1="{at(value["low"])}" x2="{at(value["high"])}" y1="8" y2="8"/>{mark}'
    axis = f'<line class="axis" x1="0" x2="{PLOT_WIDTH}" y1="8" y2="8"/>'
    return f'<svg viewBox="0 0 {PLOT_WIDTH} 16" aria-hidden="true">{axis}{mark}</svg>'


def _crosstable(report: Mapping[str, Any]) -> str:
    bots = report["crosstable"]["bots"]
    rows = []
    for bot, cells in zip(bots, report["crosstable"]["cells"], strict=True):
        rows.append([_name(bot), *(_meeting(cell) for cell in cells)])
    return _table(["bot", *bots], rows, names=0)


def _meeting(cell: Mapping[str, Any] | None) -> str:
    if cell is None:
        return _cell("·", "none")
    lead = wording.signed(cell["lead"])
    return _cell(f"{_minus(lead)}<br><small>{cell['tables']}</small>", "up" if lead.startswith("+") else "")


def _faults(report: Mapping[str, Any]) -> Iterator[str]:
    if not report["faults"]:
        return
    yield "<h2>Faults</h2>"
    yield '<p class="note">What bots did wrong, with the last messages and the last lines of their log.</p>'
    for found in report["faults"]:
        yield (
            f"<details><summary><b>{shown(found['bot'])}</b> {shown(found['kind'])} "
            f"<small>{found['count']}</small></summary>"
        )
        for example in found["examples"]:
            lines = "\n".join(escape(line) for line in evidence(example))
            proof = f"<pre>{lines}</pre>" if lines else ""
            place = f'<p class="note">{shown(wording.where(example))}</p>'
            yield f'<div class="fault">{place}<p>{shown(example["detail"])}</p>{proof}</div>'
        yield "</details>"


def _voids(report: Mapping[str, Any]) -> Iterator[str]:
    if report["void"]:
        yield "<h2>Void, to be played again</h2>"
        rows = [
            [_cell(shown(void["match"]), "name"), _cell(str(void["attempts"])), _cell(shown(void["reason"]), "prose")]
            for void in report["void"]
        ]
        yield _table(["match", "tries", "reason"], rows, names=0)


def _usage(report: Mapping[str, Any]) -> str:
    columns = ["bot", "decisions", "mean ms", "slowest ms", "processor ms", "memory MB", "starts", "late"]
    rows = []
    for used in report["usage"]:
        figures = [
            str(used["decisions"]),
            wording.number(used["mean_ms"]),
            wording.number(used["slowest_ms"], 1),
            wording.number(used["cpu_ms"]),
            wording.number(used["peak_memory_mb"], 0),
            str(used["starts"]),
            str(used["late"]),
        ]
        rows.append([_name(used["bot"]), *map(_cell, figures)])
    return _table(columns, rows, names=0)


def _terms(report: Mapping[str, Any]) -> str:
    league = report["league"]
    limits = ", ".join(f"{key} {value}" for key, value in league["limits"].items())
    entrants = ", ".join(map(_entrant, report["entrants"]))
    options = ", ".join(f"{key} {value}" for key, value in league["options"].items())
    rows = {
        "Seed": "; ".join([wording.seed(report), *wording.commitment(report)]),
        "Seating": f"{league['seating']}, {league['mode']}",
        "Options": options or "as usual",
        "Bots": entrants,
        "Written in": wording.languages(report) or wording.NONE,
        "Limits": limits,
        "Sandbox": wording.protections(report),
        "Made by": wording.versions(report),
        "Records": wording.chain(report),
    }
    return "<dl>" + "".join(f"<dt>{key}</dt><dd>{shown(value)}</dd>" for key, value in rows.items()) + "</dl>"


def _table(columns: Sequence[object], rows: Iterable[Sequence[str]], *, names: int = 1) -> str:
    """A table that scrolls sideways where it is too wide; column number `names` stands to the left."""
    heads = "".join(
        f'<th scope="col"{" class=name" if place == names else ""}>{shown(column)}</th>'
        for place, column in enumerate(columns)
    )
    body = "\n".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    return f'<div class="wide"><table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{body}\n</tbody></table></div>'


def _name(bot: object) -> str:
    return f'<th scope="row" class="name" title="{shown(bot)}">{shown(bot)}</th>'


def _cell(markup: str, kind: str = "") -> str:
    return f'<td class="{kind}">{markup}</td>' if kind else f"<td>{markup}</td>"


def _minus(text: str) -> str:
    """A number with the sign that is made for numbers."""
    return text.replace("-", "−")


def _entrant(entrant: Mapping[str, Any]) -> str:
    """Name, version, and what names the exact content of the bot's folder."""
    words = [entrant["name"], entrant["version"], entrant["digest"] and f"(content {entrant['digest'][:12]})"]
    return " ".join(word for word in words if word)
