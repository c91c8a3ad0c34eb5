"""The single layers that the tiers are made of, each tried by itself in a child that must then fail at something.

The doctor asks for these: when a tier does not work, they tell which part of this machine is in the way. The
tiers themselves are tried whole (`trial.py`).
"""

from __future__ import annotations

import errno
import os
import resource
from collections.abc import Callable
from dataclasses import dataclass

from arena.errors import SandboxError
from arena.referee.sandbox import calls, descent, linux, ruleset

_HELD, _OPEN, _FAILED = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer: whether the forbidden act failed, what the act is, and what went wrong otherwise."""

    name: str
    works: bool
    act: str
    said: str = ""


def examine() -> list[Layer]:
    """Try every layer, each in a child of its own."""
    layers = [
        _tried("landlock", "open a file that no rule names", _landlock),
        _tried("seccomp", "make memory that no limit counts", _seccomp),
        _tried("no_new_privs", "take it back", _no_new_powers),
        _tried("limits", "use more memory than allowed", _limits),
        _tried("user namespaces", "signal a process outside", _namespaces),
    ]
    if descent.is_needed():
        layers.append(_tried("giving root up", "read what only root may", _root_given_up))
    return layers


def _tried(name: str, act: str, attempt: Callable[[], bool]) -> Layer:
    told, tells = os.pipe()
    # Bound before the fork, as in every start.
    linux.load()
    pid = os.fork()
    if pid == 0:
        os.close(told)
        _report(attempt, tells)
    os.close(tells)
    with os.fdopen(told) as words:
        said = words.read()
    _, status = os.waitpid(pid, 0)
    code = os.waitstatus_to_exitcode(status)
    if code == _OPEN:
        return Layer(name, works=False, act=act, said="the act succeeded")
    return Layer(name, works=code == _HELD, act=act, said=said or ("" if code == _HELD else f"ended with {code}"))


def _report(attempt: Callable[[], bool], tells: int) -> None:
    status = _FAILED
    try:
        status = _HELD if attempt() else _OPEN
    except (OSError, SandboxError) as error:
        os.write(tells, str(error).encode())
    finally:
        os._exit(status)


def _landlock() -> bool:
    version = linux.landlock_version()
    if not version:
        raise OSError(f"the kernel offers none ({errno.errorcode.get(linux.landlock_error(), '?')})")
    linux.renounce_new_powers()
    ruleset.restrict({"/usr": ruleset.RUN}, version)
    return _refused(lambda: os.open("/etc/passwd", os.O_RDONLY), errno.EACCES)


def _seccomp() -> bool:
    code = calls.filter_for(calls.Situation())
    linux.renounce_new_powers()
    linux.filter_calls(code)
    return _refused(lambda: os.memfd_create("trial"), errno.ENOSYS)


def _no_new_powers() -> bool:
    linux.renounce_new_powers()
    return linux.has_renounced_new_powers()


def _limits() -> bool:
    resource.setrlimit(resource.RLIMIT_DATA, (64 << 20, 64 << 20))
    try:
        bytearray(128 << 20)
    except MemoryError:
        return True
    return False


def _namespaces() -> bool:
    if descent.is_needed():
        descent.descend_in_place(())
    outside = os.getppid()
    linux.unshare_user_and_processes()
    # The new table of processes begins with the next one.
    inside = os.fork()
    if inside == 0:
        os._exit(_HELD if os.getpid() == 1 and _refused(lambda: os.kill(outside, 0), errno.ESRCH) else _OPEN)
    return os.waitstatus_to_exitcode(os.waitpid(inside, 0)[1]) == _HELD


def _root_given_up() -> bool:
    descent.descend_in_place(())
    return _refused(lambda: os.open("/etc/shadow", os.O_RDONLY), errno.EACCES) and _refused(
        lambda: os.setuid(0), errno.EPERM
    )


def _refused(act: Callable[[], object], error: int) -> bool:
    try:
        act()
    except OSError as refusal:
        if refusal.errno != error:
            raise
        return True
    return False
