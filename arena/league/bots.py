"""A bot's folder: what its `bot.toml` says, and the copy of it that a league plays with.

The league file, the command line and the preflight come here. A league never runs an author's folder: it
takes a copy named by its content, builds it there inside the sandbox, and plays the copy, so that a bot
can't change while a league goes on. Nothing here knows matches or the protocol.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import stat
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from arena.errors import InputError
from arena.league.settings import read_toml
from arena.referee.toolchains import Lack, absent, lacking_command

KEYS = ("name", "version", "language", "command", "build", "fetch", "fetched", "variants", "memory_mb")
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,63}")

# Traces of tools, not of the bot: they come and go without anybody changing the program.
_PASSING = frozenset({".git", ".hg", ".svn", "__pycache__", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".DS_Store"})
# With this file a tool says that a folder is its cache: so does cargo in `target`.
_CACHE_MARK = "CACHEDIR.TAG"


@dataclass(frozen=True, slots=True)
class BotFolder:
    """What a bot's folder says of itself. `variants` is empty for a bot that plays any variant.

    A build has no network. A bot that needs packages names a command that gets them (`fetch`, run by its author
    and by `arena bot fetch`, never by a league), and the file or folder that this puts into the bot's own
    (`fetched`). `language` is for reports. `memory_mb` is what it asks for, 0 if nothing.
    """

    path: Path
    name: str
    version: str
    command: tuple[str, ...]
    build: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    language: str = ""
    fetch: tuple[str, ...] = ()
    fetched: str = ""
    memory_mb: int = 0

    def plays(self, variant: str) -> bool:
        """Whether the bot says that it plays this variant."""
        return not self.variants or variant in self.variants

    def lacks_packages(self) -> bool:
        """Whether the bot's packages have yet to be fetched."""
        return bool(self.fetched) and not (self.path / self.fetched).exists()


def read_bot(folder: Path) -> BotFolder:
    """Read and check a folder's `bot.toml`; InputError names the file, the key and what to do."""
    check_is_folder(folder)
    section = read_toml(folder / "bot.toml", KEYS, "a bot's folder with a bot.toml")
    name = section.text("name")
    if not NAME.fullmatch(name):
        raise section.wrong("name", f"{name!r} must be letters, digits and . _ + - only, at most 64 of them")
    fetch, fetched = section.words("fetch", ()), section.text("fetched", "") if "fetched" in section else ""
    if bool(fetch) != bool(fetched):
        raise section.wrong("fetched" if fetch else "fetch", "is missing; fetch and fetched belong together")
    if fetched and not Path(os.path.normpath(folder.resolve() / fetched)).is_relative_to(folder.resolve()):
        raise section.wrong("fetched", f"{fetched!r} must be a path in the bot's folder")
    return BotFolder(
        path=folder.resolve(),
        name=name,
        version=section.text("version", "0"),
        command=section.words("command"),
        build=section.words("build", ()),
        variants=section.words("variants", ()),
        language=section.text("language", "") if "language" in section else "",
        fetch=fetch,
        fetched=fetched,
        memory_mb=section.integer("memory_mb", 16, 1_048_576) if "memory_mb" in section else 0,
    )


def check_is_folder(path: Path) -> None:
    """InputError if there is no folder at this path."""
    if not path.is_dir():
        state = "is not a folder" if path.exists() else "there is no such folder"
        raise InputError(f"{path}: {state}; a bot is a folder with a bot.toml, or a registered bot's name")


def _lacking_tools(bot: BotFolder) -> Iterator[Lack]:
    """The commands of its bot.toml that this machine does not have."""
    fetch = bot.fetch if bot.lacks_packages() else ()
    seen = {"", "python", "python3"}  # "python3" is the arena's own interpreter.
    for words, does in ((fetch, "fetches its packages"), (bot.build, "builds it"), (bot.command, "runs it")):
        tool = words[0] if words else ""
        # What has a slash may be what the build makes.
        if "/" not in tool and tool not in seen and absent(tool):
            yield lacking_command(tool, does)
        seen.add(tool)


def obstacles(bot: BotFolder) -> Iterator[Lack]:
    """What keeps this machine from building or running the bot, as far as a look can tell."""
    yield from _lacking_tools(bot)
    if bot.lacks_packages():
        yield lacking_packages(bot)


def lacking_packages(bot: BotFolder) -> Lack:
    """What is told of a bot whose packages have yet to be fetched."""
    return Lack("its packages are not there", f"get them with: arena bot fetch {bot.path}")


def obstacle(bot: BotFolder) -> str:
    """The first of the obstacles in words, with what to do about it; "" when nothing is in the way."""
    first = next(obstacles(bot), None)
    return str(first) if first is not None else ""


def digest(folder: Path) -> str:
    """The SHA-256 of a folder's content, in hex: sorted relative paths, executable bits, bytes and links.

    Other permission bits differ from one checkout to the next and say nothing of the program. Raises
    InputError for a link that leads out of the folder (a copy would lose what it points at), and for what
    can't be copied.
    """
    return _digest(folder)


