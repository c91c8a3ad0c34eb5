"""The few Linux calls that Python's standard library lacks: prctl, unshare, mount, seccomp, Landlock.

Called between fork and exec as well as in the referee, so they do no more than the call and raise OSError.
"""

from __future__ import annotations

import ctypes
import functools
import os
import struct

MS_BIND = 0x1000
MS_REC = 0x4000
MS_PRIVATE = 1 << 18
MS_NOSUID = 2
MS_NODEV = 4
_CLONE_NEWNS = 0x20000
_CLONE_NEWUSER = 0x10000000
_CLONE_NEWPID = 0x20000000
_PR_SET_PDEATHSIG = 1
_PR_SET_SECCOMP = 22
_PR_SET_CHILD_SUBREAPER = 36
_PR_SET_NO_NEW_PRIVS, _PR_GET_NO_NEW_PRIVS = 38, 39
_SECCOMP_MODE_FILTER = 2
# The same numbers on every machine.
_LANDLOCK_CREATE_RULESET, _LANDLOCK_ADD_RULE, _LANDLOCK_RESTRICT_SELF = 444, 445, 446
_LANDLOCK_ASK_VERSION = 1
_LANDLOCK_RULE_PATH = 1


@functools.cache
def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def load() -> None:
    """Bind the C library now, so that a forked child need not."""
    _libc()


def _checked(result: int, call: str) -> None:
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{call}: {os.strerror(number)}")


def signal_on_parents_death(signal_number: int) -> None:
    """Have this process sent a signal when the thread that made it ends."""
    _checked(_libc().prctl(_PR_SET_PDEATHSIG, signal_number, 0, 0, 0), "prctl(PR_SET_PDEATHSIG)")


def become_subreaper() -> None:
    """Have every orphan among this process's descendants become its own child, to be reaped here."""
    _checked(_libc().prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0), "prctl(PR_SET_CHILD_SUBREAPER)")


def unshare_mounts() -> None:
    """Give this process mounts of its own; needs CAP_SYS_ADMIN."""
    _checked(_libc().unshare(_CLONE_NEWNS), "unshare(CLONE_NEWNS)")


def unshare_user_and_processes() -> None:
    """Give this process users of its own, and its next children a table of processes of their own."""
    _checked(_libc().unshare(_CLONE_NEWUSER | _CLONE_NEWPID), "unshare(CLONE_NEWUSER | CLONE_NEWPID)")


def mount(source: str | None, target: str, kind: str | None, flags: int, options: str | None = None) -> None:
    """mount(2)."""
    texts = [None if text is None else os.fsencode(text) for text in (source, target, kind)]
    data = None if options is None else os.fsencode(options)
    _checked(_libc().mount(*texts, ctypes.c_ulong(flags), data), f"mount on {target}")


def renounce_new_powers() -> None:
    """Make it impossible for this process and what it runs to gain powers by running a program (no_new_privs)."""
    _checked(_libc().prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "prctl(PR_SET_NO_NEW_PRIVS)")


def has_renounced_new_powers() -> bool:
    """Whether that has been done, and can't be taken back."""
    taken_back = _libc().prctl(_PR_SET_NO_NEW_PRIVS, 0, 0, 0, 0) == 0
    return not taken_back and int(_libc().prctl(_PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0)) == 1


def filter_calls(code: bytes) -> None:
    """Put a seccomp filter over this process for good; needs `renounce_new_powers`."""
    program = ctypes.create_string_buffer(code, len(code))
    header = struct.pack("@HP", len(code) // 8, ctypes.addressof(program))
    _checked(_libc().prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, header, 0, 0), "prctl(PR_SET_SECCOMP)")


def landlock_version() -> int:
    """Which version of Landlock the kernel offers; 0 when it has none, or has it switched off."""
    return max(0, int(_libc().syscall(_LANDLOCK_CREATE_RULESET, None, 0, _LANDLOCK_ASK_VERSION)))


def landlock_error() -> int:
    """The error number with which the kernel refuses to offer Landlock; 0 when it offers it."""
    return 0 if landlock_version() else ctypes.get_errno()


def landlock_ruleset(attributes: bytes) -> int:
    """A new, empty set of Landlock rules, as a descriptor."""
    descriptor = int(_libc().syscall(_LANDLOCK_CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), 0))
    _checked(min(descriptor, 0), "landlock_create_ruleset")
    return descriptor


def landlock_allow(ruleset: int, path: int, rights: int) -> None:
    """Grant rights on the open file or folder `path` and all below it."""
    rule = struct.pack("=Qi", rights, path)
    _checked(_libc().syscall(_LANDLOCK_ADD_RULE, ruleset, _LANDLOCK_RULE_PATH, rule, 0), "landlock_add_rule")


def landlock_restrict(ruleset: int) -> None:
    """Bind this process and what it runs to a set of rules for good; needs `renounce_new_powers`."""
    _checked(_libc().syscall(_LANDLOCK_RESTRICT_SELF, ruleset, 0), "landlock_restrict_self")
