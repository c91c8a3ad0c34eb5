"""A single table kept as a league's folder, so that it can be replayed, verified and reported like any other.

Called for tables that were not played by a league: `arena play --out` and tables with a person.
"""

from __future__ import annotations

import platform
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path

from arena.errors import InputError
from arena.records import MatchRecord, Mode
from arena.store import Entrant, League, Store, course
from arena.variant import Variant


def keep(record: MatchRecord, entrants: Iterable[Entrant], variant: Variant, folder: Path) -> None:
    """Make the folder and store the match there, as all that its league will ever play.

    Raises InputError when the folder can't be made, StoreError when a league is in it already.
    """
    spec = record.spec
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder}: can't be made to keep the table in: {error.strerror}") from error
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
    )
    with Store.create(folder, league, entrants, planned=len(spec.numbers)) as store:
        store.write(record)
        course.count_to(store, len(spec.numbers))
        course.end(store, over=True)
