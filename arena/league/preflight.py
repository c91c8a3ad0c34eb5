"""Before the first deal: every bot is copied, built, started in the sandbox and asked its first questions.

What fails is told at once, all of it, by name and with the evidence, rather than in the middle of a league.
Called by the command line for leagues and for single tables; it makes the programs that matches start.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import cycle, islice
from pathlib import Path

from arena.errors import ArenaError, InputError
from arena.league.allowance import memory_mb
from arena.league.bots import BotFolder, obstacle, snapshot
from arena.league.file import Entry, LeagueSpec
from arena.league.work import lines
from arena.records import Fault, FaultKind, Limits, MatchRecord, MatchSpec, Mode, OnFault
from arena.referee.lines import Happening, Lines
from arena.referee.listening import Relay
from arena.referee.match import play_match
from arena.referee.sandbox import Program, Sandbox
from arena.variant import Variant
from arena.wire.quoting import printable

_TAIL = 2000
"""How many characters of a build's output, or of a bot's log, are shown."""


def leave_out(spec: LeagueSpec, into: Path, sandbox: Sandbox) -> LeagueSpec:
    """The league without the optional bots whose build fails here; `skipped` tells of each, with the evidence.

    What a build needs besides its tool (a library's headers, an interpreter's module) only the build itself can
    tell. InputError if fewer than two bots are left.
    """
    kept, skipped = [], []
    for entry in spec.entries:
        try:
            if entry.optional:
                snapshot(entry.bot, into, partial(_build, entry.bot, sandbox, spec.limits))
            kept.append(entry)
        except _BuildFailed as failed:
            skipped.append(f"{entry.name} is skipped: {failed}")
    if len(kept) < 2:
        told = "\n".join(("a league needs two bots or more, and too few are left:", *skipped))
        raise InputError(told)
    return replace(spec, entries=tuple(kept), skipped=(*spec.skipped, *skipped)) if skipped else spec


def make_programs(entries: Sequence[Entry], into: Path, sandbox: Sandbox, limits: Limits) -> Mapping[str, Program]:
    """For each entrant its program: the bot's folder copied under `into` and built there inside the sandbox.

    InputError tells of every bot whose build fails.
    """
    programs: dict[str, Program] = {}
    failures: list[str] = []
    for entry in entries:
        try:
            programs[entry.name] = make_program(entry.bot, into, sandbox, limits)
        except _BuildFailed as failed:
            failures.append(f"{entry.name} ({entry.bot.path}): {failed}")
    if failures:
        raise InputError(_list("these bots can't be built", failures))
    return programs


def make_program(bot: BotFolder, into: Path, sandbox: Sandbox, limits: Limits) -> Program:
    """One bot's program, likewise; InputError tells how its build failed."""
    folder = snapshot(bot, into, partial(_build, bot, sandbox, limits))
    return Program(bot.command, folder, memory_mb=memory_mb(bot))


def try_programs(programs: Mapping[str, Program], variant: Variant, sandbox: Sandbox, limits: Limits) -> None:
    """Start every program and ask it the first questions of a deal.

    InputError tells of every bot that does not start or does not answer, with the evidence. A program that
    entered twice is tried once. Programs are tried a table at a time; where somebody fails there, each of them is tried
    again in all seats of a table of its own.
    """
    first: dict[tuple[Path, tuple[str, ...]], tuple[str, Program]] = {}
    for name, program in programs.items():
        first.setdefault((program.folder, program.command), (name, program))
    entrants = list(first.values())
    failures: list[str] = []
    for start in range(0, len(entrants), variant.seats):
        group = entrants[start : start + variant.seats]
        record = _trial(list(islice(cycle(group), variant.seats)), variant, sandbox, limits)
        if record is None:
            continue
        for name, program in group:
            fault = _first_fault(name, program, variant, sandbox, limits)
            if fault:
                failures.append(f"{name}: {tell(fault)}")
    if failures:
        raise InputError(_list("these bots are not ready to play", failures))


