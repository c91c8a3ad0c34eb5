"""The hooks of the arena: everything that a plugin can bring, each with its contract.

Plugins implement them as functions marked with `hookimpl`; `arena.plugin.registry` calls them. They speak
only of the game layer's types, of paths and of plain data, so that a plugin needs no other part of the arena.

What holds for every hook here: it is called once for each process that loads plugins (the command's own, and
each worker of a league, which loads the same plugins again), before anything is played; it must be quick and
free of side effects; and a return value of None means the same as an empty list.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import pluggy

if TYPE_CHECKING:
    from arena.plugin.formats import Format
    from arena.variant import Variant

GROUP = "arena"
"""The entry-point group in which an installed distribution names its plugin modules."""

hookimpl = pluggy.HookimplMarker(GROUP)
"""Marks a function of a plugin module as the implementation of the hook of the same name."""

_hookspec = pluggy.HookspecMarker(GROUP)


@runtime_checkable
class ReportWriter(Protocol):
    """Turns the report of a league, which is plain data, into one file's text.

    `name` is what the user calls the format ("markdown"), `suffix` the end of the file's name (".md").
    """

    @property
    def name(self) -> str:
        """The format's name, unique among all plugins."""

    @property
    def suffix(self) -> str:
        """The end of the written file's name, its dot included."""

    def write(self, report: Mapping[str, Any]) -> str:
        """The whole text of the file. Called in the command's process, once for each report."""


@_hookspec
def arena_variants() -> Iterable[type[Variant]] | None:
    """Variants of card games, as subclasses of `arena.variant.Variant`.

    A variant's name must be unlike that of every other variant. The classes are made into values only when a
    table is about to be played, in the workers too, so they must be found again in a process that has
    loaded the same plugins.
    """


@_hookspec
def arena_bots() -> Iterable[Path] | None:
    """Folders of bots, each with a `bot.toml`; a bot is known by the `name` and `version` that it gives there.

    Several versions of one name may be registered, also by different plugins: NAME is the newest of them, NAME@VERSION
    any. The same version of the same name twice is an error.

    Nothing in the folder is run, built or changed by the registration: a league takes a copy and builds it
    in the sandbox. The path must be absolute.
    """


@_hookspec
def arena_report_writers() -> Iterable[ReportWriter] | None:
    """Formats in which a league's report can be written.

    Only the command's own process uses them; each is called once at the end of a league, and again for every
    `arena league report`.
    """


@_hookspec
def arena_formats() -> Iterable[Format] | None:
    """Formats of leagues: which bots meet (`arena.plugin.formats` has the contract).

    A format's name must be unlike that of every other format and of every key of a league file's `[league]`. Only the
    command's own process uses them.
    """
