"""How an attack tells what came of it: one line on standard error for each thing it tried, as data.

    achieved: read the opponent's source
    refused: read the opponent's source: ENOENT

What to attack comes as JSON in the first argument, or from the referee's side in ATTACK_TARGETS.
"""

import ctypes
import errno
import json
import os
import platform
import sys
from collections.abc import Callable
from typing import Any

TARGETS: dict[str, Any] = json.loads(os.environ.get("ATTACK_TARGETS") or sys.argv[1])
LIBC = ctypes.CDLL(None, use_errno=True)
# Numbers from 424 on are the same on every machine; these are older.
NUMBERS = {
    "x86_64": {
        "ptrace": 101,
        "msgget": 68,
        "shmget": 29,
        "shmat": 30,
        "add_key": 248,
        "keyctl": 250,
        "ioprio_set": 251,
        "unshare": 272,
        "process_vm_readv": 310,
        "bpf": 321,
        "clock_adjtime": 305,
        "futex": 202,
        "ioctl": 16,
        "memfd_create": 319,
        "mount": 165,
        "inotify_init1": 294,
        "inotify_add_watch": 254,
        "setxattr": 188,
        "sched_setscheduler": 144,
        "mq_open": 240,
        "tgkill": 234,
    },
    "aarch64": {
        "ptrace": 117,
        "msgget": 186,
        "shmget": 194,
        "shmat": 196,
        "add_key": 217,
        "keyctl": 219,
        "ioprio_set": 30,
        "unshare": 97,
        "process_vm_readv": 270,
        "bpf": 280,
        "clock_adjtime": 266,
        "futex": 98,
        "ioctl": 29,
        "memfd_create": 279,
        "mount": 40,
        "inotify_init1": 26,
        "inotify_add_watch": 27,
        "setxattr": 5,
        "sched_setscheduler": 119,
        "mq_open": 180,
        "tgkill": 131,
    },
}[platform.machine()] | {
    "pidfd_send_signal": 424,
    "io_uring_setup": 425,
    "fsopen": 430,
    "pidfd_open": 434,
    "pidfd_getfd": 438,
    "fchmodat2": 452,
    "setxattrat": 463,
    "file_setattr": 469,
}


def report(line: str) -> None:
    os.write(2, f"{line}\n".encode())


def achieved(what: str) -> None:
    report(f"achieved: {what}")


def refused(what: str, why: str) -> None:
    report(f"refused: {what}: {why}")


def attempt(what: str, act: Callable[[], object]) -> None:
    """Try something: what raises OSError was refused, what returns was achieved."""
    try:
        act()
    except OSError as error:
        refused(what, errno.errorcode.get(error.errno or 0, str(error)))
    except MemoryError:
        refused(what, "ENOMEM")
    else:
        achieved(what)


def checked(result: int) -> int:
    """The result of a C function, or its errno as OSError."""
    if result == -1:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def syscall(call: str | int, *arguments: Any) -> int:
    """A system call by its name or its bare number, past every wrapper of a library."""
    number = NUMBERS[call] if isinstance(call, str) else call
    LIBC.syscall.restype = ctypes.c_long
    words = [ctypes.c_long(argument) if isinstance(argument, int) else argument for argument in arguments]
    return checked(LIBC.syscall(ctypes.c_long(number), *words))
