"""The viewer's page: one file of markup, style and script, with a table's hands in it or beside it.

Called by `write_viewer` and `table_page`. The page may run its own script alone, known by its hash (and, where hands
lie in side files, what that script itself loads), and can reach nothing else. Every text of a bot or a league is data
that the script writes as text.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from functools import cache
from html import escape
from importlib.resources import files
from string import Template
from typing import Any

from arena.reports.viewer.chunks import Deal
from arena.reports.viewer.faces import faces
from arena.reports.wording import plain
from arena.variant import Variant

SCRIPTS = ("fold.js", "words.js", "cards.js", "board.js", "panel.js", "source.js", "controls.js", "viewer.js")


def viewer_page(league: str, variant: Variant, firsts: Sequence[Deal], *, inline: str = "") -> str:
    """The whole page, as text.

    firsts: the first deal of each side file. inline: the packed tables of a page that stands alone.
    """
    script = "\n".join(['"use strict";', *(_resource(name) for name in SCRIPTS)])
    style = _palette() + _resource("viewer.css")
    loading = "" if inline else " 'strict-dynamic'"
    policy = (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'{loading}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    game = _game(variant) | {"files": [[deal.lineup, deal.number] for deal in firsts], "alone": bool(inline)}
    tables = f'<script type="application/octet-stream" id="tables">{inline}</script>' if inline else ""
    return Template(_resource("viewer.html")).substitute(
        policy=policy,
        title=escape(plain(league)),
        over=escape(f"{variant.name} · hand by hand"),
        back="" if inline else ' · <a href="report.html">the league</a>',
        style=style,
        script=script,
        game=json.dumps(game).replace("<", "\\u003c"),
        tables=tables,
    )


def _game(variant: Variant) -> dict[str, Any]:
    """What is the same in all hands: seats, how cards look and are called, and the order of the pack."""
    looks = faces(variant)
    return {
        "variant": variant.name,
        "seats": variant.seats,
        "faces": {token: [face.corner, face.suit, face.name] for token, face in looks.items()},
        "order": {token: place for place, token in enumerate(looks)},
    }


@cache
def _resource(name: str) -> str:
    return files("arena.reports.viewer").joinpath(name).read_text(encoding="utf-8")


@cache
def _palette() -> str:
    return files("arena.reports").joinpath("palette.css").read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")
