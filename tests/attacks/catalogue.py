"""Every attack and what must come of it, by tier: read by the tests, and by the page that publishes them.

An attack is a program under `programs/` whose docstring says what it tries. Where a reason is expected, it is
the error that the attack must see, so that one which fails for a reason of its own making is noticed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from arena.records import FaultKind
from tests.attacks.machine import ANYBODY, AT_HOME, IN_NAMESPACES, NEVER, ROOT, Allowed, power, setting

TIERS = ("bwrap", "landlock", "none")
PROTECTING = ("bwrap", "landlock")


class Group(StrEnum):
    """The headings of the table."""

    READING = "Reading what is not its own"
    CHANGING = "Changing files outside its scratch folder"
    OTHERS = "Reaching the referee and the opponent"
    NETWORK = "Reaching the network and other programs"
    KERNEL = "Getting more rights, and at the kernel"
    POWERS = "Taking more than its share"
    USING_UP = "Using the machine up"
    STREAMS = "Abusing the referee's pipes"
    STAYING = "Staying"
    COLLUDING = "Leaving something for its next process or its partner"


@dataclass(frozen=True, slots=True)
class Reach:
    """An attack that tries to reach something, once, and is refused.

    bwrap, landlock: the reasons that it may be refused for in that tier, or the signal that ends it.
    allowed: what it takes to succeed without protection. needs: the targets that it
    must have. visible: what it does without protection shows on its targets, not only in its own words.
    hole: by tier, why it is known to succeed there; the test fails when it does not any more.
    """

    program: str
    group: Group
    bwrap: str
    landlock: str
    allowed: Allowed = ANYBODY
    needs: tuple[str, ...] = ()
    visible: bool = False
    hole: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Judged:
    """An attack by a bot in a match: what it reports, and what the referee makes of it.

    faults: by tier, what each of its faults may be; None stands for none at all. reports: by tier, what it
    must have been refused for (empty: it can't or need not tell). allowed: what it takes to
    report success in the tier none, with limits that do not bind (NEVER: it is judged there too).
    """

    program: str
    group: Group
    bwrap: tuple[FaultKind | None, str]
    landlock: tuple[FaultKind | None, str]
    allowed: Allowed = ANYBODY
    words: str = ""
    move_ms: int = 5000
    hole: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Villain:
    """An attack that the referee's own tests prove: a program under tests/referee/villains."""

    program: str
    group: Group
    kind: FaultKind | None


# Of the errors: a file system without others' files says ENOENT, a mount that is read-only and a filter that speaks
# for one EROFS, Landlock EACCES; a process in no namespace of its own is ESRCH; the filter of calls says ENOSYS, and
# EPERM for what a program may ask and be denied.
_UNCHANGED = "ENOENT EROFS ENOSYS"
_UNTOUCHED = "EACCES EROFS ENOSYS"
_TRACE = setting("kernel/yama/ptrace_scope", "0", power("CAP_SYS_PTRACE"))
_BPF = setting("kernel/unprivileged_bpf_disabled", "0", power("CAP_SYS_ADMIN"))
_RING = setting("kernel/io_uring_disabled", "0", power("CAP_SYS_ADMIN"))
_TYPE = setting("dev/tty/legacy_tiocsti", "1", power("CAP_SYS_ADMIN"))

REACHES = (
    Reach("read_home", Group.READING, "ENOENT", "EACCES ENOENT", AT_HOME, ("home",)),
    Reach("read_shadow", Group.READING, "ENOENT", "EACCES", ROOT),
    Reach("read_opponent", Group.READING, "ENOENT", "EACCES"),
    Reach("read_environment", Group.READING, "ENOENT", "EACCES", needs=("victims",)),
    Reach("read_memory", Group.READING, "ENOENT", "EACCES", _TRACE, ("victims",)),
    Reach("ptrace_others", Group.READING, "ENOSYS", "ENOSYS", _TRACE, ("victims",)),
    Reach("copy_memory", Group.READING, "ENOSYS", "ENOSYS", _TRACE, ("victims",)),
    Reach("steal_descriptor", Group.READING, "ESRCH", "ENOSYS", _TRACE, ("victims",)),
    Reach("others_shared_memory", Group.READING, "ENOENT ENOSYS", "EACCES ENOSYS", needs=("memory",), visible=True),
    Reach("leftover_descriptors", Group.READING, "EBADF", "EBADF", NEVER),
    Reach("write_files", Group.CHANGING, _UNCHANGED, _UNTOUCHED, visible=True),
    Reach("truncate_files", Group.CHANGING, _UNCHANGED, _UNTOUCHED, visible=True),
    Reach("change_modes", Group.CHANGING, _UNCHANGED, _UNTOUCHED, visible=True),
    Reach("change_owners", Group.CHANGING, _UNCHANGED, _UNTOUCHED),
    Reach("change_times", Group.CHANGING, _UNCHANGED, _UNTOUCHED, visible=True),
    Reach("set_attributes", Group.CHANGING, _UNCHANGED, _UNTOUCHED, visible=True),
    Reach("make_links", Group.CHANGING, _UNCHANGED, _UNTOUCHED, visible=True),
    Reach("signal_others", Group.OTHERS, "ESRCH", "ENOSYS", needs=("victims",), visible=True),
    Reach("signal_by_owner", Group.OTHERS, "ENOSYS", "ENOSYS", needs=("victims",), visible=True),
    Reach("renice_others", Group.OTHERS, "EPERM ENOSYS", "EPERM ENOSYS", needs=("victims",), visible=True),
    Reach("push_input", Group.OTHERS, "ENOENT ENOSYS", "EACCES ENOSYS", _TYPE, ("terminal",)),
    Reach("tcp", Group.NETWORK, "ENOSYS", "ENOSYS", needs=("servers",), visible=True),
    Reach("udp", Group.NETWORK, "ENOSYS", "ENOSYS", needs=("servers",), visible=True),
    Reach("raw_sockets", Group.NETWORK, "ENOSYS", "ENOSYS", power("CAP_NET_RAW")),
    Reach("vsock", Group.NETWORK, "ENOSYS", "ENOSYS"),
    Reach("netlink", Group.NETWORK, "ENOSYS", "ENOSYS"),
    Reach("abstract_sockets", Group.NETWORK, "ECONNREFUSED", "ENOSYS", needs=("servers",), visible=True),
    Reach("path_sockets", Group.NETWORK, "ENOENT", "ENOSYS", needs=("servers",), visible=True),
    Reach("new_namespaces", Group.KERNEL, "ENOSYS ENOENT", "ENOSYS EACCES", IN_NAMESPACES, ("victims",)),
    Reach("mounts", Group.KERNEL, "ENOSYS", "ENOSYS", power("CAP_SYS_ADMIN")),
    Reach("bpf", Group.KERNEL, "ENOSYS", "ENOSYS", _BPF),
    Reach("keyctl", Group.KERNEL, "ENOSYS", "ENOSYS"),
    Reach("io_uring", Group.KERNEL, "ENOSYS", "ENOSYS", _RING),
    Reach("unknown_calls", Group.KERNEL, "ENOSYS", "ENOSYS"),
    Reach("x32_calls", Group.KERNEL, "SIGSYS ENOSYS", "SIGSYS ENOSYS"),
    Reach("old_calls", Group.KERNEL, "SIGSYS ENOSYS", "SIGSYS ENOSYS"),
    Reach("setuid_program", Group.KERNEL, "exited with status 1", "exited with status 1", ROOT, ("setuid",)),
    Reach("set_clock", Group.KERNEL, "ENOSYS", "ENOSYS", power("CAP_SYS_TIME")),
    Reach("pin_itself", Group.POWERS, "EPERM", "EPERM"),
    Reach("real_time", Group.POWERS, "EPERM", "EPERM", power("CAP_SYS_NICE")),
    Reach("raise_limits", Group.POWERS, "EPERM EACCES", "EPERM EACCES", power("CAP_SYS_RESOURCE")),
)

MEMORY, TIMEOUT, PROTOCOL = FaultKind.MEMORY, FaultKind.TIMEOUT, FaultKind.PROTOCOL
JUDGED = (
    Judged("murders_opponent", Group.OTHERS, (None, "ESRCH"), (None, "ESRCH")),
    Judged("fork_bomb", Group.USING_UP, (None, "EAGAIN"), (None, "EPERM")),
    Judged("thread_bomb", Group.USING_UP, (None, "EAGAIN"), (FaultKind.CRASH, "EAGAIN")),
    Judged("memory_private", Group.USING_UP, (MEMORY, ""), (MEMORY, ""), words="the limit is 256 MiB"),
    Judged("memory_shared", Group.USING_UP, (None, "ENOSYS"), (None, "ENOSYS")),
    Judged("memory_children", Group.USING_UP, (MEMORY, ""), (None, "EPERM")),
    Judged("memory_memfd", Group.USING_UP, (None, "ENOSYS"), (None, "ENOSYS")),
    Judged("memory_tmpfs", Group.USING_UP, (None, "ENOSPC"), (None, "EACCES")),
    Judged("memory_pipes", Group.USING_UP, (None, "ENOSYS"), (None, "ENOSYS"), power("CAP_SYS_ADMIN")),
    Judged(
        "memory_sockets",
        Group.USING_UP,
        (None, "EPERM"),
        (None, "EPERM"),
        hole={"bwrap": "bounded by descriptors and processes alone"},
    ),
    Judged("memory_page_tables", Group.USING_UP, (MEMORY, ""), (MEMORY, ""), words="the limit is 256 MiB"),
    Judged("fill_disk", Group.USING_UP, (None, "ENOSPC ENOENT EROFS"), (None, "EROFS")),
    Judged("floods_without_newline", Group.STREAMS, (PROTOCOL, ""), (PROTOCOL, ""), NEVER),
    Judged("floods_frame", Group.STREAMS, (PROTOCOL, ""), (PROTOCOL, ""), NEVER),
    Judged("stops_itself", Group.STAYING, (TIMEOUT, ""), (TIMEOUT, ""), NEVER, move_ms=300),
    Judged("daemon_stays", Group.STAYING, (None, ""), (None, "EPERM"), NEVER),
)

VILLAINS = (
    Villain("four_gigabytes", Group.STREAMS, PROTOCOL),
    Villain("floods_stdout", Group.STREAMS, FaultKind.OUTPUT_FLOOD),
    Villain("floods_stderr", Group.STREAMS, FaultKind.OUTPUT_FLOOD),
    Villain("never_reads", Group.STREAMS, TIMEOUT),
    Villain("daemon", Group.STAYING, FaultKind.CRASH),
    Villain("ignores_sigterm", Group.STAYING, None),
)


@dataclass(frozen=True, slots=True)
class Collusion:
    """An attack by two processes of one bot: the first leaves a mark, the second, started beside it, looks for it.

    bwrap, landlock: why the mark can't be left or is not found. later: a third process looks after the first
    has ended.
    """

    program: str
    bwrap: str
    landlock: str
    later: bool = False
    group: Group = Group.COLLUDING
    hole: dict[str, str] = field(default_factory=dict)


COLLUSIONS = (
    Collusion("leave_message", "ENOENT ENOSYS ECONNREFUSED", "ENOENT ENOSYS", later=True),
    Collusion("partner_locks", "ENOENT ENOSYS", "ENOENT ENOSYS"),
    Collusion("partner_watch", "ENOENT ENOSYS", "ENOENT ENOSYS"),
    Collusion(
        "partner_access_time",
        "ENOENT",
        "ENOENT",
        hole={"landlock": "no filter hides a file's times, nor keeps the kernel from moving them"},
    ),
    Collusion(
        "partner_threads",
        "ENOENT",
        "ENOENT",
        hole={"landlock": "no filter hides that a process is there, nor how many folders it has in /proc"},
    ),
    Collusion(
        "partner_futex",
        "ENOENT ENOSYS ETIMEDOUT",
        "ENOENT ENOSYS ETIMEDOUT",
        hole=dict.fromkeys(PROTECTING, "a page of a file has the same futexes for all who map it"),
    ),
)
