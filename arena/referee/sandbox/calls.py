"""Which system calls a sandboxed program may make, as a seccomp filter for each situation that a program can be in.

An allow list: what it does not name fails as if the kernel did not have it, so a call that a later kernel brings
is refused until somebody has thought about it. The names follow the profile that container engines have shipped
for years, without what only administrators, debuggers and servers need. The tiers ask for a filter once.
"""

from __future__ import annotations

import errno
import functools
import struct
from contextlib import closing
from dataclasses import dataclass

from arena.referee.sandbox.libseccomp import Argument, Filter

# Compiled into the filter of a program that may signal none but itself, and replaced in it by its number.
_OWN_PID = 0x5EA7B07
_INSTRUCTION = struct.Struct("=HBBI")

_FILES = """
    access close close_range copy_file_range dup dup2 dup3 eventfd eventfd2 epoll_create epoll_create1 epoll_ctl
    epoll_pwait epoll_pwait2 epoll_wait faccessat faccessat2 fadvise64 fallocate fchdir chdir fdatasync fstat fstatfs
    fsync ftruncate getcwd getdents getdents64 lseek newfstatat pipe pipe2 poll ppoll pread64 preadv pselect6
    pwrite64 pwritev read readahead readlink readlinkat readv select sendfile signalfd signalfd4 splice stat
    lstat statfs statx sync_file_range timerfd_create timerfd_gettime timerfd_settime umask write writev
    getxattr fgetxattr lgetxattr listxattr flistxattr llistxattr
"""
_MEMORY = """
    brk get_mempolicy madvise membarrier mlock mlock2 mlockall mprotect mremap msync munlock munlockall munmap
    pkey_alloc pkey_free pkey_mprotect mseal
"""
_THREADS = """
    alarm arch_prctl capget clock_getres clock_nanosleep execve execveat exit exit_group futex futex_time64
    futex_wait futex_waitv futex_wake futex_requeue get_robust_list set_robust_list get_thread_area set_thread_area
    getcpu getegid geteuid getgid getgroups getitimer getpgid getpgrp getpid getppid getpriority getrandom getresgid
    getresuid getrlimit getrusage getsid gettid gettimeofday getuid nanosleep pause restart_syscall rseq
    rt_sigaction rt_sigpending rt_sigprocmask rt_sigreturn rt_sigsuspend rt_sigtimedwait sched_get_priority_max
    sched_get_priority_min sched_getaffinity sched_getattr sched_getparam sched_getscheduler sched_rr_get_interval
    sched_yield set_tid_address setitimer setrlimit sigaltstack sysinfo time timer_create timer_delete
    timer_getoverrun timer_gettime timer_settime times uname wait4 waitid
"""
# What can be done with sockets; which of them there can be is said below.
_TALK = "getpeername getsockname getsockopt recvfrom recvmmsg recvmsg sendmmsg sendmsg sendto setsockopt shutdown"
_MEET = "accept accept4 bind connect listen"
_SIGNALS = "kill tkill tgkill rt_sigqueueinfo rt_tgsigqueueinfo pidfd_send_signal"
_PROCESSES = "fork vfork pidfd_open setpgid setsid"
_WRITING = """
    chmod chown creat fchmod fchmodat fchmodat2 fchown fchownat fsetxattr futimesat lchown link linkat lsetxattr mkdir
    mkdirat mknod mknodat rename renameat renameat2 rmdir setxattr symlink symlinkat truncate unlink unlinkat utime
    utimensat utimes
"""
# Landlock guards none of these: they act on whatever belongs to the user, wherever it lies.
_UNGUARDED = """
    chmod chown fchmod fchmodat fchmodat2 fchown fchownat fsetxattr futimesat lchown lsetxattr setxattr utime utimensat
    utimes
"""
_PRIORITY = """
    ioprio_set sched_setaffinity sched_setattr sched_setparam sched_setscheduler setpriority
"""

_FCNTL = (0, 1, 2, 3, 4, 9, 1030, 1032)  # F_DUPFD to F_SETFL, F_GETOWN, F_DUPFD_CLOEXEC, F_GETPIPE_SZ
_FCNTL_LOCKS = (5, 6, 7, 36, 37, 38)  # F_GETLK to F_SETLKW, and the same for open files
# TCGETS, TIOCGPGRP, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX, FIOCLEX
_IOCTL = (0x5401, 0x540F, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)
# To read: dumpable, seccomp, capabilities, thread address, speculation. To set: names, timer slack, no_new_privs,
# huge pages; the last one names memory.
_PRCTL = (3, 15, 16, 21, 23, 29, 30, 38, 39, 40, 41, 42, 52, 0x53564D41)
_PRCTL_FAMILY = (1, 2)  # A signal on the parent's death, to be set and read
_MAP_TYPE, _MAP_SHARED, _MAP_PRIVATE = 0x0F, 0x01, 0x02
_MAP_ANONYMOUS, _MAP_GROWSDOWN, _MAP_HUGETLB = 0x20, 0x100, 0x40000
_CLONE_THREAD, _CLONE_NAMESPACES = 0x00010000, 0x7E020000
_O_ACCMODE, _O_TRUNC = 0o3, 0o1000
_AF_UNIX, _AF_INET, _AF_INET6, _AF_NETLINK = 1, 2, 10, 16
_SOCK_TYPE, _SOCK_STREAM, _SOCK_DGRAM, _SOCK_SEQPACKET = 0x0F, 1, 2, 5
_UNCHANGED = 0xFFFFFFFF


