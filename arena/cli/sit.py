"""`arena play VARIANT human BOT ...`: seats the person who is at the terminal, and keeps what was played.

Called by `arena play`. The bots are in the sandbox as ever; the person's side is `arena.cli.by_hand`.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import click

from arena.errors import InputError
from arena.human import HUMAN

if TYPE_CHECKING:
    from arena.cli.trace import Trace
    from arena.league.file import Entry
    from arena.records import MatchRecord, MatchSpec
    from arena.variant import Variant

TABLES = Path("tables")
"""Where tables with a person are kept unless told otherwise."""


@dataclass(frozen=True, slots=True)
class Held:
    """How bots are held: the sandbox asked for, the plugins given by path, and the folder for the bots' copies."""

    sandbox: str
    plugins: tuple[str, ...]
    bots: Path


def check_free(folder: Path) -> None:
    """InputError if a league or a table is kept in this folder already: known before anybody has played."""
    from arena.store import DATABASE

    if (folder / DATABASE).exists():
        raise InputError(f"--out {folder}: a league or a table is kept there already; choose another folder")


def seat_of_person(bots: Sequence[str]) -> int | None:
    """Where the person sits, if one of the players is one. InputError for two."""
    seats = [seat for seat, bot in enumerate(bots) if bot == HUMAN]
    if len(seats) > 1:
        raise InputError(f"{len(seats)} people at one terminal would see each other's cards; name {HUMAN!r} once")
    return seats[0] if seats else None


def play_by_hand(
    spec: MatchSpec,
    variant: Variant,
    entries: Mapping[int, Entry],
    held: Held,
    *,
    seat: int,
    person_ms: int | None,
    trace: Trace | None,
) -> MatchRecord | None:
    """Play a match in which the person at the terminal has a seat; None if they left."""
    from rich.console import Console

    from arena.cli.by_hand import TerminalFront
    from arena.human import NO_CLOCK_MS, Sitting
    from arena.league.preflight import make_programs
    from arena.plugin import plugin_paths
    from arena.referee.sandbox import choose

    console = Console(highlight=False, soft_wrap=False)
    tier = choose(held.sandbox, readable=plugin_paths(held.plugins))
    click.echo(f"{spec.variant}, {spec.seats} players, seed {spec.seed!r}, sandbox {tier.name}")
    click.echo(f"You are in seat {seat}; to your left, in turn: {', '.join(_round(spec.bots, seat))}. ? for help.")
    front = TerminalFront(variant, spec.bots, seat, console, input if sys.stdin.isatty() else _read_and_echo)
    programs = make_programs(list(entries.values()), held.bots, tier, spec.limits)
    by_seat = {place: programs[entry.name] for place, entry in entries.items()}
    sitting = Sitting(spec, variant, by_seat, tier, seat=seat, person_ms=person_ms or NO_CLOCK_MS, listener=trace)
    record = sitting.play(front)
    if record.void and sitting.left:
        click.echo("You have left the table; nothing of it is kept.")
        return None
    return record


def _read_and_echo(prompt: str) -> str:
    """A line of an input that is no terminal, shown where a terminal would have shown it."""
    line = input(prompt)
    print(line)
    return line


def _round(names: Sequence[str], seat: int) -> list[str]:
    """The other players, from the person's left on."""
    return [*names[seat + 1 :], *names[:seat]]


def keep_table(
    record: MatchRecord,
    variant: Variant,
    entries: Mapping[int, Entry],
    bots: Path,
    folder: Path | None,
    *,
    aside: bool = False,
) -> None:
    """Keep the table as a folder like a league's, and tell how to see it again.

    bots: the copies that played. folder: None for a new one below `tables`. aside: tell it on standard error.
    """
    from arena.league.keeping import entrants, keep

    folder = folder or _free(record.spec.variant)
    keep(record, entrants(record.spec.bots, entries), variant, bots, folder)
    click.echo(f"kept in {folder}; to see it again: arena replay {folder}", err=aside)


def _free(variant: str) -> Path:
    return next(folder for number in count(1) if not (folder := TABLES / f"{variant}-{number}").exists())
