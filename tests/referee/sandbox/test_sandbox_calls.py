"""The filters of system calls, asked call by call: what no rule names is refused, whatever the upper bits say."""

from __future__ import annotations

import ctypes
import errno
import platform

import pytest

from arena.referee.sandbox import Sandbox, calls
from arena.referee.sandbox.calls import Situation
from tests.referee.sandbox.filtering import ALLOW, CONVENTIONS, ERRNO, KILL, answer
from tests.referee.sandbox.running import run_python

pytestmark = pytest.mark.skipif(platform.machine() not in CONVENTIONS, reason="another machine's calls")

ALONE = Situation(alone=True, exposed=True, writes=False)
CROWDED = Situation()
BUILD = Situation(builds=True)
EXPOSED_BUILD = Situation(builds=True, exposed=True, signals=False)
EVERY = (ALONE, CROWDED, BUILD, EXPOSED_BUILD)
NO_CALL = ERRNO | errno.ENOSYS
OWN = 4321
HIGH = 0xDEAD_BEEF << 32
MINUS_ONE = (1 << 64) - 1
NEVER_NEEDED = """
    bpf clone3 fanotify_init inotify_init1 io_uring_setup kcmp kexec_load keyctl memfd_create memfd_secret mount
    mq_open msgget name_to_handle_at open_by_handle_at openat2 perf_event_open pidfd_getfd pivot_root process_madvise
    process_vm_readv ptrace quotactl reboot seccomp semget setns shmget swapon unshare userfaultfd clock_settime
"""


def number(name: str) -> int:
    found = ctypes.CDLL("libseccomp.so.2").seccomp_syscall_resolve_name(name.encode())
    if found < 0:
        pytest.skip(f"{name} is no call of this machine, or newer than its libseccomp")
    return found


def code(situation: Situation) -> bytes:
    return calls.owned(calls.filter_for(situation), OWN) if situation.alone else calls.filter_for(situation)


def said(situation: Situation, name: str, *arguments: int) -> int:
    return answer(code(situation), number(name), arguments)


@pytest.mark.parametrize("situation", EVERY)
def test_numbers_that_are_in_no_header_are_refused(situation: Situation) -> None:
    for unknown in (480, 511, 513, 999, 4242, 1 << 20, (1 << 30) - 1):
        assert answer(code(situation), unknown) == NO_CALL


@pytest.mark.parametrize("situation", EVERY)
def test_other_conventions_end_the_process(situation: Situation) -> None:
    i386 = 0x40000003
    assert answer(code(situation), 11, convention=i386) == KILL
    if platform.machine() == "x86_64":
        assert answer(code(situation), 0x40000000 | 1) == KILL


@pytest.mark.parametrize("situation", EVERY)
@pytest.mark.parametrize("name", NEVER_NEEDED.split())
def test_what_a_bot_never_needs_is_refused(situation: Situation, name: str) -> None:
    assert said(situation, name) == NO_CALL


@pytest.mark.parametrize("situation", EVERY)
@pytest.mark.parametrize("name", ["sched_setaffinity", "setpriority", "sched_setscheduler", "ioprio_set"])
def test_nobody_chooses_its_own_share_of_the_processor(situation: Situation, name: str) -> None:
    assert said(situation, name) == ERRNO | errno.EPERM


@pytest.mark.parametrize("situation", EVERY)
@pytest.mark.parametrize("upper", [0, HIGH])
def test_arguments_are_compared_as_the_kernel_reads_them(situation: Situation, upper: int) -> None:
    tiocsti, tcgets, f_setown, f_setsig, f_getfl = 0x5412, 0x5401, 8, 10, 3
    assert said(situation, "ioctl", 0, upper | tiocsti) == NO_CALL
    assert said(situation, "ioctl", 0, upper | tcgets) == ALLOW
    assert said(situation, "fcntl", 0, upper | f_setown) == NO_CALL
    assert said(situation, "fcntl", 0, upper | f_setsig) == NO_CALL
    assert said(situation, "fcntl", 0, upper | f_getfl) == ALLOW
    assert said(situation, "prlimit64", upper | 1) == NO_CALL
    assert said(situation, "prlimit64", upper) == ALLOW
    assert said(situation, "prctl", upper | 22) == NO_CALL


@pytest.mark.parametrize("situation", EVERY)
def test_maps_that_no_limit_counts_are_refused(situation: Situation) -> None:
    shared, private, anonymous, grows_down, huge = 1, 2, 0x20, 0x100, 0x40000
    for flags, action in (
        (private | anonymous, ALLOW),
        (private, ALLOW),
        (shared, ALLOW),
        (shared | anonymous, NO_CALL),
        (3 | anonymous, NO_CALL),
        (private | anonymous | grows_down, NO_CALL),
        (private | anonymous | huge, NO_CALL),
        (0x08 | anonymous, NO_CALL),
    ):
        assert said(situation, "mmap", 0, 1 << 20, 3, HIGH | flags) == action, hex(flags)