@dataclass(frozen=True, slots=True)
class Situation:
    """What of a program the walls around it leave to the filter.

    alone: it is one process, with threads, among the user's others: it may start and signal none. exposed: it lies
    in the machine's own file system, where only Landlock stands before the user's files. writes: it has a folder
    to write in. builds: it is a build, whose tools lock files. signals: if not alone,
    whether it may send any. network: whether it may reach the internet.
    """

    alone: bool = False
    exposed: bool = False
    writes: bool = True
    builds: bool = False
    signals: bool = True
    network: bool = False


@functools.cache
def filter_for(situation: Situation) -> bytes:
    """The filter's program. SandboxError when libseccomp is missing or fails.

    With `alone` it must be made the program's own by `owned` before it is installed.
    """
    with closing(Filter()) as rules:
        for name in " ".join((_FILES, _MEMORY, _THREADS, _TALK)).split():
            rules.allow(name)
        for name in _PRIORITY.split():
            rules.refuse(name, errno.EPERM)
        _add_processes(rules, situation)
        _add_writing(rules, situation)
        _add_controls(rules, situation)
        _add_maps(rules)
        _add_sockets(rules, situation)
        return rules.code()


def owned(code: bytes, pid: int) -> bytes:
    """The filter of a lone program with its own number in it, which nothing knows before there is a process."""
    return b"".join(
        _INSTRUCTION.pack(operation, yes, no, pid if operand == _OWN_PID else operand)
        for operation, yes, no, operand in _INSTRUCTION.iter_unpack(code)
    )


def _add_processes(rules: Filter, situation: Situation) -> None:
    # Not clone3: its flags lie in memory, where no filter can look. All runtimes know a kernel without it.
    rules.allow("clone", Argument(0, _CLONE_THREAD, _CLONE_THREAD | _CLONE_NAMESPACES))
    # Another process's limits are out of reach.
    rules.allow("prlimit64", Argument(0, 0))
    for clock in (Argument(0, 0, 0xFFFFFFF0), Argument(0, 0x80000004, 0x80000004)):
        # The machine's clocks and those of own threads, not the CPU time of others.
        rules.allow("clock_gettime", clock)
    for persona in (0, _UNCHANGED):
        rules.allow("personality", Argument(0, persona))
    if situation.alone:
        for name in ("fork", "vfork"):
            rules.refuse(name, errno.EPERM)
        rules.refuse("clone", errno.EPERM, Argument(0, 0, _CLONE_THREAD))
        for name in ("kill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo"):
            rules.allow(name, Argument(0, _OWN_PID))
        rules.allow("kill", Argument(0, 0))  # Its process group is itself.
        return
    rules.allow("clone", Argument(0, 0, _CLONE_THREAD | _CLONE_NAMESPACES))
    for name in f"{_PROCESSES} {_SIGNALS}".split() if situation.signals else _PROCESSES.split():
        rules.allow(name)


def _add_writing(rules: Filter, situation: Situation) -> None:
    for name, flags in (("open", 1), ("openat", 2)):
        for access in (0, 1, 2, 3):
            if access in (1, 2):
                rules.allow(name, Argument(flags, access, _O_ACCMODE))
            else:
                # Truncating without opening to write is checked by no Landlock before its third version.
                rules.allow(name, Argument(flags, access, _O_ACCMODE | _O_TRUNC))
    unguarded = _UNGUARDED.split() if situation.exposed else []
    for name in _WRITING.split():
        if not situation.writes:
            rules.refuse(name, errno.EROFS)
        elif name in unguarded:
            # A compiler that can't change modes and times must not fail; whoever runs the build sets the modes.
            rules.refuse(name, errno.EOPNOTSUPP if "xattr" in name else 0)
        elif name == "truncate" and situation.exposed:
            rules.refuse(name, errno.EROFS)
        else:
            rules.allow(name)
    if situation.builds:
        rules.allow("flock")
    else:
        # Two bots could talk by locks on a file that both can read; Java complains aloud where they fail.
        rules.refuse("flock", 0)


def _add_controls(rules: Filter, situation: Situation) -> None:
    # No F_SETOWN or F_SETSIG, which make others be signalled, and in play no locks.
    for command in _FCNTL + (_FCNTL_LOCKS if situation.builds else ()):
        rules.allow("fcntl", Argument(1, command))
    for request in _IOCTL:
        rules.allow("ioctl", Argument(1, request))
    for option in _PRCTL + (() if situation.alone else _PRCTL_FAMILY):
        rules.allow("prctl", Argument(0, option))


def _add_maps(rules: Filter) -> None:
    # Private ones but for the kinds that no limit counts, and shared ones of files, which are the files' own size.
    uncounted = _MAP_GROWSDOWN | _MAP_HUGETLB
    rules.allow("mmap", Argument(3, _MAP_PRIVATE, _MAP_TYPE | uncounted))
    rules.allow("mmap", Argument(3, _MAP_SHARED, _MAP_TYPE | uncounted | _MAP_ANONYMOUS))


def _add_sockets(rules: Filter, situation: Situation) -> None:
    # Not of datagrams: the ends of such a pair can still send to any address.
    for kind in (_SOCK_STREAM, _SOCK_SEQPACKET):
        rules.allow("socketpair", Argument(0, _AF_UNIX), Argument(1, kind, _SOCK_TYPE))
    if not situation.exposed:
        rules.allow("socket", Argument(0, _AF_UNIX))
    if situation.network:
        for family in (_AF_INET, _AF_INET6):
            for kind in (_SOCK_STREAM, _SOCK_DGRAM):
                rules.allow("socket", Argument(0, family), Argument(1, kind, _SOCK_TYPE))
        rules.allow("socket", Argument(0, _AF_NETLINK), Argument(2, 0))
    if situation.network or not situation.exposed:
        for name in _MEET.split():
            rules.allow(name)
