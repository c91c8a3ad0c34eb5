"""New bots' folders: each begins as a copy of the sample bot in its language, under a name of its own.

`arena bot new` comes here. There are no templates besides the sample bots, which the tests play, so that nothing a new
author is given can be out of date.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from arena.errors import InputError
from arena.league.bots import NAME, BotFolder, copy_content, obstacles, read_bot
from arena.referee.toolchains import Lack, lacking_needs

FAMILY = "thrifty"
"""The sample bots with this name, or `thrifty-` and a language, are the same bot in every language."""

# What says the bot's name for its tools only: they have rules of their own for names.
_FOR_TOOLS = frozenset({".json", ".lock", ".toml", ".xml", ".mod", ".sum", ".md"})


def languages(folders: Iterable[Path]) -> Mapping[str, BotFolder]:
    """The sample bot that a new bot in each language begins as, in the order of the languages' names."""
    samples = (read_bot(folder) for folder in folders if re.match(rf"{FAMILY}(-|$)", folder.name))
    return {sample.language: sample for sample in sorted(samples, key=lambda sample: sample.language.lower())}


def language_of(text: str, known: Mapping[str, BotFolder]) -> str:
    """The language that a user means: its name in any case, its short name, or a beginning that only it has.

    The short name is the ending of its sample bot's. InputError if there is none.
    """
    word = text.lower()
    short = {sample.name.removeprefix(f"{FAMILY}-"): language for language, sample in known.items()}
    names = {**short, **{language.lower(): language for language in known}}
    begun = {language for name, language in names.items() if word and name.startswith(word)}
    if word in names or len(begun) == 1:
        return names.get(word) or begun.pop()
    raise InputError(f"there is no sample bot in {text!r} to begin with; the languages are: {', '.join(known)}")


def lacking(sample: BotFolder) -> Sequence[Lack]:
    """All that this machine lacks for a bot that begins as this sample, each tried where a look is not enough."""
    return (*obstacles(sample), *lacking_needs(sample.language))


def begin(sample: BotFolder, name: str, target: Path) -> BotFolder:
    """Make a new bot's folder at `target` out of a sample bot's; InputError for a bad name or a path that exists.

    Packages that have been fetched for the sample come along.
    """
    if not NAME.fullmatch(name):
        raise InputError(f"{name!r} can't be a bot's name: letters, digits and . _ + - only, at most 64 of them")
    if target.exists() or target.is_symlink():
        raise InputError(f"{target} exists already, and nothing is overwritten; name another folder by --dir")
    try:
        copy_content(sample.path, target)
    except OSError as error:
        raise InputError(f"{target}: can't be made: {error.strerror}") from error
    toml = target / "bot.toml"
    toml.write_text(re.sub(r'(?m)^name = ".*"$', f'name = "{name}"', toml.read_text("utf-8"), count=1), "utf-8")
    said = re.compile(rf"""(["']){re.escape(sample.name)}(?=["':])""")
    packages = (target / sample.fetched) if sample.fetched else None
    for file in target.rglob("*"):
        if file.is_file() and file.suffix not in _FOR_TOOLS and not (packages and file.is_relative_to(packages)):
            _rename(file, said, name)
    readme = target / "README.md"
    readme.write_text(_readme(sample, name, target.resolve().name, readme.read_text("utf-8")), "utf-8")
    return read_bot(target)


def _rename(file: Path, said: re.Pattern[str], name: str) -> None:
    try:
        text = file.read_text("utf-8")
    except UnicodeDecodeError:
        return  # No source.
    if said.search(text):
        file.write_text(said.sub(rf"\g<1>{name}", text), "utf-8")


def _readme(sample: BotFolder, name: str, folder: str, old: str) -> str:
    """How to go on, how it plays, and what its sample has to say of its language."""
    steps = ["arena bot check .", "arena play trollin . random", "arena bot debug ."]
    if sample.fetch:
        steps.insert(0, "arena bot fetch .")
    commands = "\n".join(f"    {step}" for step in steps)
    for said in (f"arena bot fetch {sample.name}", f"arena play trollin {sample.name} "):
        old = old.replace(said, said.replace(sample.name, "."))
    old = old.replace("(its README has the rule)", "(how it plays: below)")
    return (
        f"# {name}\n\nA bot in {sample.language}. In this folder:\n\n{commands}\n\n"
        f'A league takes it by its path: `[[bot]]` and `path = "{folder}"` in the league\'s file.\n\n'
        f"It began as a copy of a sample bot, of which this is told:\n\n#{old}{_rule(sample)}"
    )


def _rule(sample: BotFolder) -> str:
    """How the family plays, where the sample's own README does not say it."""
    if sample.name == FAMILY:
        return ""
    told = (sample.path.parent / FAMILY / "README.md").read_text("utf-8")
    return "\n## How it plays\n\n" + "\n\n".join(told.split("\n\n")[1:3]) + "\n"
