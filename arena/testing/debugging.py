"""A table for one bot and a debugger: company in the other seats, and a clock that runs for a day.

`arena bot debug` plays it. The bot is told the usual limits, so that it thinks as it would in a league; only the
referee is patient.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, replace

from arena.records import Limits, MatchRecord, MatchSpec, Mode, OnFault
from arena.referee import census
from arena.referee.lines import Happening, Lines
from arena.referee.listening import Listener, Overheard
from arena.referee.match import play_match
from arena.referee.process import ProcessLines
from arena.referee.sandbox import Program, Sandbox
from arena.testing.company import InCompany
from arena.testing.told_limits import ToldLimits
from arena.variant import Variant

DAY_MS = 86_400_000
LOOK_EVERY_S = 0.02
COMPANY = "company"


def patient(limits: Limits) -> Limits:
    """The same limits, as far as a debugger could not live with them: no clock, no memory to run out of, no pauses."""
    return replace(
        limits,
        move_ms=DAY_MS,
        start_ms=DAY_MS,
        memory_mb=max(limits.memory_mb, 1 << 20),
        processes=max(limits.processes, 4096),
        pause_between_turns=False,
        tables=1,
        max_faults=1,
        on_fault=OnFault.STAND_IN,
    )


class Debugged(ToldLimits):
    """Lines to one bot that tell it the usual limits, and tell its author which process to attach to.

    `attach` is called with the number, on this host, of each process that is started for the bot, before the bot is
    asked anything; while it does not return, nobody waits for the bot.
    """

    def __init__(self, lines: Lines, process: ProcessLines, usual: Limits, attach: Callable[[int], None]) -> None:
        told = {key: getattr(usual, key) for key in ("start_ms", "move_ms", "memory_mb")}
        super().__init__(lines, told, DAY_MS)
        self._process = process
        self._attach = attach
        self._attached = False

    def open(self, seat: int) -> None:
        """Start the bot; whoever wants to attach is told as soon as its program is there."""
        super().open(seat)
        self._attached = False

    def wait(self, until: float) -> tuple[float, Sequence[Happening]]:
        """Wait; until the bot's program is there, look for it every now and then."""
        seen_s, happenings = super().wait(until if self._attached else min(until, self.now() + LOOK_EVERY_S))
        if not self._attached and (top := self._process.pid(0)) is not None:
            main = census.take(top, self.sandbox).main
            if main is not None:
                self._attached = True
                self._attach(main)
        return seen_s, happenings


def debug_match(
    name: str,
    program: Program,
    variant: Variant,
    sandbox: Sandbox,
    *,
    seat: int,
    seed: str,
    deals: int,
    attach: Callable[[int], None],
    listener: Listener,
) -> MatchRecord:
    """Play deals with this bot in `seat`; the match ends at its first fault. See `Debugged` for `attach`.

    The listener hears of the bot alone, as of seat 0.
    """
    usual = Limits()
    usual = replace(usual, memory_mb=min(usual.memory_mb, program.memory_mb or usual.memory_mb))
    spec = MatchSpec(
        name="debug.r0.b0",
        variant=variant.name,
        options=asdict(variant.options),
        seed=seed,
        mode=Mode.DEALS,
        bots=tuple(name if chair == seat else COMPANY for chair in range(variant.seats)),
        numbers=tuple(range(deals)),
        limits=patient(usual),
    )
    kind = type(variant)
    where = f"{kind.__module__}:{kind.__qualname__}"
    unlimited = replace(program, memory_mb=None)
    process = ProcessLines((unlimited,), where, sandbox, spec.limits, listener.logged)
    bot = Debugged(Overheard(process, listener), process, usual, attach)
    return play_match(spec, variant, InCompany(bot, seat, variant.seats))