def test_a_lone_program_signals_and_starts_nobody() -> None:
    thread, fork = 0x3D0F00, 0x1200011
    assert said(ALONE, "clone", thread) == ALLOW
    assert said(ALONE, "clone", fork) == ERRNO | errno.EPERM
    assert said(CROWDED, "clone", fork) == ALLOW
    for name in ("kill", "tgkill", "rt_sigqueueinfo"):
        assert said(ALONE, name, OWN) == ALLOW
        assert said(ALONE, name, HIGH | OWN) == ALLOW
        for other in (1, OWN + 1, MINUS_ONE, -OWN & MINUS_ONE):
            assert said(ALONE, name, other) == NO_CALL
        assert said(EXPOSED_BUILD, name, OWN) == NO_CALL
    for name in ("tkill", "pidfd_open", "pidfd_send_signal", "setsid"):
        assert said(ALONE, name, OWN) == NO_CALL
    # Whoever could take this back would outlive its referee.
    assert said(ALONE, "prctl", 1, 0) == NO_CALL


@pytest.mark.parametrize("situation", EVERY)
@pytest.mark.parametrize("flag", [0x20000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000])
def test_nobody_makes_namespaces(situation: Situation, flag: int) -> None:
    assert said(situation, "clone", flag | 17) & ERRNO == ERRNO
    assert said(situation, "clone", flag | 0x3D0F00) == NO_CALL


def test_without_a_folder_of_its_own_nothing_is_written_or_changed() -> None:
    for name in ("chmod", "fchmodat", "fchownat", "utimensat", "setxattr", "unlink", "rename", "symlink", "truncate"):
        assert said(ALONE, name) == ERRNO | errno.EROFS
    read, write, strange, truncate = 0, 1, 3, 0o1000
    for access in (read, strange):
        assert said(ALONE, "openat", 0, 0, HIGH | access) == ALLOW
        assert said(ALONE, "openat", 0, 0, access | truncate) == NO_CALL
    assert said(ALONE, "openat", 0, 0, write | truncate) == ALLOW  # Landlock has the word on these.


def test_a_build_among_the_users_files_changes_no_modes_and_does_not_fail() -> None:
    for name in ("chmod", "fchmod", "fchownat", "utimensat"):
        assert said(EXPOSED_BUILD, name) == ERRNO | 0
        assert said(BUILD, name) == ALLOW
    assert said(EXPOSED_BUILD, "rename") == ALLOW


def test_sockets_reach_nobody() -> None:
    unix, inet, vsock, packet, stream, datagram = 1, 2, 40, 17, 1, 2
    for situation in EVERY:
        for family in (inet, 10, 16, vsock, packet):
            assert said(situation, "socket", family, stream) == NO_CALL
        assert said(situation, "socketpair", unix, stream | 0o2000000) == ALLOW
        assert said(situation, "socketpair", unix, datagram) == NO_CALL
    for situation in (ALONE, EXPOSED_BUILD):
        assert said(situation, "socket", unix, stream) == NO_CALL
        assert said(situation, "connect") == NO_CALL
    open_build = Situation(builds=True, network=True)
    assert said(open_build, "socket", inet, stream) == ALLOW
    assert said(open_build, "socket", inet, 3) == NO_CALL
    assert said(open_build, "socket", vsock, stream) == NO_CALL


def test_the_clocks_of_other_processes_are_no_business_of_a_bots() -> None:
    monotonic, own_thread, others_process = 1, ~5 << 3 | 6, ~5 << 3 | 2
    for situation in EVERY:
        assert said(situation, "clock_gettime", monotonic) == ALLOW
        assert said(situation, "clock_gettime", own_thread & MINUS_ONE) == ALLOW
        assert said(situation, "clock_gettime", others_process & MINUS_ONE) == NO_CALL


def test_the_kernel_answers_as_the_filter_says(walled: Sandbox, folder) -> None:  # type: ignore[no-untyped-def]
    """listmount and its like came after every libseccomp in use: the kernel has them, and no list names them."""
    source = """
        import ctypes, errno
        libc = ctypes.CDLL(None, use_errno=True)
        for number in (457, 458, 463, 4242):
            print(libc.syscall(number, 0, 0, 0, 0, 0, 0), errno.errorcode[ctypes.get_errno()])
    """
    assert run_python(walled, folder, source).lines == ["-1 ENOSYS"] * 4
