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
    hole: by tier, what is known to be open there; the test must then find it open.
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


GONE, SHUT, NOT_HERE = "ENOENT EROFS", "EACCES EPERM ENOSYS", "ESRCH ENOENT"
_TRACE = setting("kernel/yama/ptrace_scope", "0", power("CAP_SYS_PTRACE"))
_BPF = setting("kernel/unprivileged_bpf_disabled", "0", power("CAP_SYS_ADMIN"))
_RING = setting("kernel/io_uring_disabled", "0", power("CAP_SYS_ADMIN"))
_TYPE = setting("dev/tty/legacy_tiocsti", "1", power("CAP_SYS_ADMIN"))

REACHES = (
    Reach("read_home", Group.READING, GONE, SHUT, AT_HOME, ("home",)),
    Reach("read_shadow", Group.READING, GONE, SHUT, ROOT),
    Reach("read_opponent", Group.READING, GONE, SHUT),
    Reach("read_environment", Group.READING, NOT_HERE, SHUT, needs=("victims",)),
    Reach("read_memory", Group.READING, NOT_HERE, SHUT, _TRACE, ("victims",)),
    Reach("ptrace_others", Group.READING, NOT_HERE, SHUT, _TRACE, ("victims",)),
    Reach("copy_memory", Group.READING, NOT_HERE, SHUT, _TRACE, ("victims",)),
    Reach("steal_descriptor", Group.READING, NOT_HERE, SHUT, _TRACE, ("victims",)),
    Reach("others_shared_memory", Group.READING, "ENOENT EINVAL ENOSYS EPERM", SHUT, needs=("memory",), visible=True),
    Reach("leftover_descriptors", Group.READING, "EBADF", "EBADF", NEVER),
    Reach("write_files", Group.CHANGING, GONE, SHUT, visible=True),
    Reach("truncate_files", Group.CHANGING, GONE, SHUT, visible=True),
    Reach("change_modes", Group.CHANGING, GONE, SHUT, visible=True),
    Reach("change_owners", Group.CHANGING, GONE, SHUT),
    Reach("change_times", Group.CHANGING, GONE, SHUT, visible=True),
    Reach("set_attributes", Group.CHANGING, GONE, SHUT, visible=True),
    Reach("make_links", Group.CHANGING, GONE, SHUT, visible=True),
    Reach("signal_others", Group.OTHERS, NOT_HERE, SHUT, needs=("victims",), visible=True),
    Reach("signal_by_owner", Group.OTHERS, NOT_HERE, SHUT, needs=("victims",), visible=True),
    Reach("renice_others", Group.OTHERS, NOT_HERE, SHUT, needs=("victims",), visible=True),
    Reach("push_input", Group.OTHERS, GONE, SHUT, _TYPE, ("terminal",)),
    Reach("tcp", Group.NETWORK, "ECONNREFUSED EADDRNOTAVAIL", SHUT, needs=("servers",), visible=True),
    Reach("udp", Group.NETWORK, "ECONNREFUSED ENETUNREACH", SHUT, needs=("servers",), visible=True),
    Reach("raw_sockets", Group.NETWORK, "EPERM EACCES EAFNOSUPPORT", SHUT, power("CAP_NET_RAW")),
    Reach(
        "vsock",
        Group.NETWORK,
        "EPERM EACCES EAFNOSUPPORT",
        SHUT,
        hole={"bwrap": "the socket is made: network namespaces do not cut it"},
    ),
    Reach("netlink", Group.NETWORK, "ENXIO EPERM EACCES EAFNOSUPPORT", SHUT),
    Reach("abstract_sockets", Group.NETWORK, "ECONNREFUSED", SHUT, needs=("servers",), visible=True),
    Reach("path_sockets", Group.NETWORK, "ENOENT", SHUT, needs=("servers",), visible=True),
    Reach("new_namespaces", Group.KERNEL, "ENOSPC EPERM ENOSYS ENOENT", SHUT, IN_NAMESPACES, ("victims",)),
    Reach("mounts", Group.KERNEL, "EPERM ENOSYS", SHUT, power("CAP_SYS_ADMIN")),
    Reach("bpf", Group.KERNEL, "EPERM ENOSYS", SHUT, _BPF),
    Reach("keyctl", Group.KERNEL, "EPERM ENOSYS", SHUT),
    Reach("io_uring", Group.KERNEL, "EPERM ENOSYS", SHUT, _RING),
    Reach("unknown_calls", Group.KERNEL, "EPERM ENOSYS ENOENT EROFS", SHUT),
    Reach("old_calls", Group.KERNEL, "SIGSYS ENOSYS EPERM", "SIGSYS ENOSYS EPERM"),
    Reach("setuid_program", Group.KERNEL, "exited with status 1", "exited with status 1", ROOT, ("setuid",)),
    Reach("set_clock", Group.KERNEL, "EPERM ENOSYS", SHUT, power("CAP_SYS_TIME")),
    Reach("pin_itself", Group.POWERS, "EPERM ENOSYS", SHUT, hole={"bwrap": "sched_setaffinity is allowed"}),
    Reach("real_time", Group.POWERS, "EPERM EACCES ENOSYS", SHUT, power("CAP_SYS_NICE")),
    Reach("raise_limits", Group.POWERS, "EPERM EACCES ENOSYS", SHUT, power("CAP_SYS_RESOURCE")),
)

