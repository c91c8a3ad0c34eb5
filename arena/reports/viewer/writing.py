"""Writes the viewer: beside a league's reports with the hands in side files, or as one page of one table.

Called by the command line with an open store. Which hands are written when there are many is decided here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from arena.reports.export import FindVariant, variant_of
from arena.reports.viewer.chunks import deal_of, packed, write_chunks
from arena.reports.viewer.page import viewer_page
from arena.reports.viewer.watched import watched_table
from arena.store import Store
from arena.store.drafts import put_in_place
from arena.variant import Variant

VIEWER = "viewer.html"
MOST_HANDS = 20_000
"""How many hands are written beside a report unless told otherwise: some 15 seconds of work and 4 MB on disk."""


def address(table: str, hand: int = 1, step: int = 0) -> str:
    """The link, from beside the reports, to a moment of a hand: `step` decisions after its deal."""
    return f"{VIEWER}#{urlencode({'table': table, 'hand': hand, 'step': step})}"


def write_viewer(
    store: Store,
    find_variant: FindVariant,
    folder: Path,
    *,
    most_hands: int | None = MOST_HANDS,
    wanted: Iterable[str] = (),
) -> Path:
    """Write `viewer.html` and its side files into a folder; returns the page.

    With more than `most_hands` hands stored (None: no limit) only the first deals of each line-up are written, and
    those that the tables in `wanted` belong to, whatever the limit. Memory is bounded by one table. Raises
    StoreError for hands that the rules do not allow, InputError for a folder that can't be written.
    """
    variant = variant_of(store.league, find_variant)
    with store.snapshot():
        chosen = _chosen(store, most_hands, wanted)
        firsts = write_chunks(_watched(store, variant, chosen), folder)
    page = folder / VIEWER
    put_in_place(page, viewer_page(store.league.name, variant, firsts).encode())
    return page


def table_page(store: Store, find_variant: FindVariant, name: str) -> str:
    """One page, as text, with the table of this name and the other sittings of its deal.

    It opens at this table, the first in it. Raises StoreError for a table that is not there, or that the rules do
    not allow.
    """
    variant = variant_of(store.league, find_variant)
    with store.snapshot():
        others = [other for other in store.sittings(name) if other != name]
        inline = packed(_watched(store, variant, [name, *others]))
    return viewer_page(store.league.name, variant, [deal_of(name)], inline=inline)


def _watched(store: Store, variant: Variant, names: Iterable[str]) -> Iterator[Mapping[str, Any]]:
    # The sittings of a deal come one after the other, so that a match is asked for again soon.
    seats = lru_cache(maxsize=64)(store.seats)
    for name in names:
        spec, table = store.table(name)
        yield watched_table(variant, spec, table, seats(spec.name))


def _chosen(store: Store, most_hands: int | None, wanted: Iterable[str]) -> Iterator[str]:
    """The tables to be written, deal by deal."""
    progress = store.progress()
    if most_hands is None or progress.hands <= most_hands:
        yield from store.tables()
        return
    share = most_hands / progress.hands
    lineups = Counter(deal_of(name).lineup for name in store.tables())
    always = set(map(deal_of, wanted))
    seen: Counter[int] = Counter()
    for deal, sittings in groupby(store.tables(), deal_of):
        early = seen[deal.lineup] < lineups[deal.lineup] * share
        names = list(sittings)
        seen[deal.lineup] += len(names)
        if early or deal in always:
            yield from names