def _digest(folder: Path, only: Collection[str] | None = None) -> str:
    total = hashlib.sha256()
    for name, file in _content(folder):
        if only is not None and name not in only:
            continue
        if file.is_symlink():
            kind, content = b"link", os.fsencode(file.readlink())
        else:
            kind = b"program" if _runs(file) else b"file"
            content = hashlib.sha256(_bytes(file)).digest()
        for part in (kind, os.fsencode(name), content):
            total.update(len(part).to_bytes(8, "big") + part)
    return total.hexdigest()


def snapshot(bot: BotFolder, into: Path, build: Callable[[Path], None]) -> Path:
    """The built copy of a bot under `into`, made now unless this very content has been copied there before.

    `build` is called with the copy's path, if the bot has anything to build, and raises if it fails: then no
    copy is kept. Returns the copy's folder, `NAME-<12 digits of the digest>`. InputError when a copy that was made
    before is not as it was.
    """
    place = into / f"{bot.name}-{digest(bot.path)[:12]}"
    if place.is_dir():
        check_unchanged(place)
        return place
    # Only a finished copy bears the final name: a run that is killed here leaves nothing half made.
    unfinished = into / f".{place.name}.unfinished"
    try:
        copy_content(bot.path, unfinished)
        _let_all_read(unfinished)
        if bot.build:
            build(unfinished)
        _let_all_read(unfinished, writable=False)
        _seal_of(place).write_text(_sealed(unfinished, bot), encoding="ascii")
        unfinished.rename(place)
    except OSError as error:
        raise InputError(f"{place}: {bot.path} can't be copied here: {error.strerror}") from error
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    return place


def check_unchanged(place: Path) -> None:
    """InputError when a built copy is not what it was when it was built."""
    if _seal(place)[:1] != [_whole_digest(place)]:
        raise InputError(
            f"{place}: this copy of a bot was changed after it was built, so matches before and after would be of "
            "different programs; delete it (it will be built anew) and whatever was played with it"
        )


def copied_digest(place: Path) -> str | None:
    """The digest of what was copied into a built copy; what its build made beside that is left out.

    None where the two can't be told apart: the build rewrote what was copied, or the copy is from before seals said
    what was.
    """
    _, *copied = _seal(place) or [""]
    if copied:
        names = json.loads(copied[0])
        return None if names is None else _digest(place, frozenset(names))
    return None if read_bot(place).build else digest(place)


def _sealed(copy: Path, bot: BotFolder) -> str:
    """The seal of a copy that has been built: its whole digest, and on a second line the names of what was copied."""
    names = [name for name, _ in _content(bot.path)]
    rewritten = _digest(copy, frozenset(names)) != digest(bot.path)
    return f"{_whole_digest(copy)}\n{json.dumps(None if rewritten else names)}\n"


def _seal(place: Path) -> list[str]:
    seal = _seal_of(place)
    return seal.read_text(encoding="ascii").splitlines() if seal.is_file() else []


def _seal_of(place: Path) -> Path:
    return place.with_name(f".{place.name}.sha256")


def _whole_digest(folder: Path) -> str:
    """The SHA-256 of all that is in a folder, what was built and caches as well."""
    total = hashlib.sha256()
    for file in sorted(folder.rglob("*")):
        if file.is_symlink():
            content = os.fsencode(file.readlink())
        elif file.is_file():
            with file.open("rb") as opened:
                content = hashlib.file_digest(opened, "sha256").digest() + bytes([_runs(file)])
        else:
            continue
        for part in (os.fsencode(file.relative_to(folder)), content):
            total.update(len(part).to_bytes(8, "big") + part)
    return total.hexdigest()


def copy_content(source: Path, target: Path) -> None:
    """Make `target` a copy of a bot's folder, without what is no part of the bot; what was there is gone."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for name, file in _content(source):
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(file, target / name, follow_symlinks=False)


def _content(folder: Path) -> Iterator[tuple[str, Path]]:
    """Every file and link of a folder with its relative name, in the order of the names."""
    found: list[tuple[str, Path]] = []
    for place, folders, files in os.walk(folder):
        here = Path(place)
        links = [name for name in folders if (here / name).is_symlink()]
        folders[:] = [
            name
            for name in folders
            if name not in _PASSING and name not in links and not (here / name / _CACHE_MARK).exists()
        ]
        for name in [*files, *links]:
            file = here / name
            if name in _PASSING:
                continue
            _check(file, folder)
            found.append((file.relative_to(folder).as_posix(), file))
    yield from sorted(found)


def _check(file: Path, folder: Path) -> None:
    if file.is_symlink():
        if file.readlink().is_absolute() or not file.resolve().is_relative_to(folder.resolve()):
            raise InputError(f"{file}: a link out of the bot's folder; put what it points at into the folder")
    elif not file.is_file():
        raise InputError(f"{file}: neither a file nor a folder; take it out of the bot's folder")


def _let_all_read(folder: Path, *, writable: bool = True) -> None:
    """Bots may run as another user than the one whose umask made the copy, or what was built in it.

    Folders stay writable to their owner in any case: a league's folder must be easy to delete.
    """
    write = 0o200 if writable else 0
    for path in [folder, *folder.rglob("*")]:
        if path.is_symlink():
            continue
        if path.is_dir():
            path.chmod(0o755)
        else:
            path.chmod((0o555 if _runs(path) else 0o444) | write)


def _runs(file: Path) -> bool:
    return bool(file.stat().st_mode & stat.S_IXUSR)


def _bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise InputError(f"{file}: can't be read: {error.strerror}") from error
