"""A single table kept as a league's folder, so that it can be replayed, verified and reported like any other.

Called for tables that were not played by a league: `arena play --out` and tables with a person.
"""

from __future__ import annotations

import platform
import shutil
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from arena.errors import InputError
from arena.league.bots import digest
from arena.records import MatchRecord, Mode
from arena.seeds import commitment, drawn_text
from arena.store import Entrant, League, Store, course
from arena.variant import Variant

if TYPE_CHECKING:
    from arena.league.file import Entry

PERSON = "person"
"""What stands for the language of a player who is no program, and of whom no copy can be kept."""


def entrants(names: Sequence[str], entries: Mapping[int, Entry]) -> list[Entrant]:
    """The players of a table by seat, as a store keeps them; where there is no entry, a person sits."""
    bots = {seat: entry.bot for seat, entry in entries.items()}
    return [
        Entrant(name, bots[seat].version, digest(bots[seat].path), bots[seat].language)
        if seat in bots
        else Entrant(name, language=PERSON)
        for seat, name in enumerate(names)
    ]


def keep(record: MatchRecord, players: Iterable[Entrant], variant: Variant, bots: Path, folder: Path) -> None:
    """Make the folder and store the match there, as all that its league will ever play.

    bots: the folder of the built copies that played; they are kept as well. Raises InputError when the folder can't be
    made, StoreError when a league is in it already.
    """
    spec = record.spec
    try:
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copytree(bots, folder / "bots", symlinks=True, dirs_exist_ok=True)
    except (OSError, shutil.Error) as error:
        raise InputError(f"{folder}: the table can't be kept there: {error}") from error
    league = League(
        name=folder.name,
        variant=spec.variant,
        seats=spec.seats,
        seed=spec.seed,
        mode=spec.mode,
        options=spec.options,
        format="one table",
        seating="single",
        limits=spec.limits,
        lowest_payoff=float(variant.lowest_payoff) if spec.mode is Mode.DEALS else 0.0,
        versions={"arena": version("trickarena"), "python": platform.python_version()},
        nonce=(nonce := drawn_text()),
        commitment=commitment(spec.seed, nonce),
    )
    with Store.create(folder, league, players, planned=len(spec.numbers)) as store:
        store.write(record)
        course.count_to(store, len(spec.numbers))
        course.end(store, over=True)
