"""The steps of a bot's conformance run that play: each a match or more, and what its author should know of it.

`arena.testing.bot_check` has their order. They judge what `arena.testing.bot_probe` plays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from arena.league.bots import BotFolder
from arena.league.preflight import tell
from arena.records import Fault, FaultKind, TableRecord
from arena.referee.lines import Lines
from arena.testing.bot_lines import Odd, WithView
from arena.testing.bot_probe import Probe, Prober
from arena.testing.law import Verdict
from arena.variant import Variant
from arena.wire import plain

SHORT_MS = 200
DEALS = 8
MOST_TABLES = 8

MEND_FOLDER = "mend bot.toml: docs/writing-a-bot.md has a whole one"
MEND_BUILD = "the command runs in a copy of the folder, without network; docs/writing-a-bot.md, bot.toml"
MEND_OUTPUT = (
    "if it is text, print to standard error instead: docs/protocol.md, Prints; if not: docs/protocol.md, Frames"
)
MEND_COMMAND = (
    "the `command` of bot.toml can't be started: does the build make it, is it a program (chmod +x, or #! in its first "
    "line)? what the sandbox shows of this machine's tools: arena doctor"
)
MEND_VIEW = "leave `view` out of `ready`, or keep from the events what the view would have told"
MEND_GROWTH = (
    "take what you know out of a message, and pass over everything else; docs/protocol.md, How the protocol grows"
)
MEND_CLOCK = (
    "`ms` of each `act` is the time for its answer: think no longer than that, and leave some of it for the way"
)
MEND_TABLES = "keep apart what belongs to each table, and answer with the `table` and `turn` of the question"
MEND_CHANCE = "draw chance from nothing but the `seed` of `start`, and let nothing else (time, order of a set) decide"
MEND_BYE = "end the program when `bye` comes, or at the end of standard input"
MEND_LEFTOVERS = "end every process that you start, and wait for it, before you exit"
MEND_READY = "docs/protocol.md, ready"
MEND_FAULT = {
    FaultKind.START_TIMEOUT: "answer `hello` before you load what can wait, and flush standard output after a frame",
    FaultKind.CRASH: "its standard error should have the reason; a bot goes on until `bye`, or the end of its input",
    FaultKind.TIMEOUT: "was the answer flushed? is `ms` kept in mind while it thinks?",
    FaultKind.ILLEGAL: "answer with one of `legal`, as it is written there",
    FaultKind.PROTOCOL: "docs/protocol.md shows every message as bytes",
    FaultKind.MEMORY: "use less than `limits.memory_mb` of `hello`",
    FaultKind.OUTPUT_FLOOD: "one answer to each question, and nothing else",
    FaultKind.BUILD: MEND_BUILD,
}


@dataclass(frozen=True, slots=True)
class Finding:
    """What a step came to."""

    verdict: Verdict
    evidence: tuple[str, ...] = ()
    remedy: str = ""


@dataclass(slots=True)
class Tried:
    """A bot, the settings it is tried in, and what the steps have found out so far.

    ready: its own words. good: the settings in which it has played a whole game. broke: why it failed in another.
    noise: what it wrote to standard output that was no frame.
    """

    bot: BotFolder
    settings: tuple[Variant, ...]
    prober: Prober
    ready: plain.Message = field(default_factory=dict)
    good: list[Variant] = field(default_factory=list)
    broke: Probe | None = None
    noise: str = ""
    first: Probe | None = None
    alone: Probe | None = None

    def seen(self, probe: Probe) -> Probe:
        """Every match goes through here."""
        self.noise = self.noise or probe.noise
        return probe

    def one_by_one(self) -> Probe:
        """The deals that are compared, one after the other."""
        if self.alone is None:
            self.alone = self.seen(self.prober.deals(self.good[0], DEALS))
        return self.alone


def start(tried: Tried) -> Finding:
    """Start it, and let it play a first deal."""
    probe = tried.first = tried.seen(tried.prober.deals(tried.settings[0], 1))
    fault, allowed_ms = probe.fault, tried.prober.limits.start_ms
    if fault is not None and probe.ready is None and fault.kind is not FaultKind.PROTOCOL:
        # What a shell says of a command that is not there, or is no program.
        return failed(fault, remedy=MEND_COMMAND if fault.detail.endswith(("status 127", "status 126")) else "")
    if probe.ready is None:
        return Finding(Verdict.PASS, ("it has started, but what came first was no `ready`",))
    told = f"after {probe.ready_s * 1000:.0f} ms of {allowed_ms}"
    if probe.ready_s * 1000 > allowed_ms / 2:
        return Finding(Verdict.ADVICE, (told,), "a slower machine may be too slow: load less before `ready`")
    return Finding(Verdict.PASS, (told,))


def handshake(tried: Tried) -> Finding:
    """Look at its `ready`."""
    probe = tried.first
    assert probe is not None
    if probe.fault is not None and not probe.fault.table:
        return failed(probe.fault, remedy=MEND_OUTPUT if probe.noise else MEND_READY)
    ready = tried.ready = probe.ready or {}
    view = "wants the view" if ready.get("view", True) else "refuses the view"
    told = f"{ready['name']} {ready['version']}, tables {ready.get('tables', 1)}, {view}"
    odd = [key for key, value in (("name", tried.bot.name), ("version", tried.bot.version)) if ready[key] != value]
    if odd:
        return Finding(
            Verdict.ADVICE,
            (told, *(f"bot.toml has the {key} {getattr(tried.bot, key)!r}" for key in odd)),
            "say the same in both places; leagues go by bot.toml",
        )
    return Finding(Verdict.PASS, (told,))


def view(tried: Tried) -> Finding:
    """If it refuses the view and has failed, see whether it would have played with it."""
    if tried.ready.get("view", True):
        return Finding(Verdict.PASS, ("it wants the view",))
    if tried.broke is None:
        return Finding(Verdict.PASS, ("it refuses the view, and plays without it",))
    if tried.seen(tried.prober.deals(tried.broke.variant, 1, bend=WithView)).fault is not None:
        return Finding(Verdict.PASS, ("it refuses the view; its games fail with it as well",))
    assert tried.broke.fault is not None
    return failed(tried.broke.fault, "it refuses the view, but plays only if it is sent it all the same:", MEND_VIEW)


def growth(tried: Tried) -> Finding:
    """Speak to it as a later version of the protocol may."""
    made: list[Odd] = []

    def bend(lines: Lines) -> Lines:
        made.append(Odd(lines))
        return made[-1]

    probe = tried.seen(tried.prober.deals(tried.good[0], 2, bend=bend))
    if probe.fault is not None:
        return failed(probe.fault, f"when it was told more than version 1 has: > {made[-1].said}", MEND_GROWTH)
    return Finding(Verdict.PASS)


def clock(tried: Tried) -> Finding:
    """Give it little time, twice if need be: a first answer may be slow for the host's sake."""

    def play() -> Probe:
        return tried.seen(tried.prober.deals(tried.good[0], 4, move_ms=SHORT_MS))

    probe = _twice(play, lambda probe: probe.fault is None)
    if probe.fault is not None:
        return failed(probe.fault, f"with {SHORT_MS} ms for a move:", MEND_CLOCK)
    return Finding(
        Verdict.PASS, (f"{SHORT_MS} ms for a move; the slowest answer after {probe.slowest_s * 1000:.1f} ms",)
    )