MEMORY = FaultKind.MEMORY
JUDGED = (
    Judged("murders_opponent", Group.OTHERS, (None, "ESRCH"), (None, "EPERM ENOSYS ESRCH EACCES")),
    Judged("fork_bomb", Group.USING_UP, (None, "EAGAIN"), (None, "EPERM ENOSYS EAGAIN")),
    Judged("thread_bomb", Group.USING_UP, (None, "EAGAIN"), (None, "EAGAIN")),
    Judged("memory_private", Group.USING_UP, (MEMORY, ""), (MEMORY, ""), words="the limit is 256 MiB"),
    Judged("memory_shared", Group.USING_UP, (MEMORY, ""), (None, "EPERM ENOSYS")),
    Judged("memory_children", Group.USING_UP, (MEMORY, ""), (None, "EPERM ENOSYS")),
    Judged("memory_memfd", Group.USING_UP, (None, "ENOSYS EPERM"), (None, "ENOSYS EPERM")),
    Judged("memory_tmpfs", Group.USING_UP, (None, "ENOSPC"), (None, "EACCES")),
    Judged("memory_pipes", Group.USING_UP, (None, "EPERM"), (None, "EPERM"), power("CAP_SYS_ADMIN")),
    Judged(
        "memory_sockets",
        Group.USING_UP,
        (None, "EPERM"),
        (None, "EPERM"),
        hole={"bwrap": "1024 open sockets hold 217 MB a process, counted nowhere"},
    ),
    Judged(
        "memory_page_tables",
        Group.USING_UP,
        (None, "ENOMEM"),
        (None, "ENOMEM"),
        hole={"bwrap": "tables of mappings that are only read are counted nowhere"},
    ),
    Judged("fill_disk", Group.USING_UP, (None, "ENOSPC ENOENT EROFS"), (None, "EACCES")),
    Judged("floods_without_newline", Group.STREAMS, (FaultKind.PROTOCOL, ""), (FaultKind.PROTOCOL, ""), allowed=NEVER),
    Judged("floods_frame", Group.STREAMS, (FaultKind.PROTOCOL, ""), (FaultKind.PROTOCOL, ""), allowed=NEVER),
    Judged("stops_itself", Group.STAYING, (FaultKind.TIMEOUT, ""), (FaultKind.TIMEOUT, ""), allowed=NEVER, move_ms=300),
    Judged("daemon_stays", Group.STAYING, (None, ""), (None, "EPERM ENOSYS"), allowed=NEVER),
)

VILLAINS = (
    Villain("four_gigabytes", Group.STREAMS, FaultKind.PROTOCOL),
    Villain("floods_stdout", Group.STREAMS, FaultKind.OUTPUT_FLOOD),
    Villain("floods_stderr", Group.STREAMS, FaultKind.OUTPUT_FLOOD),
    Villain("never_reads", Group.STREAMS, FaultKind.TIMEOUT),
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
    Collusion("leave_message", "ENOENT ENOSYS EPERM ECONNREFUSED", SHUT + " ENOENT ECONNREFUSED", later=True),
    Collusion(
        "partner_locks", "ENOENT EPERM ENOSYS", SHUT, hole={"bwrap": "locks on shared files are seen across sandboxes"}
    ),
    Collusion(
        "partner_watch", "ENOENT EPERM ENOSYS", SHUT + " ENOENT", hole={"bwrap": "inotify sees across sandboxes"}
    ),
    Collusion(
        "partner_futex",
        "ENOENT EPERM ENOSYS ETIMEDOUT",
        SHUT + " ENOENT ETIMEDOUT",
        hole={"bwrap": "shared futexes reach across sandboxes"},
    ),
)