def tell(fault: Fault) -> str:
    """A fault and its evidence, for a person."""
    lines = [f"{fault.kind.replace('_', ' ')}: {fault.detail}"]
    if fault.frames:
        lines += ["last messages (> to the bot, < from it):", *(f"  {frame}" for frame in fault.frames)]
    if fault.stderr.strip():
        log = fault.stderr.strip()[-_TAIL:].splitlines()
        lines += ["its standard error:", *(f"  {printable(line.expandtabs())}" for line in log)]
    return "\n".join(lines)


class _BuildFailed(InputError):
    """A bot's build command failed; the text says how."""


class _Enough(Exception):
    """Every seat of a trial table has answered and been judged: there is nothing more to find out."""


class _FirstAnswers(Relay):
    """Lines that end a match as soon as every bot has given one good answer after its `ready`.

    Under `max_faults = 1` the referee shuts a line at the first fault; then the match goes on to its own
    end, so that the fault is recorded.
    """

    def __init__(self, lines: Lines, seats: int) -> None:
        super().__init__(lines)
        self._frames = [0] * seats
        self._faulted = False

    def wait(self, until: float) -> tuple[float, Sequence[Happening]]:
        # Asked again, so all that came before has been judged.
        if not self._faulted and min(self._frames) >= 2:
            raise _Enough
        seen_s, happenings = super().wait(until)
        for seat, what in happenings:
            self._frames[seat] += isinstance(what, bytes)
        return seen_s, happenings

    def shut(self, seat: int) -> None:
        self._faulted = True
        super().shut(seat)


def _first_fault(name: str, program: Program, variant: Variant, sandbox: Sandbox, limits: Limits) -> Fault | None:
    table = [(name, program)] * variant.seats
    record = _trial(table, variant, sandbox, limits)
    if record is not None and record.void:
        # The host may have been slow for a moment.
        record = _trial(table, variant, sandbox, limits)
    if record is None:
        return None
    if record.void:
        raise ArenaError(f"the trial of {name} could not be made: {record.void}")
    hands = [hand for played in record.tables for hand in played.hands]
    faults = [*record.faults, *(fault for hand in hands for fault in hand.faults)]
    return faults[0] if faults else None


def _trial(
    seated: Sequence[tuple[str, Program]], variant: Variant, sandbox: Sandbox, limits: Limits
) -> MatchRecord | None:
    """The record of a table of these bots that ended early, by a fault; None if it went well."""
    spec = MatchSpec(
        name="trial.r0.b0",
        variant=variant.name,
        options={},
        seed="trial",  # Never a league's own deals: nobody may see those twice.
        mode=Mode.DEALS,
        bots=tuple(name for name, _ in seated),
        numbers=(0,),
        limits=replace(limits, max_faults=1, on_fault=OnFault.FORFEIT, tables=1),
    )
    programs = tuple(program for _, program in seated)
    trial = _FirstAnswers(lines(programs, variant, sandbox, spec), variant.seats)
    try:
        return play_match(spec, variant, trial)
    except _Enough:
        return None


def _build(bot: BotFolder, sandbox: Sandbox, limits: Limits, copy: Path) -> None:
    if bot.lacks_packages():
        raise _BuildFailed(obstacle(bot))
    result = sandbox.build(Program(bot.build, copy), limits)
    if not result.ok:
        lines = result.output.strip()[-_TAIL:].splitlines()
        output = "\n".join(f"  {printable(line.expandtabs())}" for line in lines)
        raise _BuildFailed(f"{FaultKind.BUILD}: {' '.join(bot.build)}: {result.detail}\n{output}".rstrip())


def _list(what: str, failures: Sequence[str]) -> str:
    told = "\n".join("- " + failure.replace("\n", "\n  ") for failure in failures)
    return f"{what}:\n{told}\nmend them, or leave them out"
