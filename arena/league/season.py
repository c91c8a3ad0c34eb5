"""A league in its folder: begun there, or gone on with, or refused because what is there is another league.

Called by `arena league run`. It puts the parts in order (lock, comparison, copies of the bots, trial, database,
run), so that nothing is written before everything is known to be ready, and nothing stored is ever mixed
with results of other terms.
"""

from __future__ import annotations

import platform
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Protocol

from arena.errors import InputError
from arena.league.bots import check_unchanged, digest
from arena.league.copies import clear_left_behind, settle
from arena.league.drawing import Drawing
from arena.league.executors import LocalPool
from arena.league.file import LeagueSpec
from arena.league.going_on import check_formats, compare_contents, compare_terms, go_on, played_formats
from arena.league.interrupts import Interrupts
from arena.league.lock import locked
from arena.league.pauses import Pauses
from arena.league.preflight import leave_out, make_programs, try_programs
from arena.league.questions import Separated
from arena.league.rounds import Question, Rounds
from arena.league.runner import Outcome, Progress, Run
from arena.league.schedule import Schedule
from arena.league.work import Work
from arena.plugin import plugin_paths
from arena.records import MatchSpec, Mode
from arena.referee.sandbox import Program, Sandbox, choose
from arena.seeds import commitment, drawn_text
from arena.store import DATABASE, Entrant, League, Store, course
from arena.variant import Variant


class Announced(Progress, Protocol):
    """A progress that is also told how much there is to do, once, before the first match."""

    def begin(self, tables: int, stored: int, jobs: int, sandbox: str) -> None:
        """So many tables in all, so many of them stored already, by so many workers, in this sandbox."""

    def grow(self, tables: int) -> None:
        """There are so many tables now: a round has been drawn."""

    def begun(self, match: MatchSpec) -> None:
        """A match has been handed out to be played; one that turns out void may be so again."""


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
        store = stack.enter_context(Store.append(folder)) if (folder / DATABASE).exists() else None
        schedule = _schedule(spec, variant, store, folder)
        programs = make_programs(spec.entries, folder / "bots", tier, spec.limits)
        _try(programs, schedule, store, variant, tier, progress)
        settle({program.folder for program in programs.values()})
        if store is None:
            store = stack.enter_context(Store.create(folder, _terms(schedule.league, variant), _entrants(spec)))
            if question is None:
                progress.note(f"the seed of this league is committed to: {store.league.commitment}")
        _enlarge(store, schedule, progress, fixed=question is None and spec.until is None)

        def work_of(match: MatchSpec) -> Work:
            progress.begun(match)
            return Work(match, tuple(programs[bot] for bot in match.bots), tier.name, means.plugins)

        progress.begin(schedule.tables(), store.progress().tables, means.jobs, tier.name)
        pauses = Pauses(store, progress.note)
        with Interrupts() as interrupts:
            run = Run(work_of, store, partial(LocalPool, means.jobs), means.jobs, progress, interrupts, gate=pauses)
            question = question or _question(spec, variant, progress)
            if question is None:
                drawing = Drawing(schedule, store, pauses, progress)
                outcome = run.play(schedule.missing(store.done()), drawing.matches)
            else:
                outcome = run.play(iter(()), Rounds(schedule, store, question).matches)
        course.end(store, over=not outcome.stopped and not outcome.void)
        _tell_changes(programs.values(), progress)
        return replace(outcome, paused=pauses.bots)


def _schedule(spec: LeagueSpec, variant: Variant, store: Store | None, folder: Path) -> Schedule:
    """The schedule, with a seed that is drawn for a new league whose file gives none.

    InputError if the league that is there can't be gone on with.
    """
    if store is None:
        schedule = Schedule(replace(spec, seed=spec.seed or drawn_text()), variant.teams)
        check_formats(schedule)
        return schedule
    spec = replace(spec, seed=spec.seed or store.league.seed)
    compare_terms(store, _terms(spec, variant), folder, spec.file)
    schedule = go_on(store, spec, variant.teams, folder)
    compare_contents(store.entrants, _entrants(spec), folder)
    return schedule


def _try(
    programs: Mapping[str, Program],
    schedule: Schedule,
    store: Store | None,
    variant: Variant,
    tier: Sandbox,
    progress: Announced,
) -> None:
    """Try the bots that are to play and have not shown yet that they can, if anything is left to play."""
    known = {pause.bot for pause in course.pauses(store)} if store is not None else set()
    done = store.done() if store is not None else set()
    left = any(known.isdisjoint(match.bots) for match in schedule.missing(done))
    if left or schedule.next_to_draw() is not None:
        if store is not None:
            known |= {bot for _, _, bot, _ in store.appearances()}
        progress.note("building, starting and questioning the bots")
        new = {name: program for name, program in programs.items() if name not in known}
        try_programs(new, variant, tier, schedule.league.limits)


def _enlarge(store: Store, schedule: Schedule, progress: Announced, *, fixed: bool) -> None:
    """Write down what the league has now: its bots, formats and, where their number is fixed, its deals."""
    before = {entrant.name for entrant in store.entrants}
    late = [entry.name for entry in schedule.league.entries if entry.name not in before]
    if late and course.was_told(store):
        course.come_late(store, late)
        progress.note(
            f"{', '.join(late)}: entered after this league was over and its seed was told; an author who knows the "
            "seed knows every deal (the reports say so, too)"
        )
    store.enter(_entrants(schedule.league))
    course.take_up(store, played_formats(schedule))
    if fixed:
        course.count_to(store, schedule.league.count)
        store.plan(schedule.tables())


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
        nonce=(nonce := drawn_text()),
        commitment=commitment(spec.seed, nonce),
    )


def _entrants(spec: LeagueSpec) -> list[Entrant]:
    return [
        Entrant(entry.name, bot.version, digest(bot.path), bot.language)
        for entry in spec.entries
        for bot in [entry.bot]
    ]
