"""Where plugin modules come from: installed distributions, and paths that the user names.

Called by the registry, which sees only `Source`s: a module, and words for where it came from. This file must
not know what a plugin brings.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType

from arena.errors import InputError, PluginError
from arena.plugin.hookspecs import GROUP

ENVIRONMENT = "ARENA_PLUGINS"


@dataclass(frozen=True, slots=True)
class Source:
    """A plugin's module, the name it goes by, and where it was found (for messages)."""

    name: str
    origin: str
    module: ModuleType


def installed() -> Iterator[Source]:
    """The plugins of every installed distribution that names one in the entry-point group `arena`.

    Raises PluginError, naming the plugin and its distribution, for one that fails while it is imported.
    """
    seen: set[tuple[str, str]] = set()
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        # The same distribution can lie on the path twice (installed, and its checkout's metadata).
        if (point.name, point.value) in seen:
            continue
        seen.add((point.name, point.value))
        origin = f"entry point {point.name} = {point.value!r} of {_distribution(point)}"
        yield Source(point.name, origin, _import(point, origin))


def named(extra: Sequence[str]) -> Iterator[Source]:
    """The plugins at these paths and at those of ARENA_PLUGINS.

    Raises InputError for a path that is no plugin, PluginError for one that fails while it is imported.
    """
    for path, origin in named_paths(extra).items():
        yield Source(path.stem, origin, _import_path(path, origin))


def plugin_paths(extra: Sequence[str]) -> tuple[Path, ...]:
    """The files and folders of plugins that are not installed, which a bot must be able to import as well."""
    return tuple(named_paths(extra))


def named_paths(extra: Sequence[str]) -> dict[Path, str]:
    """Every path that the user names as a plugin, once each, with words for where it was named."""
    asked = [(path, "--plugin") for path in extra]
    asked += [(path, ENVIRONMENT) for path in os.environ.get(ENVIRONMENT, "").split(os.pathsep) if path]
    return {Path(text).resolve(): f"{by} {text}" for text, by in reversed(asked)}


def _distribution(point: EntryPoint) -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist else "an unnamed distribution"


def _import(point: EntryPoint, origin: str) -> ModuleType:
    try:
        module = point.load()
    except (Exception, SystemExit) as error:
        raise PluginError(_failed(point.name, origin, error)) from error
    if not isinstance(module, ModuleType):
        raise PluginError(f"plugin {point.name} ({origin}): names {type(module).__name__}, not a module")
    return module


def _import_path(path: Path, origin: str) -> ModuleType:
    """Import a module file, or a package folder, under its own name, as if it were installed."""
    folder = path / "__init__.py"
    if path.is_dir() and folder.is_file():
        file, places = folder, [str(path)]
    elif path.is_file() and path.suffix == ".py":
        file, places = path, None
    else:
        what = "is neither a .py file nor a folder with an __init__.py" if path.exists() else "does not exist"
        raise InputError(f"{origin}: {path} {what}; give the plugin's module file or its package folder")
    name = path.stem
    if not name.isidentifier():
        raise InputError(f"{origin}: {name!r} can't be a module's name; rename it")
    if name in sys.modules and _lies_at(getattr(sys.modules[name], "__file__", None), file):
        return sys.modules[name]
    found = importlib.util.find_spec(name)
    if found is not None and not _lies_at(found.origin, file):
        raise PluginError(f"{origin}: another module named {name} exists already; rename the plugin's file")
    spec = importlib.util.spec_from_file_location(name, file, submodule_search_locations=places)
    if spec is None or spec.loader is None:
        raise PluginError(f"{origin}: Python knows no way to load {file}")
    module = importlib.util.module_from_spec(spec)
    # Dataclasses, pickles and the package's own submodules look the module up by its name.
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise PluginError(_failed(name, origin, error)) from error
    return module


def _lies_at(origin: str | None, file: Path) -> bool:
    return origin is not None and Path(origin).resolve() == file


def _failed(name: str, origin: str, error: BaseException) -> str:
    return f"plugin {name} ({origin}) can't be imported: {type(error).__name__}: {error}; mend it, or take it away"
