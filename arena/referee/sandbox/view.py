"""What of the host a sandboxed program may see: the system's programs, the arena's interpreter, compilers.

Asked by the tiers. Everything else is out of reach inside: no home, no project folder, no other bot.
"""

from __future__ import annotations

import atexit
import errno
import hashlib
import importlib.util
import os
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

import arena
from arena.errors import SandboxError

_SYSTEM = Path("/usr")
_TOP_LEVEL = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")
# What runtimes look up: the loader's cache, Debian's links to chosen versions, OpenSSL's and Java's settings.
_SETTINGS = ("ld.so.cache", "alternatives", "ssl", "localtime", "java-*")
_SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin"


@dataclass(frozen=True, slots=True)
class Toolchain:
    """What compilers need beyond the system's folders: places to read, PATH entries, variables."""

    roots: tuple[Path, ...]
    path: tuple[str, ...]
    env: tuple[tuple[str, str], ...]


def system_arguments() -> list[str]:
    """bubblewrap's arguments for the system's folders, laid out as they are on this host."""
    arguments = ["--ro-bind", "/usr", "/usr"]
    for name in _TOP_LEVEL:
        path = Path("/", name)
        if path.is_symlink():
            arguments += ["--symlink", str(path.readlink()), str(path)]
        elif path.is_dir():
            arguments += ["--ro-bind", str(path), str(path)]
    for pattern in _SETTINGS:
        for path in sorted(Path("/etc").glob(pattern)):
            if path.is_symlink():
                arguments += ["--symlink", str(path.resolve()), str(path)]
            else:
                arguments += ["--ro-bind", str(path), str(path)]
    return arguments


def interpreter_path() -> str:
    """PATH inside: the arena's own interpreter and its scripts first."""
    return f"{Path(sys.executable).parent}:{_SYSTEM_PATH}"


def packages(readable: Sequence[Path]) -> tuple[Path, ...]:
    """Where the arena itself and its plugins lie; `readable` are further plugins, by path."""
    return (*map(Path, arena.__path__), *_plugin_packages(), *readable)


def _plugin_packages() -> Iterator[Path]:
    for entry in metadata.entry_points(group="arena"):
        spec = importlib.util.find_spec(entry.module.partition(".")[0])
        if spec is None:
            continue
        if spec.submodule_search_locations:
            yield from map(Path, spec.submodule_search_locations)
        elif spec.origin is not None:
            yield Path(spec.origin)


def import_folders(packages: Sequence[Path]) -> tuple[str, ...]:
    """The folders to put on PYTHONPATH: those of packages that are not installed among the interpreter's own."""
    return tuple(dict.fromkeys(str(path.parent) for path in _not_installed(packages)))


def _not_installed(packages: Sequence[Path]) -> list[Path]:
    own = [path for prefix in _prefixes() for path in (prefix, prefix.resolve())]
    return [path for path in packages if not any(path.is_relative_to(prefix) for prefix in own)]


def linked_imports(packages: Sequence[Path]) -> Path | None:
    """A folder of links to the packages that are not installed, kept in the user's cache; None if all are.

    Python lists the folders that it imports from. Where the folder itself would have to be shown to a bot, with
    all that lies in it, this one is shown instead. A user without a cache gets one that this process takes away.
    """
    links = {path.name: path.absolute() for path in _not_installed(packages)}
    if not links:
        return None
    name = hashlib.sha256(repr(sorted(links.items())).encode()).hexdigest()[:16]
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "trickarena"
    place = cache / f"imports-{name}"
    if not place.is_dir():
        try:
            _make_links(links, cache, place)
        except OSError:
            passing = Path(tempfile.mkdtemp(prefix="arena-imports-"))
            atexit.register(shutil.rmtree, passing, ignore_errors=True)
            place = passing / "imports"
            _make_links(links, passing, place)
    return place


def _make_links(links: Mapping[str, Path], cache: Path, place: Path) -> None:
    cache.mkdir(parents=True, exist_ok=True)
    cache.chmod(0o755)
    draft = Path(tempfile.mkdtemp(dir=cache))
    try:
        draft.chmod(0o755)
        for name, target in links.items():
            (draft / name).symlink_to(target)
        with suppress(FileExistsError):
            draft.rename(place)
    except OSError as error:
        # Another process has just made the same.
        if error.errno != errno.ENOTEMPTY:
            raise
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def interpreter_roots(packages: Sequence[Path]) -> tuple[Path, ...]:
    """Folders and files that `import arena`, its plugins and installed packages need.

    The interpreter's own folders come whole; of a folder that an editable installation adds to the import
    path only the packages that are the arena or its plugins, so that a project's bots stay unseen.
    """
    candidates = [*_prefixes(), Path(sys.executable).resolve().parent.parent, *packages]
    candidates += [path.resolve() for path in candidates]
    _refuse_homes(candidates)
    return outermost(path for path in candidates if path.exists())


def _prefixes() -> tuple[Path, ...]:
    return tuple(Path(prefix) for prefix in (sys.prefix, sys.base_prefix, sys.exec_prefix))


def _refuse_homes(roots: Iterable[Path]) -> None:
    for root in roots:
        if _holds_home(root):
            raise SandboxError(
                f"{root} would have to be readable by bots, and it holds the home folder; "
                "put the interpreter, the virtual environment or the plugin into a folder of its own"
            )


def _holds_home(path: Path) -> bool:
    return Path.home().is_relative_to(path)


def outermost(paths: Iterable[Path]) -> tuple[Path, ...]:
    """The paths without those that lie in another of them or in the system's folders, parents first."""
    kept: list[Path] = []
    for path in sorted(set(paths)):
        if not any(path.is_relative_to(other) for other in (_SYSTEM, *kept)):
            kept.append(path)
    return tuple(kept)


def system_places() -> tuple[list[str], list[str]]:
    """The system's folders of programs, and its settings, as paths that are no links."""
    programs = [str(_SYSTEM), *(f"/{name}" for name in _TOP_LEVEL if not Path("/", name).is_symlink())]
    settings = [str(path.resolve()) for pattern in _SETTINGS for path in Path("/etc").glob(pattern)]
    return programs, settings


def internet_settings() -> list[str]:
    """What programs read to find and trust hosts of the internet."""
    places = (Path("/etc", name) for name in ("resolv.conf", "hosts", "nsswitch.conf", "ca-certificates", "pki"))
    return [str(path) for path in places if path.exists()]


def toolchain(scratch: str = "/tmp", *, network: bool = False) -> Toolchain:
    """The Go and Rust compilers on the arena's PATH, to be read only, with caches that a build may write."""
    roots: list[Path] = []
    path: list[str] = []
    env = [("GOCACHE", f"{scratch}/go-cache"), ("GOPATH", f"{scratch}/go"), ("GOTOOLCHAIN", "local")]
    if not network:
        env.append(("GOPROXY", "off"))
    if go := shutil.which("go"):
        real = Path(go).resolve()
        roots.append(real.parent.parent)
        path.append(str(real.parent))
    if cargo := shutil.which("cargo"):
        path.append(str(Path(cargo).parent))
        roots.append(Path(cargo).parent)
        env.append(("CARGO_HOME", f"{scratch}/cargo"))
        if not network:
            env.append(("CARGO_NET_OFFLINE", "true"))
        rustup = Path(os.environ.get("RUSTUP_HOME") or Path.home() / ".rustup")
        if rustup.is_dir():
            roots.append(rustup)
            env.append(("RUSTUP_HOME", str(rustup)))
    return Toolchain(outermost(root for root in roots if not _holds_home(root)), tuple(path), tuple(env))
