"""What the plugins bring, as one value: variants, bots, report writers and formats, each by its name.

`load` makes a Registry; the command line makes one for each command, and each worker of a league makes its
own from the same arguments. Nothing is kept between calls: there is no global registry.
"""

from __future__ import annotations

import difflib
import inspect
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

import pluggy

from arena.errors import InputError, PluginError
from arena.plugin import hookspecs, sources
from arena.plugin.formats import Format
from arena.plugin.hookspecs import GROUP, ReportWriter
from arena.plugin.sources import Source
from arena.plugin.versions import newest_first

if TYPE_CHECKING:
    from arena.variant import Variant

_T = TypeVar("_T")
_HOOKS = tuple(name for name in vars(hookspecs) if name.startswith("arena_"))


@dataclass(frozen=True, slots=True)
class Registry:
    """Everything that the loaded plugins bring. `origins` tells, for ("variant", name), who brought it.

    bots: the folder of the newest version of each. versions: for each bot its versions with their folders, the newest
    first; its origins have the name "NAME@VERSION" as well.
    """

    variants: Mapping[str, type[Variant]]
    bots: Mapping[str, Path]
    writers: Mapping[str, ReportWriter]
    origins: Mapping[tuple[str, str], str]
    versions: Mapping[str, Mapping[str, Path]] = field(default_factory=dict)
    formats: Mapping[str, Format] = field(default_factory=dict)

    def variant(self, name: str) -> type[Variant]:
        """The variant of this name; InputError with the near misses and the list if there is none."""
        return _find(self.variants, "variant", name)

    def bot(self, name: str) -> Path:
        """The folder of the registered bot NAME, in its newest version, or of NAME@VERSION; InputError if none."""
        plain, at, version = name.partition("@")
        newest = _find(self.bots, "bot", plain)
        if not at:
            return newest
        known = self.versions.get(plain, {})
        if version in known:
            return known[version]
        raise InputError(f"there is no version {version!r} of the bot {plain!r}; known: {', '.join(known) or 'none'}")

    def writer(self, name: str) -> ReportWriter:
        """The report writer of this name; InputError if there is none."""
        return _find(self.writers, "report format", name)

    def format(self, name: str) -> Format:
        """The format of this name; InputError if there is none."""
        return _find(self.formats, "format", name)


def load(extra: Sequence[str] = ()) -> Registry:
    """Import every plugin (installed ones, `extra` paths, ARENA_PLUGINS) and gather what they bring.

    Raises PluginError, naming plugin and hook, for a plugin that can't be imported, misspells a hook, breaks
    a hook's contract or brings a name that another one has brought; InputError for a path that is no plugin.
    """
    plugins = pluggy.PluginManager(GROUP)
    plugins.add_hookspecs(hookspecs)
    found = list(chain(sources.installed(), sources.named(extra)))
    gathering = _Gathering()
    for source in found:
        _register(plugins, source)
    for source in found:
        others = [plugin for plugin in plugins.get_plugins() if plugin is not source.module]
        gathering.take(source, {name: plugins.subset_hook_caller(name, others) for name in _HOOKS})
    return gathering.registry()


def _register(plugins: pluggy.PluginManager, source: Source) -> None:
    if plugins.is_registered(source.module):
        raise PluginError(f"plugin {source.name} comes twice; the second time by {source.origin}")
    for name, function in inspect.getmembers(source.module, inspect.isfunction):
        marked = hasattr(function, f"{GROUP}_impl")
        if marked and name not in _HOOKS:
            near = difflib.get_close_matches(name, _HOOKS, n=1)
            hint = f"; did you mean {near[0]}?" if near else f"; the hooks are {', '.join(_HOOKS)}"
            raise PluginError(f"plugin {source.name} ({source.origin}): there is no hook {name}{hint}")
        if not marked and name in _HOOKS:
            raise PluginError(
                f"plugin {source.name} ({source.origin}): {name} is not marked; put @hookimpl above it "
                "(from arena.plugin import hookimpl)"
            )
    try:
        plugins.register(source.module, name=f"{source.name} ({source.origin})")
        plugins.check_pending()
    except pluggy.PluginValidationError as error:
        raise PluginError(f"plugin {source.name} ({source.origin}): {error}") from error


