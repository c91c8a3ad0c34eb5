"""The server's own pages as text: the list, a league as it stands, the choice of a table, the table.

Whatever comes from a league or a bot is escaped here or written as text by the scripts. How reports and the hand viewer
look is `arena.reports`'.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from string import Template
from typing import Any
from urllib.parse import quote

from arena.human import HUMAN
from arena.human.rules import reflowed
from arena.league.following import Glance, Line
from arena.reports.viewer.faces import faces
from arena.reports.wording import plain
from arena.serve.play import Setting
from arena.serve.tables import Table
from arena.variant import Variant

_VIEWER_SCRIPTS = ("fold.js", "words.js", "cards.js", "board.js")
_SCRIPT = "text/javascript"
_STATIC: Mapping[str, tuple[str, tuple[tuple[str, str], ...]]] = {
    "serve.css": ("text/css", (("", "palette.css"), ("front", "serve.css"))),
    "table.css": ("text/css", (("", "palette.css"), ("viewer", "viewer.css"), ("front", "table.css"))),
    "live.js": (_SCRIPT, (("front", "live.js"),)),
    "table.js": (_SCRIPT, (*(("viewer", name) for name in _VIEWER_SCRIPTS), ("front", "table.js"))),
}
_FORMS = ("md", "csv", "json", "txt")


def static(name: str) -> tuple[str, str] | None:
    """A style or script by its name, and what kind of text it is; None if there is none."""
    if name not in _STATIC:
        return None
    kind, parts = _STATIC[name]
    text = "\n".join(_resource(*part) for part in parts)
    return f'"use strict";\n{text}' if kind == _SCRIPT else text, kind


@cache
def _resource(where: str, name: str) -> str:
    place = files("arena.serve").joinpath("front") if where == "front" else files("arena.reports").joinpath(where)
    return place.joinpath(name).read_text(encoding="utf-8")


def signed(secret: bytes, session: str) -> str:
    """What only a page that this server has made for this session can know."""
    return hmac.new(secret, session.encode(), hashlib.sha256).hexdigest()


def _frame(title: str, body: str, *, style: str = "serve.css", script: str = "") -> str:
    scripts = f'<script src="/static/{script}"></script>' if script else ""
    return Template(_resource("front", "frame.html")).substitute(
        title=_shown(title), body=body, style=style, scripts=scripts
    )


def _shown(text: object) -> str:
    return escape(plain(text))


def trouble(what: str, why: str) -> str:
    """A page that says what is not possible, and why."""
    return _frame(what, f'<main><h1>{_shown(what)}</h1><p class="trouble">{escape(why)}</p></main>')


# Leagues.


def home(leagues: Sequence[Mapping[str, Any]], kept: Sequence[Mapping[str, Any]]) -> str:
    """The list of leagues, and of tables played by hand."""
    hidden, none = ("", " hidden") if leagues else (" hidden", "")
    body = (
        '<main data-events="/leagues/events"><h1>Leagues</h1>'
        f'<div class="wide" id="leagues"{hidden}><table><thead><tr><th scope="col" class="name">league</th>'
        '<th scope="col" class="name">game</th><th scope="col">bots</th><th scope="col">tables played</th>'
        f'<th scope="col" class="name">state</th></tr></thead><tbody>{"".join(map(_row, leagues))}</tbody></table>'
        "</div>"
        f'<p id="none"{none}>There is no league in this folder yet. One that is run into it appears here by itself: '
        "<code>arena league run FILE --out DIR/NAME</code></p>"
        f"{_kept(kept)}</main>"
    )
    return _frame("Leagues", body, script="live.js")


def _row(seen: Mapping[str, Any]) -> str:
    address = f"/leagues/{quote(seen['folder'], safe='')}"
    return (
        f'<tr><th scope="row" class="name"><a href="{escape(address)}">{_shown(seen["name"])}</a></th>'
        f'<td class="name">{_shown(seen["variant"])}</td><td>{len(seen["bots"])}</td>'
        f"<td>{_played(seen['tables'], seen['planned'])}</td>"
        f'<td class="name">{_state(running=seen["running"], over=seen["over"])}</td></tr>'
    )


def _kept(kept: Sequence[Mapping[str, Any]]) -> str:
    if not kept:
        return ""
    items = [
        f'<li><a href="/tables/{escape(quote(seen["folder"], safe=""))}/viewer.html">{_shown(seen["name"])}</a> '
        f"({_shown(', '.join(seen['bots']))})</li>"
        for seen in kept
    ]
    return f'<h2>Tables played here</h2><ul class="links">{"".join(items)}</ul>'


def _played(tables: int, planned: int | None) -> str:
    return str(tables) if planned is None else f"{tables} of {planned}"


def _state(*, running: bool, over: bool) -> str:
    if running:
        return "being played"
    return "all is played" if over else "interrupted"


def league(shelf: str, folder: str, seen: Glance) -> str:
    """One league as it stands."""
    here = escape(f"/{shelf}/{quote(folder, safe='')}")
    forms = "".join(f'<li><a href="{here}/report.{form}">{form}</a></li>' for form in _FORMS)
    most = seen.planned or seen.tables or 1
    body = (
        f'<main data-events="{here}/events"><h1>{_shown(seen.name)}</h1>'
        f'<p class="note">{_shown(seen.variant)}, {seen.seats} seats, {len(seen.bots)} bots</p>'
        f'<p><progress id="bar" max="{most}" value="{seen.tables}" aria-label="Tables played"></progress> '
        f'<span id="played">{_played(seen.tables, seen.planned)} tables, {seen.hands} hands</span> · '
        f'<span id="state">{_state(running=seen.running, over=seen.over)}</span></p>'
        f'<ul class="links"><li><a href="{here}/report.html">Report</a></li>'
        f'<li><a href="{here}/viewer.html">Hands</a></li>{forms}</ul>'
        '<h2>Standings</h2><div class="wide" id="standings"><table><thead><tr><th scope="col"><span>place</span></th>'
        '<th scope="col" class="name">bot</th><th scope="col">payoff</th><th scope="col">tables</th></tr></thead>'
        f"<tbody>{''.join(map(_line, seen.standings))}</tbody></table></div>"
        '<p class="note">The mean payoff a table, with its 95 % interval. What it rests on is in the report, which is '
        "made when it is asked for.</p></main>"
    )
    return _frame(seen.name, body, script="live.js")


def _line(line: Line) -> str:
    half = "" if line.half_width is None else f" ± {line.half_width:.3f}"
    payoff = "–" if line.payoff is None else f"{line.payoff:.3f}{half}".replace("-", "−")
    place = "–" if line.place is None else line.place
    name = f'<th scope="row" class="name">{_shown(line.bot)}</th>'
    return f"<tr><td>{place}</td>{name}<td>{payoff}</td><td>{line.tables}</td></tr>"


# Play.


def choose_game(games: Iterable[type[Variant]]) -> str:
    """The games."""
    items = "".join(
        f'<li><a href="/play/{escape(quote(game.name))}">{_shown(game.name)}</a>'
        f"<small>{_shown(game.summary)}</small></li>"
        for game in games
    )
    return _frame("Play", f'<main><h1>Play a table</h1><ul class="games">{items}</ul></main>')


def set_table(setting: Setting, token: str, trouble: str) -> str:
    """The form that asks for a table."""
    variant = setting.variant
    here = escape(f"/play/{quote(variant.name)}")
    others = [
        f'<a href="{here}?seats={seats}">{seats} seats</a>' for seats in variant.players if seats != variant.seats
    ]
    rows = "".join(_seat(setting, seat) for seat in range(variant.seats))
    body = (
        f'<main><h1>{_shown(variant.name)}</h1><p class="note">{_shown(variant.summary)}</p>'
        + (f'<p class="trouble" role="alert">{escape(trouble)}</p>' if trouble else "")
        + (f"<p>With other numbers of players: {' '.join(others)}</p>" if others else "")
        + f'<form method="post" action="{here}?seats={variant.seats}">'
        f'<input type="hidden" name="token" value="{token}">'
        f'<input type="hidden" name="seats" value="{variant.seats}"><div class="seats">{rows}</div>'
        "<fieldset><legend>What is played</legend>"
        '<label><input type="radio" name="mode" value="deals" checked> a single hand</label>'
        '<label><input type="radio" name="mode" value="games"> a whole game</label></fieldset>'
        "<label>Your clock, in seconds a move (empty: none) "
        '<input type="number" name="clock" min="1" max="86400"></label>'
        '<button class="main">Take your seat</button></form>'
        f"<h2>Rules</h2>{_rules(variant)}</main>"
    )
    return _frame(f"Play {variant.name}", body)


def _seat(setting: Setting, seat: int) -> str:
    chosen = HUMAN if seat == 0 else setting.proposed
    players = [(HUMAN, "you"), *((bot, bot) for bot in setting.bots)]
    options = "".join(
        f'<option value="{escape(value)}"{" selected" if value == chosen else ""}>{_shown(text)}</option>'
        for value, text in players
    )
    name = f"seat{seat}"
    return f'<label for="{name}">Seat {seat}</label><select id="{name}" name="{name}">{options}</select>'


def _rules(variant: Variant) -> str:
    lines = reflowed(type(variant).rules_text()).split("\n")
    return f'<div class="rules">{"".join(f"<p>{escape(line)}</p>" for line in lines if line.strip())}</div>'


def table(seated: Table) -> str:
    """The table, as its person sees it; the rest is told by news."""
    variant = seated.variant
    looks = faces(variant)
    game = {
        "variant": variant.name,
        "seats": variant.seats,
        "faces": {token: [face.corner, face.suit, face.name] for token, face in looks.items()},
        "order": {token: place for place, token in enumerate(looks)},
        "seat": seated.seat,
        "names": ["You" if seat == seated.seat else name for seat, name in enumerate(seated.names)],
        "table": seated.name,
        "token": seated.token,
    }
    body = Template(_resource("front", "table.html")).substitute(
        variant=_shown(variant.name),
        again=escape(f"/play/{quote(variant.name)}?seats={variant.seats}"),
        rules=_rules(variant),
        game=json.dumps(game).replace("<", "\\u003c"),
    )
    return _frame(f"{variant.name} by hand", body, style="table.css", script="table.js")
