"""The league file: from TOML to a checked, frozen description of one league.

Called by the command line. Everything that can be wrong with a file is found here, before anything is made
or started; what follows may rely on it. It knows variants and bots only by what the registry says of them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arena.errors import InputError
from arena.league.bots import NAME, BotFolder, check_is_folder, obstacle, read_bot
from arena.league.formats.round_robin import RoundRobin
from arena.league.lineups import Lineups
from arena.league.settings import Section, read_toml
from arena.plugin import Field, Format
from arena.records import Limits, Mode, OnFault

if TYPE_CHECKING:
    from arena.plugin import Registry
    from arena.variant import Variant

LEAGUE_KEYS = ("name", "variant", "seats", "seed", "format", "deals", "games", "until", "budget", "seating", "options")
BOT_KEYS = ("path", "name", "optional")
MOST_TABLES = 10_000_000

_LEAGUE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_RANGES = {
    "move_ms": (1, 3_600_000),
    "start_ms": (1, 3_600_000),
    "memory_mb": (16, 1_048_576),
    "processes": (1, 65_536),
    "disk_mb": (1, 1_048_576),
    "cpu_s": (1, 31_536_000),
    "open_files": (16, 65_536),
    "build_ms": (1, 86_400_000),
    "max_faults": (1, 1_000_000),
    "tables": (1, 1024),
}


class Until(StrEnum):
    """What ends a league before its budget of deals is spent."""

    SEPARATED = "separated"


class Seating(StrEnum):
    """Whether each deal is played again with the seats exchanged, or once."""

    DUPLICATE = "duplicate"
    SINGLE = "single"


@dataclass(frozen=True, slots=True)
class Entry:
    """One entrant: a name that is its own in this league, and the bot's folder.

    An optional one is left out of the league where it can't be built.
    """

    name: str
    bot: BotFolder
    optional: bool = False


@dataclass(frozen=True, slots=True)
class ChosenFormat:
    """A format that the league is played in, and its settings, with the defaults spelt out."""

    format: Format
    settings: Mapping[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The format's name."""
        return self.format.name


