"""Going on with a league: what may have changed in its file since it was begun, and what is refused.

Called by the season with the database of what was played. More bots at the end, more deals and more formats are
welcome; whatever else would make stored results results of another league is refused, with the reason and what to do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from arena.errors import InputError
from arena.league.file import ChosenFormat, LeagueSpec
from arena.league.lineups import Lineups
from arena.league.schedule import Schedule
from arena.store import Entrant, League, Store, course
from arena.store.course import PlayedFormat

ELSEWHERE = "run into another folder (--out)"


def go_on(store: Store, spec: LeagueSpec, teams: tuple[tuple[int, ...], ...], folder: Path) -> Schedule:
    """The schedule of the league as it is now, with what was drawn in the formats' earlier rounds.

    InputError if its formats, bots or deals are not those that were played, and more of them.
    """
    played = {one.name: one for one in course.formats(store)}
    _compare_bots(store, spec, teams, folder)
    for one in played.values():
        _compare_format(one, spec, folder)
    founders = {name: one.founders for name, one in played.items()}
    schedule = Schedule(spec, teams, founders, course.rounds(store))
    check_formats(schedule)
    _compare_counts(store, schedule, played, folder)
    return schedule


def check_formats(schedule: Schedule) -> None:
    """InputError if one of the formats can't be played by these bots."""
    for chosen in schedule.league.formats:
        obstacle = chosen.format.obstacle(schedule.field(chosen), chosen.settings)
        if obstacle:
            raise InputError(f"{schedule.league.file}: [league.{chosen.name}] {obstacle}")


def played_formats(schedule: Schedule) -> list[PlayedFormat]:
    """The formats as they are written down."""
    return [
        PlayedFormat(chosen.name, dict(chosen.settings), schedule.field(chosen).founders)
        for chosen in schedule.league.formats
    ]


def compare_terms(store: Store, terms: League, folder: Path, file: str) -> None:
    """InputError if the league in the file is another one than that in the folder."""
    if differences := store.league.differences(terms):
        raise InputError(
            f"{folder}: holds another league: {'; '.join(differences)} (there: in the folder, here: in {file}); its "
            f"results can't be mixed with new ones: {ELSEWHERE}"
        )


def compare_contents(before: Sequence[Entrant], now: Sequence[Entrant], folder: Path) -> None:
    """InputError if a bot is not what it was when it entered."""
    for entrant, here in zip(before, now, strict=False):
        if entrant.digest != here.digest:
            raise InputError(
                f"{folder}: bot {entrant.name} has changed since it entered this league (content "
                f"{entrant.digest[:12]} then, {here.digest[:12]} now); two programs would be mixed under one "
                f"name: restore it, or add the new one with a name of its own at the end, or {ELSEWHERE}"
            )


def _compare_bots(store: Store, spec: LeagueSpec, teams: tuple[tuple[int, ...], ...], folder: Path) -> None:
    names = [entrant.name for entrant in store.entrants]
    bots = [entry.name for entry in spec.entries]
    if bots[: len(names)] != names:
        raise InputError(
            f"{folder}: the bots of this league are {', '.join(names)}, in this order, and new ones can only be "
            f"added behind them, but {spec.file} has {', '.join(bots)}: restore the order, or {ELSEWHERE}"
        )
    if Lineups(tuple(names), teams).shared != Lineups(tuple(bots), teams).shared:
        raise InputError(
            f"{folder}: with {len(names)} bots this league shares its {len(teams)} places among pairs, with "
            f"{len(bots)} every bot would have its own; these are different schedules: {ELSEWHERE}"
        )


def _compare_format(played: PlayedFormat, spec: LeagueSpec, folder: Path) -> None:
    now = next((chosen for chosen in spec.formats if chosen.name == played.name), None)
    if now is None:
        raise InputError(
            f"{folder}: this league is played as {played.name}, and [league] format in {spec.file} is {spec.format}; "
            f"formats can be added, but not taken away: name {played.name} as well, or {ELSEWHERE}"
        )
    before = {**now.format.settings, **played.settings}
    refusal = now.format.refusal(before, now.settings)
    if refusal:
        raise InputError(f"{folder}: [league.{played.name}] in {spec.file} has changed: {refusal}; or {ELSEWHERE}")


def _compare_counts(store: Store, schedule: Schedule, played: dict[str, PlayedFormat], folder: Path) -> None:
    """Refuse fewer deals than were asked for before; in a league of before formats the planned tables tell."""
    count = course.count(store)
    spec = schedule.league
    if count is None:
        bots = len(store.entrants)
        formats: tuple[ChosenFormat, ...] = tuple(chosen for chosen in spec.formats if chosen.name in played)
        old = replace(schedule, league=replace(spec, entries=spec.entries[:bots], count=1, formats=formats))
        count = (store.progress().planned or 0) // old.tables()
    if spec.count < count:
        raise InputError(
            f"{folder}: this league has {count} {spec.mode}, {spec.file} only {spec.count}; what is stored can't be "
            f"taken back: set {spec.mode} to {count} or more, or {ELSEWHERE}"
        )
