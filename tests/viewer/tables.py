"""Leagues of hands played at random, and a page's packed tables read back as a browser does."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from arena.records import Mode
from arena.store import League, Store
from arena.variant import Variant
from tests.reports.played import REGISTRY, played
from tests.store.made_up import LEAGUE

BOTS = ("ann", "bob", "<b>cat</b>", "dan", "eve", "fay", "gus")
VARIANTS = sorted(REGISTRY.variants)


def variant(name: str, seats: int | None = None, **options: Any) -> Variant:
    return REGISTRY.variant(name)(seats=seats, **options)


def league(game: Variant, mode: Mode = Mode.DEALS, **options: Any) -> League:
    return replace(LEAGUE, variant=game.name, seats=game.seats, options=options, lowest_payoff=0, mode=mode)


def filled(
    folder: Path, terms: League, numbers: Sequence[int], *, sittings: int = 2, bots: Sequence[str] = BOTS
) -> Store:
    """A league's folder with these tables of one line-up, played in several sittings."""
    folder.mkdir(parents=True)
    store = Store.create(folder, terms, [])
    seated = list(bots[: terms.seats])
    for sitting in range(sittings):
        turned = seated[sitting:] + seated[:sitting]
        store.write(played(f"m0.r{sitting}.b0", numbers, league=terms, bots=turned))
    return store


def unpacked(text: str) -> list[dict[str, Any]]:
    tables: list[dict[str, Any]] = json.loads(zlib.decompress(base64.b64decode(text), -15))
    return tables


def entries(hand: dict[str, Any]) -> list[list[Any]]:
    """All that was told in a hand, each entry with its audience, what is left out put back."""
    told = list(hand["deal"])
    for asked, kind, token, _, plain, *rest in hand["steps"]:
        told += [[-1, [kind, asked, token]]] * plain + rest
    return told