@dataclass(frozen=True, slots=True)
class LeagueSpec:
    """One league as it was asked for. `count` is the number of deals, or of games, by `mode`.

    `seed` is empty if the file gives none: then one is drawn when the league begins. `file` is for messages. `skipped`
    tells, a sentence each, which optional bots this machine can't build; they are no entrants.
    """

    name: str
    variant: str
    seats: int
    seed: str
    mode: Mode
    count: int
    entries: tuple[Entry, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    formats: tuple[ChosenFormat, ...] = (ChosenFormat(RoundRobin()),)
    seating: Seating = Seating.DUPLICATE
    limits: Limits = field(default_factory=Limits)
    skipped: tuple[str, ...] = ()
    until: Until | None = None
    file: str = "the league file"

    @property
    def format(self) -> str:
        """The names of the formats in words."""
        return " + ".join(chosen.name for chosen in self.formats)


def read_league(file: Path, registry: Registry) -> LeagueSpec:
    """Read and check a league file; InputError names the file, the key and what to do.

    A bot's path is relative to the file's folder.
    """
    top = read_toml(file, ("league", "limits", "bot"), "a league file")
    league = top.table("league", (*LEAGUE_KEYS, *registry.formats), needed=True)
    name = league.text("name")
    if not _LEAGUE_NAME.fullmatch(name):
        raise league.wrong("name", f"{name!r} must be letters, digits and . _ - only, at most 64 of them")
    kind = _variant(league, registry)
    variant = _seated(league, kind)
    until = league.one_of("until", Until) if "until" in league else None
    mode, count = _count(league) if until is None else (Mode.DEALS, _budget(league))
    entries, skipped = _entries(top, registry, kind)
    return LeagueSpec(
        name=name,
        variant=variant.name,
        seats=variant.seats,
        # With the defaults spelt out: a default that changes later must not pass for the same league.
        options=asdict(variant.options),
        seed=league.text("seed") if "seed" in league else "",
        formats=_formats(league, registry, Lineups(tuple(entry.name for entry in entries), variant.teams)),
        mode=mode,
        count=count,
        seating=league.one_of("seating", Seating, Seating.DUPLICATE),
        limits=_limits(top),
        entries=entries,
        skipped=skipped,
        until=until,
        file=str(file),
    )


def find_bot(text: str, registry: Registry, base: Path) -> BotFolder:
    """The bot that a user means: a registered name, with or without its version, or a folder relative to `base`."""
    return read_bot(find_folder(text, registry, base))


def find_folder(text: str, registry: Registry, base: Path) -> Path:
    """The folder of that bot, whether or not its bot.toml is sound. InputError if there is none."""
    folder = base / text
    if text not in registry.bots and (folder.is_dir() or "/" in text or text.startswith(".")):
        check_is_folder(folder)
        return folder
    return registry.bot(text)


def check_plays(bot: BotFolder, variant: str) -> None:
    """InputError if the bot says that it plays other variants only."""
    if not bot.plays(variant):
        raise InputError(
            f"{bot.name} does not play {variant}, only {', '.join(bot.variants)} (says {bot.path / 'bot.toml'})"
        )


def number_names(names: Iterable[str]) -> Iterator[str]:
    """The same names, where one that comes again is numbered: random, random-2, random-3."""
    counts: Counter[str] = Counter()
    for name in names:
        counts[name] += 1
        yield name if counts[name] == 1 else f"{name}-{counts[name]}"


def _variant(league: Section, registry: Registry) -> type[Variant]:
    name = league.text("variant")
    try:
        return registry.variant(name)
    except InputError as error:
        raise league.wrong("variant", str(error)) from None


def _seated(league: Section, kind: type[Variant]) -> Variant:
    """The variant with the file's seats and options, which are checked by the variant itself."""
    low, high = min(kind.players), max(kind.players)
    seats = league.integer("seats", 1, 1000, low if low == high else None)
    if seats not in kind.players:
        allowed = ", ".join(map(str, kind.players))
        raise league.wrong("seats", f"{kind.name} is played by {allowed}, not by {seats}")
    options = league.mapping("options")
    try:
        return kind(seats=seats, **options)
    except InputError as error:
        raise league.wrong("options", str(error)) from None


def _formats(league: Section, registry: Registry, lineups: Lineups) -> tuple[ChosenFormat, ...]:
    """The formats that the file names, each with what its own table says."""
    names = league.texts("format", (RoundRobin.name,))
    for name in registry.formats:
        if name in league and name not in names:
            raise league.wrong(name, f"has settings, but the league is not played so; add {name!r} to format")
    chosen = []
    for name in names:
        if names.count(name) > 1:
            raise league.wrong("format", f"{name!r} is there twice")
        try:
            form = registry.format(name)
        except InputError as error:
            raise league.wrong("format", str(error)) from None
        section = league.table(name, tuple(form.settings))
        settings = {key: section.like(key, value) for key, value in form.settings.items()}
        bots = Field(lineups.bots, lineups.size, len(lineups.bots))
        obstacle = form.obstacle(bots, settings)
        if obstacle:
            key, _, what = obstacle.partition(": ")
            raise section.wrong(key, what) if key in settings else league.wrong("format", obstacle)
        if "until" in league and form.rounds(bots, settings) > 1:
            raise league.wrong("until", f"does not go with {name}, which has rounds of its own")
        chosen.append(ChosenFormat(form, settings))
    return tuple(chosen)


def _count(league: Section) -> tuple[Mode, int]:
    if "budget" in league:
        raise league.wrong("budget", 'belongs to until = "separated"; add that, or say deals instead')
    given = [mode for mode in Mode if mode in league]
    if len(given) != 1:
        state = "both are given; take one away" if given else "is missing; add it, or games"
        raise league.wrong("deals and games" if given else "deals", state)
    return given[0], league.integer(given[0], 1, MOST_TABLES)


def _budget(league: Section) -> int:
    """How many deals a league may play that ends when its question is answered."""
    for mode in Mode:
        if mode in league:
            raise league.wrong(mode, "does not go with until, for which budget says how many deals there may be")
    return league.integer("budget", 1, MOST_TABLES)


def _entries(top: Section, registry: Registry, kind: type[Variant]) -> tuple[tuple[Entry, ...], tuple[str, ...]]:
    """The entrants, and why others are skipped. Names that the file does not give are numbered where they repeat."""
    bots: list[tuple[Section, BotFolder]] = []
    skipped = []
    for section in top.tables("bot", BOT_KEYS):
        bot = _bot(section, registry, kind)
        if section.truth("optional", False) and (reason := obstacle(bot)):
            skipped.append(f"{bot.name} is skipped: {reason}")
        else:
            bots.append((section, bot))
    if len(bots) < 2:
        raise top.wrong("[[bot]]", f"a league needs two bots or more, and has {len(bots)}; add [[bot]] tables")
    given = [section.text("name") if "path" in section and "name" in section else "" for section, _ in bots]
    free = number_names(bot.name for (_, bot), name in zip(bots, given, strict=True) if not name)
    names = [name or next(free) for name in given]
    for (section, _), name in zip(bots, names, strict=True):
        if not NAME.fullmatch(name):
            raise section.wrong("name", f"{name!r} must be letters, digits and . _ + - only, at most 64 of them")
        if names.count(name) > 1:
            raise section.wrong("name", f"two bots are named {name!r}; give one of them another name")
    entries = [
        Entry(name, bot, section.truth("optional", False)) for name, (section, bot) in zip(names, bots, strict=True)
    ]
    return tuple(entries), tuple(skipped)


def _bot(section: Section, registry: Registry, kind: type[Variant]) -> BotFolder:
    key = "path" if "path" in section else "name"
    if key not in section:
        raise section.wrong("path", "is missing; add it, or the name of a registered bot")
    try:
        text = section.text(key)
        bot = read_bot(section.file.parent / text if key == "path" else registry.bot(text))
        check_plays(bot, kind.name)
    except InputError as error:
        raise section.wrong(key, str(error)) from None
    return bot


def _limits(top: Section) -> Limits:
    section = top.table("limits", [f.name for f in fields(Limits)])
    usual = Limits()
    numbers = {key: section.integer(key, *_RANGES[key], default=getattr(usual, key)) for key in _RANGES}
    return replace(
        usual,
        **numbers,
        pause_between_turns=section.truth("pause_between_turns", usual.pause_between_turns),
        build_network=section.truth("build_network", usual.build_network),
        on_fault=section.one_of("on_fault", OnFault, usual.on_fault),
    )
