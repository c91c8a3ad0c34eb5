"""What a program in the bubblewrap tier can't use up."""

from __future__ import annotations

import resource
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from arena.records import Limits
from arena.referee.sandbox import Program, Sandbox
from tests.referee.sandbox.running import read_line, run_python, write_python

SMALL = Limits(memory_mb=128, processes=12, disk_mb=4)
MIB = 1 << 20


def test_a_fork_bomb_is_bounded(bwrap: Sandbox, folder: Path) -> None:
    source = """
        import os, signal
        made = 0
        try:
            while made < 1000:
                if os.fork() == 0:
                    signal.pause()
                made += 1
        except BlockingIOError:
            print(made)
    """
    assert run_python(bwrap, folder, source, limits=SMALL).lines == [str(SMALL.processes - 1)]


def test_threads_count_as_processes(bwrap: Sandbox, folder: Path) -> None:
    source = """
        import threading
        forever = threading.Event()
        made = 0
        try:
            while made < 1000:
                threading.Thread(target=forever.wait, daemon=True).start()
                made += 1
        except RuntimeError:
            print(made)
    """
    assert run_python(bwrap, folder, source, limits=SMALL).lines == [str(SMALL.processes - 1)]


def test_the_limit_of_one_program_is_not_another_ones(bwrap: Sandbox, folder: Path) -> None:
    write_python(folder, "import os, time\nwhile os.fork(): print('forked', flush=True)\ntime.sleep(1000)\n")
    single = replace(SMALL, processes=1)
    with closing(bwrap.start(Program(("python3", "bot.py"), folder), SMALL)) as crowd:
        for _ in range(SMALL.processes - 1):
            assert read_line(crowd) == "forked"
        assert run_python(bwrap, folder, "print('alone')", limits=single).lines == ["alone"]


def test_a_memory_bomb_is_bounded(bwrap: Sandbox, folder: Path) -> None:
    source = """
        held = []
        try:
            while len(held) < 1000:
                held.append(bytearray(1 << 20))
        except MemoryError:
            print(len(held))
    """
    (held,) = run_python(bwrap, folder, source, limits=SMALL).lines
    assert SMALL.memory_mb // 2 < int(held) < SMALL.memory_mb * 5 // 4


def test_memory_that_no_limit_counts_is_refused(bwrap: Sandbox, folder: Path) -> None:
    source = """
        import ctypes, errno, os
        try:
            os.memfd_create("hoard")
        except OSError as error:
            print(errno.errorcode[error.errno])
        libc = ctypes.CDLL(None, use_errno=True)
        for name, arguments in ("shmget", (0, 1 << 20, 0o1600)), ("msgget", (0, 0o1600)), ("semget", (0, 1, 0o1600)):
            print(getattr(libc, name)(*arguments), errno.errorcode[ctypes.get_errno()])
    """
    assert run_python(bwrap, folder, source).lines == ["ENOSYS"] + ["-1 ENOSYS"] * 3


def test_the_memory_of_the_whole_tree_is_seen(crowded: Sandbox, folder: Path) -> None:
    source = """
        import os, threading
        held = bytearray(20 << 20)
        def fork():
            if os.fork() == 0:
                more = bytearray(30 << 20)
                print("ready", flush=True)
                input()
        thread = threading.Thread(target=fork)
        thread.start()
        thread.join()
        input()
    """
    write_python(folder, source)
    with closing(crowded.start(Program(("python3", "-W", "ignore", "bot.py"), folder), Limits())) as child:
        assert read_line(child) == "ready"
        assert 70 * MIB < child.memory_bytes() < 200 * MIB
        child.kill()
        assert child.memory_bytes() == 0


def test_scratch_folders_are_small(bwrap: Sandbox, folder: Path) -> None:
    source = """
        import errno
        for place in "/tmp", "/dev/shm":
            written = 0
            try:
                for number in range(1000):
                    with open(f"{place}/{number}", "wb", buffering=0) as file:
                        written += file.write(bytes(1 << 20))
            except OSError as error:
                print(errno.errorcode[error.errno], written)
    """
    full = f"ENOSPC {SMALL.disk_mb * MIB}"
    assert run_python(bwrap, folder, source, limits=SMALL).lines == [full, full]


def test_limits_are_set_and_can_not_be_raised(sandbox: Sandbox, folder: Path) -> None:
    source = """
        import resource
        for name in "RLIMIT_DATA", "RLIMIT_FSIZE", "RLIMIT_CORE", "RLIMIT_CPU", "RLIMIT_NOFILE":
            kind = getattr(resource, name)
            print(resource.getrlimit(kind) == resource.getrlimit(kind)[:1] * 2, resource.getrlimit(kind)[0])
    """
    lines = run_python(sandbox, folder, source, limits=SMALL).lines
    core, cpu = (min(limit, resource.getrlimit(kind)[1]) if resource.getrlimit(kind)[1] >= 0 else limit
                 for kind, limit in ((resource.RLIMIT_CORE, 0), (resource.RLIMIT_CPU, 86_400)))  # fmt: skip
    assert lines == [
        f"True {SMALL.memory_mb * 5 // 4 * MIB}",
        f"True {SMALL.disk_mb * MIB}",
        f"True {core}",
        f"True {cpu}",
        f"True {SMALL.open_files}",
    ]


def test_a_soft_limit_of_the_referee_is_no_obstacle(bwrap: Sandbox, folder: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(64, len(list(Path("/proc/self/fd").iterdir())) + 32), hard))
    try:
        assert run_python(bwrap, folder, "print('fine')").lines == ["fine"]
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_tables_of_wide_mappings_count_as_memory(walled: Sandbox, folder: Path) -> None:
    source = """
        import mmap
        step = 2 << 20
        wide = mmap.mmap(-1, 32 << 30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000, prot=mmap.PROT_READ)
        wide.madvise(15)
        for at in range(0, len(wide), step):
            wide[at]
        print("read", flush=True)
        input()
    """
    write_python(folder, source)
    with closing(walled.start(Program(("python3", "bot.py"), folder), Limits())) as child:
        assert read_line(child) == "read"
        assert child.memory_bytes() > 60 * MIB
