"""The tier that shuts a program in among the machine's own files: each test is a real program that tries to get out."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import textwrap
from contextlib import closing, suppress
from pathlib import Path

import pytest

import arena
from arena.records import Limits
from arena.referee.sandbox import Program, Sandbox, descent, linux
from arena.referee.sandbox.landlock import LandlockSandbox
from tests.referee.sandbox.running import await_readable, read_line, run, run_python, write_python
from tests.referee.sandbox.test_sandbox_walls import READ


@pytest.fixture(params=[1, 2, 3, 4, 5, 6])
def older(request: pytest.FixtureRequest, landlock: Sandbox, monkeypatch: pytest.MonkeyPatch) -> Sandbox:
    """The tier as it is on a kernel with an older Landlock: what that leaves open is the filter's to close."""
    if linux.landlock_version() < request.param:
        pytest.skip("this kernel's Landlock is older still")
    monkeypatch.setattr(linux, "landlock_version", lambda: request.param)
    return LandlockSandbox()


def test_files_of_the_host_can_not_be_opened(landlock: Sandbox, folder: Path, tmp_path: Path) -> None:
    opponent = tmp_path / "opponent"
    opponent.mkdir(mode=0o755)
    (opponent / "bot.py").write_text("secret")
    project = Path(arena.__file__).parents[1]
    hidden = ["/etc/passwd", "/etc/shadow", "/home", "/var", "/sys", "/run", "/tmp", "/dev", "/proc", "/proc/self/net"]
    hidden += [str(place) for place in (opponent, opponent / "bot.py", tmp_path, Path.home(), project)]
    lines = run_python(landlock, folder, READ, *hidden).lines
    assert len(lines) == len(hidden)
    assert set(lines) <= {"PermissionError", "FileNotFoundError"}


WRITE = """
        import os
        from pathlib import Path
        here = Path.cwd()
        for name in [here, "/tmp", "/var/tmp", "/dev/shm", "/run/lock", "/usr", "/proc/self"]:
            try:
                Path(name, "x").write_text("x")
                print(name)
            except OSError:
                pass
        for act in (
            lambda: open("bot.py", "a"), lambda: open("bot.py", "r+"), lambda: os.truncate("bot.py", 0),
            lambda: os.open("bot.py", os.O_RDONLY | os.O_TRUNC), lambda: os.chmod("bot.py", 0o777),
            lambda: os.utime("bot.py"), lambda: os.setxattr("bot.py", "user.x", b"x"), lambda: os.unlink("bot.py"),
            lambda: os.rename("bot.py", "b.py"), lambda: os.link("bot.py", "b.py"), lambda: os.mkdir("d"),
            lambda: os.symlink("a", "b"), lambda: os.mkfifo("p"), lambda: os.open(".", os.O_TMPFILE | os.O_RDWR),
        ):
            try:
                act()
                print("done")
            except OSError:
                pass
    """


def test_nothing_can_be_written(landlock: Sandbox, folder: Path) -> None:
    write_python(folder, WRITE)
    (folder / "bot.py").chmod(0o666)
    before = (folder / "bot.py").stat()
    assert run_python(landlock, folder, WRITE).lines == []
    after = (folder / "bot.py").stat()
    assert [path.name for path in folder.iterdir()] == ["bot.py"]
    assert (after.st_size, after.st_mode) == (before.st_size, before.st_mode)


def test_nothing_can_be_written_under_an_older_landlock(older: Sandbox, folder: Path) -> None:
    if descent.is_needed():
        # As for a plain user: the bot's folder belongs to whoever the bot runs as.
        os.chown(folder, descent.UID, descent.GID)
    test_nothing_can_be_written(older, folder)


def test_others_are_out_of_reach_under_an_older_landlock(older: Sandbox, folder: Path) -> None:
    test_other_processes_are_out_of_reach_and_it_is_alone(older, folder)


