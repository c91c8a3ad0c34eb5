"""The system calls that a sandboxed program is refused, as a seccomp filter for bubblewrap.

Refused is what keeps memory where no limit counts it (memfd, System V queues and segments), and what a
player of cards never needs but attackers of kernels do. Everything else is left to the namespaces and limits.
"""

from __future__ import annotations

import errno
import platform
import struct
from collections.abc import Mapping

from arena.errors import SandboxError

# linux/audit.h's names of the two calling conventions, and the numbers of asm/unistd.h.
_CONVENTIONS = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_REFUSED: Mapping[str, Mapping[str, int]] = {
    "x86_64": {
        "shmget": 29,
        "semget": 64,
        "msgget": 68,
        "add_key": 248,
        "request_key": 249,
        "keyctl": 250,
        "perf_event_open": 298,
        "memfd_create": 319,
        "bpf": 321,
        "userfaultfd": 323,
        "io_uring_setup": 425,
        "memfd_secret": 447,
    },
    "aarch64": {
        "msgget": 186,
        "semget": 190,
        "shmget": 194,
        "add_key": 217,
        "request_key": 218,
        "keyctl": 219,
        "perf_event_open": 241,
        "memfd_create": 279,
        "bpf": 280,
        "userfaultfd": 282,
        "io_uring_setup": 425,
        "memfd_secret": 447,
    },
}
# x86-64's other numbering (x32) has this bit set; no call of any machine's first numbering comes near it.
_X32 = 0x40000000

_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_NUMBER_AT, _CONVENTION_AT = 0, 4
_ALLOW, _KILL, _REFUSE = 0x7FFF0000, 0x80000000, 0x00050000 | errno.ENOSYS


def refusals() -> bytes:
    """The filter's program; a refused call fails as if the kernel did not have it.

    SandboxError on a machine whose call numbers are not known here.
    """
    machine = platform.machine()
    if machine not in _REFUSED:
        raise SandboxError(f"the sandbox does not know the system calls of a {machine} machine; use --sandbox none")
    numbers = sorted(_REFUSED[machine].values())
    checks = [_instruction(_AT_LEAST, _X32, yes=len(numbers) + 1)]
    checks += [_instruction(_EQUAL, number, yes=len(numbers) - place) for place, number in enumerate(numbers)]
    return b"".join(
        (
            _instruction(_LOAD, _CONVENTION_AT),
            _instruction(_EQUAL, _CONVENTIONS[machine], yes=1),
            _instruction(_RETURN, _KILL),
            _instruction(_LOAD, _NUMBER_AT),
            *checks,
            _instruction(_RETURN, _ALLOW),
            _instruction(_RETURN, _REFUSE),
        )
    )


def _instruction(code: int, operand: int, *, yes: int = 0) -> bytes:
    """One step of classic BPF; `yes` is how many to skip when the comparison holds."""
    return struct.pack("=HBBI", code, yes, 0, operand)
