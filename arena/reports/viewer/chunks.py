"""Tables packed for a browser: compressed, and cut into side files that a page loads when it needs them.

A page that is opened from disk may not fetch files, but it may load scripts, so a side file is a script that hands over
one text: base64 of raw deflate of the JSON list of its tables. `DecompressionStream` of the browser reads it. Memory is
bounded by one table. It knows nothing of what a table holds.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from arena.errors import InputError
from arena.store.drafts import put_in_place, sweep
from arena.store.names import table_place

FOLDER = "hands"
CHUNK_BYTES = 1_500_000
"""Of JSON text, at which a side file ends with the deal: about 100 kB compressed, an instant to load and to read."""


@dataclass(frozen=True, slots=True)
class Deal:
    """All sittings of a line-up at one deal, in the order of which side files are cut."""

    lineup: int
    number: int


class Packer:
    """Compresses JSON values one by one into the text of one list."""

    def __init__(self) -> None:
        self._deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
        self._parts: list[bytes] = []
        self.size = 0

    def add(self, value: Any) -> None:
        """Append a value to the list."""
        text = json.dumps(value, separators=(",", ":")).encode("ascii")
        self._parts.append(self._deflate.compress((b"," if self.size else b"[") + text))
        self.size += len(text)

    def text(self) -> str:
        """The packed list, as base64. The packer is used up."""
        self._parts.append(self._deflate.compress(b"]" if self.size else b"[]"))
        return base64.b64encode(b"".join([*self._parts, self._deflate.flush()])).decode("ascii")


def packed(tables: Iterable[Mapping[str, Any]]) -> str:
    """Tables as one text."""
    packer = Packer()
    for table in tables:
        packer.add(table)
    return packer.text()


def write_chunks(tables: Iterable[Mapping[str, Any]], folder: Path) -> list[Deal]:
    """Write tables, deal by deal in ascending order, to `hands/000.js` and on; returns each file's first deal.

    Files of an earlier, longer writing are deleted. Raises InputError for a folder that can't be written.
    """
    place = folder / FOLDER
    firsts: list[Deal] = []
    try:
        place.mkdir(parents=True, exist_ok=True)
        sweep(place)
        for first, text in _chunks(tables):
            put_in_place(place / f"{len(firsts):03}.js", f'arenaHands({len(firsts)},"{text}");\n'.encode("ascii"))
            firsts.append(first)
        for old in place.glob("[0-9]*.js"):
            if old.stem.isdecimal() and int(old.stem) >= len(firsts):
                old.unlink()
    except OSError as error:
        raise InputError(
            f"{place}: the hands can't be written for the viewer: {error.strerror}; nothing that was played is lost: "
            f"make room, or allow writing, and run: arena league report {folder}"
        ) from error
    return firsts


def _chunks(tables: Iterable[Mapping[str, Any]]) -> Iterator[tuple[Deal, str]]:
    packer, first = Packer(), None
    for deal, sittings in groupby(tables, lambda table: deal_of(table["table"])):
        if packer.size >= CHUNK_BYTES and first is not None:
            yield first, packer.text()
            packer, first = Packer(), None
        first = first or deal
        for table in sittings:
            packer.add(table)
    if first is not None:
        yield first, packer.text()


def deal_of(table: str) -> Deal:
    """The deal of the table of this name. Raises StoreError for what is no table's name."""
    lineup, _, number = table_place(table)
    return Deal(lineup, number)