def test_a_build_keeps_to_its_folder_under_an_older_landlock(
    older: Sandbox, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    test_a_build_reaches_no_other_file_and_signals_nobody(older, folder, tmp_path, monkeypatch)


def test_other_processes_are_out_of_reach_and_it_is_alone(landlock: Sandbox, folder: Path) -> None:
    source = """
        import ctypes, os, signal, sys, threading
        arena = int(sys.argv[1])
        for act in (
            lambda: os.kill(arena, 0), lambda: os.kill(-1, 0), lambda: os.kill(1, 0), os.fork,
            lambda: os.posix_spawn("/bin/true", ["true"], {}), lambda: open(f"/proc/{arena}/status"),
            lambda: os.pidfd_open(arena), lambda: os.setpriority(os.PRIO_PROCESS, arena, 5),
        ):
            try:
                print(act())
            except OSError:
                pass
        print(ctypes.CDLL(None).prctl(1, 0, 0, 0, 0))
        thread = threading.Thread(target=print, args=("a thread",))
        thread.start()
        thread.join()
        sys.stdout.flush()
        os.kill(os.getpid(), signal.SIGKILL)
    """
    write_python(folder, source)
    outcome = run(landlock, folder, "python3", "bot.py", str(os.getpid()))
    assert outcome.lines == ["-1", "a thread"], outcome
    assert outcome.reason == "killed by signal 9 (SIGKILL)"


def test_the_environment_is_minimal_and_no_descriptor_is_handed_on(
    landlock: Sandbox, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARENA_TEST_SECRET", "hidden")
    source = """
        import os
        print(*sorted(os.environ))
        print("hidden" in open("/proc/self/environ").read())
        print(os.listdir("/proc/self/fd"))
    """
    names, leaked, descriptors = run_python(landlock, folder, source).lines
    assert set(names.split()) <= {"HOME", "LANG", "PATH", "PYTHONDONTWRITEBYTECODE", "PYTHONPATH", "TMPDIR"}
    assert leaked == "False"
    assert descriptors == "['0', '1', '2', '3']"  # The last one is the listing's own.


def test_the_arenas_packages_can_be_imported_and_the_project_not_listed(landlock: Sandbox, folder: Path) -> None:
    source = """
        import os, arena.errors, arena_trollin, msgpack
        print(arena.errors.ArenaError.__name__)
        try:
            print(os.listdir(os.path.dirname(os.path.dirname(os.path.realpath(arena.__file__)))))
        except OSError as error:
            print(type(error).__name__)
    """
    name, listed = run_python(landlock, folder, source).lines
    assert name == "ArenaError"
    assert listed == "PermissionError" or Path(arena.__file__).is_relative_to(sys.prefix)


def test_there_are_no_powers_and_none_to_be_had(landlock: Sandbox, folder: Path) -> None:
    source = """
        import os
        status = dict(line.split(":", 1) for line in open("/proc/self/status"))
        print(*[status[name].strip() for name in ("CapEff", "CapPrm", "CapAmb", "NoNewPrivs", "Seccomp")])
        print(0 in (os.getuid(), os.geteuid(), os.getgid()))
    """
    none = "0" * 16
    assert run_python(landlock, folder, source).lines == [f"{none} {none} {none} 1 2", "False"]


def test_more_threads_than_allowed_are_seen(landlock: Sandbox, folder: Path) -> None:
    source = """
        import threading
        threading.stack_size(1 << 16)
        forever = threading.Event()
        for _ in range(40):
            threading.Thread(target=forever.wait, daemon=True).start()
        print("started", flush=True)
        forever.wait()
    """
    write_python(folder, source)
    with closing(landlock.start(Program(("python3", "bot.py"), folder), Limits())) as child:
        assert read_line(child) == "started"
        assert child.look().tasks == 41


REFEREE = """
    import os, select, signal, sys
    from pathlib import Path
    from arena.records import Limits
    from arena.referee.sandbox import Program, choose
    child = choose("landlock").start(Program(("python3", "bot.py"), Path(sys.argv[1])), Limits())
    select.select([child.stdout], [], [])
    print(child.pid, flush=True)
    sys.stdin.read()
"""


def test_a_lone_program_dies_with_a_referee_that_is_killed(landlock: Sandbox, folder: Path) -> None:
    source = """
        import ctypes, signal
        for number in range(1, 32):
            if number not in (signal.SIGKILL, signal.SIGSTOP):
                signal.signal(number, signal.SIG_IGN)
        ctypes.CDLL(None).prctl(1, 0, 0, 0, 0)
        print("ready", flush=True)
        while True:
            signal.pause()
    """
    write_python(folder, source)
    command = [sys.executable, "-c", textwrap.dedent(REFEREE), str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as referee:
        assert referee.stdout is not None
        pid = int(referee.stdout.readline())
        handle = os.pidfd_open(pid)
        try:
            referee.kill()
            await_readable(handle)
        finally:
            os.close(handle)
    # This process may have inherited it.
    with suppress(ChildProcessError):
        os.waitpid(pid, 0)


def test_a_build_reaches_no_other_file_and_signals_nobody(
    landlock: Sandbox, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Its scratch folder is made here: other runs on the machine have theirs in /tmp.
    scratch = tmp_path / "scratch"
    scratch.mkdir(mode=0o755)
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    other = tmp_path / "other"
    other.mkdir(mode=0o777)
    (other / "file").write_text("old")
    for path in (other, other / "file"):
        path.chmod(0o777)
    script = f"""
        echo new > {other}/file; rm -f {other}/file; chmod 000 {other}/file; touch -d 2001-01-01 {other}/file
        kill -9 {os.getpid()}; cat /etc/passwd; ls {Path.home()} /tmp
        echo made > product; mkdir -p $TMPDIR/deep && echo scratch; printf '#!/bin/sh\\necho ran\\n' > run; chmod +x run
    """
    result = landlock.build(Program(("sh", "-c", script), folder), Limits())
    assert [line for line in result.output.splitlines() if line and ":" not in line] == ["scratch"], result
    status = (other / "file").stat()
    assert ((other / "file").read_text(), status.st_mode & 0o777) == ("old", 0o777)
    assert status.st_mtime > 1_500_000_000
    assert (folder / "product").read_text() == "made\n"
    # It could not set the mode itself; what begins as a program is made one.
    assert run(landlock, folder, "./run").output == "ran\n"
    assert set(scratch.iterdir()) == set()
