"""A league in its folder: begun there, or gone on with, or refused because what is there is another league.

Called by `arena league run`. It puts the parts in order (lock, comparison, copies of the bots, trial, database,
run), so that nothing is written before everything is known to be ready, and nothing stored is ever mixed
with results of other terms.
"""

from __future__ import annotations

import platform
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Protocol

from arena.errors import InputError
from arena.league.bots import check_unchanged, digest
from arena.league.copies import clear_left_behind, settle
from arena.league.executors import LocalPool
from arena.league.file import LeagueSpec
from arena.league.interrupts import Interrupts
from arena.league.lineups import Lineups
from arena.league.lock import locked
from arena.league.preflight import leave_out, make_programs, try_programs
from arena.league.questions import Separated
from arena.league.rounds import Question, Rounds
from arena.league.runner import Outcome, Progress, Run
from arena.league.schedule import Schedule
from arena.league.work import Work
from arena.plugin import plugin_paths
from arena.records import MatchSpec, Mode
from arena.referee.sandbox import Program, choose
from arena.store import DATABASE, Entrant, League, Store
from arena.variant import Variant


class Announced(Progress, Protocol):
    """A progress that is also told how much there is to do, once, before the first match."""

    def begin(self, tables: int, stored: int, jobs: int, sandbox: str) -> None:
        """So many tables in all, so many of them stored already, by so many workers, in this sandbox."""


@dataclass(frozen=True, slots=True)
class Means:
    """With what a league is played: workers, the sandbox asked for, and the plugins given by path."""

    jobs: int
    sandbox: str = "auto"
    plugins: tuple[str, ...] = ()


def run_league(
    spec: LeagueSpec,
    variant: Variant,
    folder: Path,
    means: Means,
    progress: Announced,
    question: Question | None = None,
) -> Outcome:
    """Play what is missing of a league in this folder, which is made if need be.

    question: to be answered by rounds, with `spec.count` as the budget; None: what `spec.until` says.
    InputError if another run holds the folder, if another league is in it, or if a bot is not ready;
    SandboxError if the sandbox can't be had. Ctrl-C is handled as the runner says.
    """
    _make(folder)
    with ExitStack() as stack:
        stack.enter_context(locked(folder))
        clear_left_behind(folder)
        tier = choose(means.sandbox, readable=plugin_paths(means.plugins))
        if any(entry.optional and entry.bot.build for entry in spec.entries):
            progress.note("building the bots that may be left out")
        asked, spec = spec, leave_out(spec, folder / "bots", tier)
        for sentence in spec.skipped[len(asked.skipped) :]:
            progress.note(sentence)
        schedule = Schedule(spec, variant.teams)
        store = stack.enter_context(Store.append(folder)) if (folder / DATABASE).exists() else None
        if store is not None:
            _compare(store, schedule, variant, folder)
        done = store.done() if store is not None else set()
        programs = make_programs(spec.entries, folder / "bots", tier, spec.limits)
        if next(schedule.missing(done), None) is not None:
            progress.note("building, starting and questioning the bots")
            try_programs(programs, variant, tier, spec.limits)
        settle({program.folder for program in programs.values()})
        if store is None:
            store = stack.enter_context(
                Store.create(folder, _terms(spec, variant), _entrants(spec), planned=schedule.tables())
            )
        else:
            store.enter(_entrants(spec))
            if question is None and spec.until is None:
                store.plan(schedule.tables())

        def work_of(match: MatchSpec) -> Work:
            return Work(match, tuple(programs[bot] for bot in match.bots), tier.name, means.plugins)

        progress.begin(schedule.tables(), schedule.tables() - schedule.left(done), means.jobs, tier.name)
        with Interrupts() as interrupts:
            run = Run(work_of, store, partial(LocalPool, means.jobs), means.jobs, progress, interrupts)
            question = question or _question(spec, variant, progress)
            if question is None:
                outcome = run.play(schedule.missing(done))
            else:
                outcome = run.play(iter(()), Rounds(schedule, store, question).matches)
        _tell_changes(programs.values(), progress)
        return outcome


def _question(spec: LeagueSpec, variant: Variant, progress: Announced) -> Question | None:
    if spec.until is None:
        return None
    return Separated([entry.name for entry in spec.entries], float(variant.lowest_payoff), progress.note)


def _tell_changes(programs: Iterable[Program], progress: Announced) -> None:
    """Name the copies of bots that somebody has changed while they played; the next run will refuse them."""
    for folder in sorted({program.folder for program in programs}):
        try:
            check_unchanged(folder)
        except InputError as error:
            progress.note(str(error))


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder}: can't be made a league's folder: {error.strerror}") from error


def _terms(spec: LeagueSpec, variant: Variant) -> League:
    return League(
        name=spec.name,
        variant=spec.variant,
        seats=spec.seats,
        seed=spec.seed,
        mode=spec.mode,
        options=spec.options,
        format=spec.format,
        seating=spec.seating,
        limits=spec.limits,
        lowest_payoff=float(variant.lowest_payoff) if spec.mode is Mode.DEALS else 0.0,
        versions={"arena": version("trickarena"), "python": platform.python_version()},
    )


def _entrants(spec: LeagueSpec) -> list[Entrant]:
    return [
        Entrant(entry.name, bot.version, digest(bot.path), bot.language)
        for entry in spec.entries
        for bot in [entry.bot]
    ]


def _compare(store: Store, schedule: Schedule, variant: Variant, folder: Path) -> None:
    """Refuse to go on with a league on other terms; more bots at the end and more deals are welcome."""
    spec = schedule.league
    if differences := store.league.differences(_terms(spec, variant)):
        raise InputError(
            f"{folder}: holds another league: {'; '.join(differences)} (there: in the folder, here: in the "
            "file); its results can't be mixed with new ones: run into another folder (--out)"
        )
    before = store.entrants
    names = [entrant.name for entrant in before]
    bots = schedule.lineups.bots
    if list(bots[: len(names)]) != names:
        raise InputError(
            f"{folder}: the bots of this league are {', '.join(names)}, in this order, and new ones can only be "
            f"added behind them, but the file has {', '.join(bots)}: restore the order, or run into "
            "another folder (--out)"
        )
    for entrant, now in zip(before, _entrants(spec), strict=False):
        if entrant.digest != now.digest:
            raise InputError(
                f"{folder}: bot {entrant.name} has changed since it entered this league (content "
                f"{entrant.digest[:12]} then, {now.digest[:12]} now); two programs would be mixed under one "
                "name: restore it, or add the new one with a name of its own at the end, or run into another "
                "folder (--out)"
            )
    if Lineups(tuple(names), schedule.teams).shared != schedule.lineups.shared:
        raise InputError(
            f"{folder}: with {len(names)} bots this league shares its {len(schedule.teams)} places among pairs, with "
            f"{len(bots)} every bot would have its own; these are different schedules: run into another "
            "folder (--out)"
        )
    _compare_counts(store, schedule, len(names), folder)


def _compare_counts(store: Store, schedule: Schedule, bots: int, folder: Path) -> None:
    planned = store.progress().planned
    spec = schedule.league
    old = replace(schedule, league=replace(spec, entries=spec.entries[:bots], count=1))
    count = (planned or 0) // old.tables()
    if spec.count < count:
        raise InputError(
            f"{folder}: this league has {count} {spec.mode}, the file only {spec.count}; what is stored can't be "
            f"taken back: set {spec.mode} to {count} or more, or run into another folder (--out)"
        )
