"""Choosing a tier by trying it: a real child is started and must fail at what a bot must not be able to do.

Called once by whoever starts bots. A refusal says what to install or which setting stands in the way; a tier that
was asked for by name is never replaced by another.
"""

from __future__ import annotations

import functools
import shutil
from collections.abc import Sequence
from pathlib import Path

from arena.errors import InputError, SandboxError
from arena.referee.sandbox import linux, remedies
from arena.referee.sandbox.bare import BareSandbox
from arena.referee.sandbox.bwrap import BwrapSandbox
from arena.referee.sandbox.contract import Sandbox
from arena.referee.sandbox.landlock import LandlockSandbox
from arena.referee.sandbox.trial import Trial, trial

TIERS = ("bwrap", "landlock")
"""The tiers that protect, the better one first."""

_WITHOUT = "or run without protection by asking for it: --sandbox none"


def choose(wanted: str = "auto", *, readable: Sequence[Path] = ()) -> Sandbox:
    """The tier to run bots in: "auto" (the best that works here), a tier's name, or "none" by that word only.

    `readable` are plugins given by path, which programs must be able to import. The trial is made once a
    process. SandboxError when no protection works, InputError for any other word.
    """
    linux.become_subreaper()
    paths = tuple(Path(path).absolute() for path in readable)
    if wanted == "none":
        return BareSandbox(paths)
    if wanted not in ("auto", *TIERS):
        raise InputError(f"sandbox {wanted!r} is unknown; use auto, {', '.join(TIERS)} or none")
    refusals = []
    for name in TIERS if wanted == "auto" else (wanted,):
        try:
            return made(name, paths)
        except SandboxError as refusal:
            refusals.append(str(refusal))
    raise SandboxError(f"no sandbox: {'; '.join(refusals)}; {_WITHOUT}")


def made(name: str, readable: tuple[Path, ...] = ()) -> Sandbox:
    """The tier of this name, tried; SandboxError says why it can't be had and what to do."""
    sandbox, result = tried(name, readable)
    if sandbox is not None and result.sound:
        return sandbox
    raise SandboxError(refusal(name, result))


def tried(name: str, readable: tuple[Path, ...] = ()) -> tuple[Sandbox | None, Trial]:
    """A tier, if it could be made at all, and what came of its trial, which is made once a process."""
    return _tried(name, shutil.which("bwrap") if name == "bwrap" else None, readable)


@functools.cache
def _tried(name: str, bwrap: str | None, readable: tuple[Path, ...]) -> tuple[Sandbox | None, Trial]:
    sandbox: Sandbox
    try:
        if name == "landlock":
            sandbox = LandlockSandbox(readable)
        elif bwrap is not None:
            sandbox = BwrapSandbox(bwrap, readable)
        else:
            return None, Trial({}, remedies.NOT_INSTALLED)
    except SandboxError as error:
        return None, Trial({}, str(error))
    return sandbox, trial(sandbox)


def refusal(name: str, result: Trial) -> str:
    """Why a tier whose trial came out like this is not to be had, with the remedy."""
    called = "bubblewrap" if name == "bwrap" else name
    if result.breaches:
        return f"{called} does not protect here: a bot could {', '.join(result.breaches)}"
    if result.said == remedies.NOT_INSTALLED:
        return f"{result.said}; {remedy(name, result)}"
    return f"{called} does not work here ({result.said}); {remedy(name, result)}"


def remedy(name: str, result: Trial) -> str:
    """What to do to have this tier."""
    return remedies.for_bwrap(result.said) if name == "bwrap" else remedies.for_landlock(result.said)
