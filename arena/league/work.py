"""One match as a piece of work: plain data that any executor can carry to any process, and how it is played.

Made by the runner, played in a worker. It knows the referee and the plugins; it knows no store, no schedule
and not who else is working.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

from arena.plugin import Registry, load, plugin_paths
from arena.records import MatchRecord, MatchSpec
from arena.referee.listening import Listener, Overheard
from arena.referee.match import play_match
from arena.referee.process import ProcessLines
from arena.referee.sandbox import Program, Sandbox, choose
from arena.variant import Variant


@dataclass(frozen=True, slots=True)
class Work:
    """A match, the programs by seat, and what a process must have to play it.

    `sandbox` is the tier that was asked for; `plugins` the paths that were given by --plugin.
    """

    spec: MatchSpec
    programs: tuple[Program, ...]
    sandbox: str = "auto"
    plugins: tuple[str, ...] = ()


def play(work: Work, listener: Listener | None = None) -> MatchRecord:
    """Play a match, in whatever process this is; a listener hears all of it.

    SandboxError when its protection can't be had here.
    """
    spec = work.spec
    kind = _registry(work.plugins).variant(spec.variant)
    variant = kind(seats=spec.seats, **spec.options)
    sandbox = choose(work.sandbox, readable=plugin_paths(work.plugins))
    if listener is None:
        return play_match(spec, variant, lines(work.programs, variant, sandbox, spec))
    heard = Overheard(lines(work.programs, variant, sandbox, spec, listener), listener)
    return play_match(spec, variant, heard)


def lines(
    programs: tuple[Program, ...],
    variant: Variant,
    sandbox: Sandbox,
    spec: MatchSpec,
    listener: Listener | None = None,
) -> ProcessLines:
    """The lines to one process a seat, told where the variant's rules can be imported from."""
    kind = type(variant)
    logged = None if listener is None else listener.logged
    return ProcessLines(programs, f"{kind.__module__}:{kind.__qualname__}", sandbox, spec.limits, logged)


@functools.lru_cache(maxsize=1)
def _registry(plugins: tuple[str, ...]) -> Registry:
    # A worker plays many matches with the same plugins; to look for them anew each time would cost more
    # than a short match.
    return load(plugins)