def tables(tried: Tried) -> Finding:
    """Play the same deals one by one and at once."""
    offered = tried.ready.get("tables", 1)
    if offered == 1:
        return Finding(Verdict.PASS, ("it plays one table at a time",))
    count = min(offered, MOST_TABLES)
    alone, many = tried.one_by_one(), tried.seen(tried.prober.deals(tried.good[0], DEALS, tables=count))
    if fault := alone.fault or many.fault:
        return failed(fault, f"{count} tables at once:" if alone.fault is None else "one table at a time:", MEND_TABLES)
    if differing := _differing(alone.tables, many.tables):
        told = f"with {count} tables at once it plays otherwise than with one: {differing}"
        return Finding(Verdict.ADVICE, (told,), f"{MEND_TABLES}; {MEND_CHANCE}")
    return Finding(Verdict.PASS, (f"offers {offered}; {count} at once are played as one by one",))


def repeat(tried: Tried) -> Finding:
    """Play the same deals again."""
    once, again = tried.one_by_one(), tried.seen(tried.prober.deals(tried.good[0], DEALS))
    if fault := once.fault or again.fault:
        return failed(fault)
    if differing := _differing(once.tables, again.tables):
        told = f"the same deals with the same seeds were played otherwise: {differing}"
        return Finding(Verdict.ADVICE, (told,), f"{MEND_CHANCE}; then a league can be played again")
    return Finding(Verdict.PASS, (f"{DEALS} deals twice",))


def bye(tried: Tried) -> Finding:
    """See it off; twice if need be, for the host's sake."""

    def play() -> Probe:
        return tried.seen(tried.prober.deals(tried.good[0], 1))

    probe = _twice(play, lambda probe: probe.goodbye.gone)
    if probe.fault is not None:
        return failed(probe.fault)
    if not probe.goodbye.gone:
        return Finding(Verdict.FAIL, ("it was still there a second after `bye`", *_log(probe)), MEND_BYE)
    ending = probe.goodbye.ending
    if ending and ending != "exited with status 0":
        return Finding(
            Verdict.ADVICE, (f"after `bye` it {ending}", *_log(probe)), "exit with status 0 when all is well"
        )
    return Finding(Verdict.PASS)


def leftovers(tried: Tried) -> Finding:
    """See it off, and look who stays."""
    probe = tried.seen(tried.prober.deals(tried.good[0], 1, hold=True))
    if probe.fault is not None:
        return failed(probe.fault)
    if probe.goodbye.left:
        told = (f"still running after it: {command}" for command in probe.goodbye.left)
        return Finding(Verdict.FAIL, tuple(told), MEND_LEFTOVERS)
    if not probe.goodbye.gone:
        return Finding(Verdict.NOT_RUN, ("it does not exit",))
    return Finding(Verdict.PASS)


def output(tried: Tried) -> Finding:
    """Whether anything but frames has come in all of this."""
    return Finding(Verdict.FAIL, (tried.noise,), MEND_OUTPUT) if tried.noise else Finding(Verdict.PASS)


def failed(fault: Fault, place: str = "", remedy: str = "") -> Finding:
    """A fault with its evidence. What to do follows from its kind, unless the step knows better."""
    lines = [*([place] if place else []), *tell(fault).splitlines()]
    return Finding(Verdict.FAIL, tuple(lines), remedy or MEND_FAULT[fault.kind])


def _twice(play: Callable[[], Probe], well: Callable[[Probe], bool]) -> Probe:
    probe = play()
    return probe if well(probe) else play()


def _log(probe: Probe) -> Iterator[str]:
    if lines := probe.log.strip().splitlines():
        yield "its standard error:"
        yield from (f"  {line}" for line in lines[-10:])


def _differing(one: Sequence[TableRecord], other: Sequence[TableRecord]) -> str:
    """Which deals were not played alike."""
    numbers = [str(a.number) for a, b in zip(one, other, strict=True) if a != b]
    return f"deals {', '.join(numbers)}" if numbers else ""
