"""The conformance run of a bot: named steps from its `bot.toml` to its last word; the result is data.

`arena bot check` prints it, and authors' tests may run it. What each step looks at is in `arena.testing.bot_steps`;
here is their order, and which of them can't be tried once an earlier one has failed.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from arena.errors import InputError
from arena.league.bots import obstacles, read_bot
from arena.league.preflight import make_program
from arena.records import Limits
from arena.referee.sandbox import Sandbox
from arena.testing import bot_games, bot_steps
from arena.testing.bot_probe import Prober
from arena.testing.bot_steps import Finding, Tried
from arena.testing.law import Step, Verdict
from arena.variant import Variant


@dataclass(frozen=True, slots=True)
class BotStep:
    """A step that plays. after: the step that must have gone well; `games` has when any game has."""

    name: str
    meaning: str
    look: Callable[[Tried], Finding]
    after: str = ""


FOLDER = "folder", "its bot.toml can be read"
BUILD = "build", "it can be built"
STEPS = (
    BotStep("start", "says `ready` in time", bot_steps.start),
    BotStep("handshake", "its `ready` is as the protocol has it", bot_steps.handshake, "start"),
    BotStep("games", "plays whole games at every number of seats", bot_games.games, "handshake"),
    BotStep("view", "can do without the view if it refuses it", bot_steps.view, "handshake"),
    BotStep("growth", "passes over keys, messages and events that it does not know", bot_steps.growth, "games"),
    BotStep("clock", "answers in time when there is little of it", bot_steps.clock, "games"),
    BotStep("tables", "plays as many tables at once as it offers, and the same there", bot_steps.tables, "games"),
    BotStep("repeat", "plays the same again when all is the same", bot_steps.repeat, "games"),
    BotStep("bye", "exits within a second of `bye`", bot_steps.bye, "games"),
    BotStep("leftovers", "leaves no process behind", bot_steps.leftovers, "games"),
    BotStep("output", "writes nothing but frames to standard output", bot_steps.output),
)
BOT_STEPS = (FOLDER[0], BUILD[0], *(step.name for step in STEPS))
"""The names of all steps, in their order."""


GAMES_S = 60
ANSWERS = 220
"""How many a game asks for, in the mean of all variants and numbers of seats."""
LEAST_MS, MOST_MS = 5, 50


@dataclass(frozen=True, slots=True)
class BotConformance:
    """What came of a run. `ok` is whether no step failed."""

    bot: str
    variants: tuple[str, ...]
    steps: tuple[Step, ...]

    @property
    def ok(self) -> bool:
        """Whether no step failed."""
        return all(step.verdict is not Verdict.FAIL for step in self.steps)


def check_bot(
    folder: Path,
    settings: Sequence[Variant],
    sandbox: Sandbox,
    *,
    limits: Limits | None = None,
    tell: Callable[[Step], None] | None = None,
) -> BotConformance:
    """Check the bot in this folder in each of these settings: variants with their numbers of seats.

    `tell` is given each step as soon as it is done. Raises ArenaError when the host or a variant spoils matches.
    """
    steps: list[Step] = []
    for step in _steps(folder, settings, sandbox, limits or Limits()):
        steps.append(step)
        if tell is not None:
            tell(step)
    return BotConformance(folder.resolve().name, tuple(dict.fromkeys(each.name for each in settings)), tuple(steps))


def told_ms(settings: int, move_ms: int) -> int:
    """The clock for a move that a bot is told for a run in so many settings, in milliseconds.

    Short enough that a bot which uses its whole clock has played a game in each within about GAMES_S.
    """
    share_ms = GAMES_S * 1000 / (settings * ANSWERS)
    return min(move_ms, round(min(max(share_ms, LEAST_MS), MOST_MS)))


def _steps(folder: Path, settings: Sequence[Variant], sandbox: Sandbox, limits: Limits) -> Iterator[Step]:
    try:
        bot = read_bot(folder)
    except InputError as error:
        yield Step(*FOLDER, Verdict.FAIL, (str(error),), remedy=bot_steps.MEND_FOLDER)
        yield _not_run(*BUILD, FOLDER[0])
        yield from (_not_run(step.name, step.meaning, FOLDER[0]) for step in STEPS)
        return
    yield Step(*FOLDER, Verdict.PASS, (f"{bot.name} {bot.version}",))
    if lacks := tuple(obstacles(bot)):
        remedy = "; ".join(lack.remedy for lack in lacks)
        yield Step(*BUILD, Verdict.FAIL, tuple(lack.what for lack in lacks), remedy=remedy)
        yield from (_not_run(step.name, step.meaning, BUILD[0]) for step in STEPS)
        return
    with tempfile.TemporaryDirectory(prefix="arena-") as place:
        try:
            program = make_program(bot, Path(place), sandbox, limits)
        except InputError as error:
            yield Step(*BUILD, Verdict.FAIL, tuple(str(error).splitlines()), remedy=bot_steps.MEND_BUILD)
            yield from (_not_run(step.name, step.meaning, BUILD[0]) for step in STEPS)
            return
        yield Step(*BUILD, Verdict.PASS, (" ".join(bot.build) or "nothing to build",))
        prober = Prober(bot.name, program, sandbox, limits, told_ms(len(settings), limits.move_ms))
        yield from _played(Tried(bot, tuple(settings), prober))


def _played(tried: Tried) -> Iterator[Step]:
    missing: set[str] = set()
    for step in STEPS:
        if step.after in missing or (step.after == "games" and not tried.good):
            missing.add(step.name)
            yield _not_run(step.name, step.meaning, step.after)
            continue
        finding = step.look(tried)
        if finding.verdict is Verdict.FAIL and step.name != "games":
            missing.add(step.name)
        yield Step(step.name, step.meaning, finding.verdict, finding.evidence, remedy=finding.remedy)


def _not_run(name: str, meaning: str, after: str) -> Step:
    return Step(name, meaning, Verdict.NOT_RUN, (f"needs {after}",))