class _Gathering:
    """The registry while it is being filled, one plugin at a time."""

    def __init__(self) -> None:
        self.variants: dict[str, type[Variant]] = {}
        self.bots: dict[str, dict[str, Path]] = {}
        self.writers: dict[str, ReportWriter] = {}
        self.formats: dict[str, Format] = {}
        self.origins: dict[tuple[str, str], str] = {}

    def take(self, source: Source, hooks: Mapping[str, Callable[[], list[Any]]]) -> None:
        """Call the hooks of one plugin and keep what it brings."""
        for variant in _call(source, hooks, "arena_variants"):
            self._keep(self.variants, "variant", _variant_name(source, variant), variant, source)
        for folder in _call(source, hooks, "arena_bots"):
            self._keep_bot(source, folder)
        for writer in _call(source, hooks, "arena_report_writers"):
            if not isinstance(writer, ReportWriter):
                raise PluginError(_broken(source, "arena_report_writers", f"{writer!r} is no ReportWriter"))
            self._keep(self.writers, "report format", writer.name, writer, source)
        for brought in _call(source, hooks, "arena_formats"):
            if isinstance(brought, type) or not isinstance(brought, Format):
                raise PluginError(_broken(source, "arena_formats", f"{brought!r} is no Format"))
            self._keep(self.formats, "format", brought.name, brought, source)

    def registry(self) -> Registry:
        """What has been gathered, by name in alphabetical order, frozen."""
        versions = {name: newest_first(found) for name, found in self.bots.items()}
        newest = {name: next(iter(found)) for name, found in versions.items()}
        self.origins |= {("bot", name): self.origins["bot", f"{name}@{newest[name]}"] for name in versions}
        return Registry(
            _ordered(self.variants),
            _ordered({name: found[newest[name]] for name, found in versions.items()}),
            _ordered(self.writers),
            MappingProxyType(dict(self.origins)),
            _ordered(versions),
            _ordered(self.formats),
        )

    def _keep_bot(self, source: Source, folder: Path) -> None:
        name, version = _name_and_version(source, folder)
        known = self.bots.setdefault(name, {})
        if version in known:
            first = self.origins["bot", f"{name}@{version}"]
            raise PluginError(
                f"two plugins bring version {version!r} of a bot named {name!r}: {first}, and {source.name} "
                f"({source.origin}); rename one of them, give it another version, or take one away"
            )
        known[version] = folder
        self.origins["bot", f"{name}@{version}"] = f"{source.name} ({source.origin})"

    def _keep(self, into: dict[str, _T], kind: str, name: str, value: _T, source: Source) -> None:
        if name in into:
            first = self.origins[kind, name]
            raise PluginError(
                f"two plugins bring a {kind} named {name!r}: {first}, and {source.name} ({source.origin}); "
                "rename one of them, or take one away"
            )
        into[name] = value
        self.origins[kind, name] = f"{source.name} ({source.origin})"


def _call(source: Source, hooks: Mapping[str, Callable[[], list[Any]]], hook: str) -> Iterable[Any]:
    try:
        return [item for answer in hooks[hook]() for item in answer]
    except Exception as error:
        raise PluginError(_broken(source, hook, f"{type(error).__name__}: {error}")) from error


def _variant_name(source: Source, variant: object) -> str:
    from arena.variant import Variant

    if not (isinstance(variant, type) and issubclass(variant, Variant)):
        raise PluginError(_broken(source, "arena_variants", f"{variant!r} is no subclass of Variant"))
    return variant.name


def _name_and_version(source: Source, folder: object) -> tuple[str, str]:
    """No more is read here; whoever uses the bot reads, and judges, the rest of its file."""
    if not isinstance(folder, Path) or not folder.is_absolute():
        raise PluginError(_broken(source, "arena_bots", f"{folder!r} is no absolute path"))
    file = folder / "bot.toml"
    try:
        about = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise PluginError(_broken(source, "arena_bots", f"{file} can't be read: {error}")) from error
    name, version = about.get("name"), about.get("version", "0")
    if not isinstance(name, str) or not name:
        raise PluginError(_broken(source, "arena_bots", f'{file} gives no name; add name = "..."'))
    if not isinstance(version, str):
        raise PluginError(_broken(source, "arena_bots", f'{file}: version must be a text, as version = "{version}"'))
    return name, version


def _broken(source: Source, hook: str, what: str) -> str:
    return f"plugin {source.name} ({source.origin}), hook {hook}: {what}"


def _ordered(mapping: Mapping[str, _T]) -> Mapping[str, _T]:
    return MappingProxyType(dict(sorted(mapping.items())))


def _find(known: Mapping[str, _T], kind: str, name: str) -> _T:
    if name in known:
        return known[name]
    near = difflib.get_close_matches(name, known, n=3)
    hint = f"did you mean {' or '.join(near)}? " if near else ""
    raise InputError(f"there is no {kind} named {name!r}; {hint}known: {', '.join(known) or 'none'}")
