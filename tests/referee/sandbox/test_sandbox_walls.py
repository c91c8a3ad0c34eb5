"""What a program in the bubblewrap tier can't reach: each test is a real program that tries."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

import arena
from arena.referee.sandbox import Sandbox
from tests.referee.sandbox.running import run, run_python

READ = """
    import sys
    from pathlib import Path
    for name in sys.argv[1:]:
        path = Path(name)
        try:
            print(name, sorted(p.name for p in path.iterdir()) if path.is_dir() else path.read_text())
        except OSError as error:
            print(type(error).__name__)
"""


def test_files_of_the_host_do_not_exist_inside(bwrap: Sandbox, folder: Path, tmp_path: Path) -> None:
    opponent = tmp_path / "opponent"
    opponent.mkdir(mode=0o755)
    (opponent / "bot.py").write_text("secret")
    project = Path(arena.__file__).parents[1]
    hidden = ["/etc/shadow", "/home", "/var", "/sys", "/run", str(opponent), str(opponent / "bot.py"), str(folder)]
    hidden += [str(Path.home() / ".profile"), str(project / "pyproject.toml"), str(project / "sample_bots")]
    assert run_python(bwrap, folder, READ, *hidden).lines == ["FileNotFoundError"] * len(hidden)


def test_the_list_of_users_is_the_bots_own(bwrap: Sandbox, folder: Path) -> None:
    assert run(bwrap, folder, "cat", "/etc/passwd").output == "bot:x:1000:1000:bot:/tmp:/bin/sh\n"


def test_the_home_folder_holds_no_more_than_the_interpreter(bwrap: Sandbox, folder: Path) -> None:
    lines = run_python(bwrap, folder, "import sys, pathlib\nprint(sys.base_prefix)\nfor p in sys.argv[1:]: "
                       "print(*pathlib.Path(p).iterdir()) if pathlib.Path(p).exists() else print()",
                       str(Path.home())).lines  # fmt: skip
    prefix, seen = lines
    assert all(Path(prefix).is_relative_to(path) for path in seen.split())


def test_only_scratch_folders_can_be_written(bwrap: Sandbox, folder: Path) -> None:
    source = """
        from pathlib import Path
        for name in ["/", "/bot", "/usr", "/etc", "/dev", "/proc", "/usr/bin", "/tmp", "/dev/shm"]:
            try:
                Path(name, "x").write_text("x")
                print(name)
            except OSError:
                pass
        for name in ["/bot/bot.py", "/etc/passwd", "/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger"]:
            try:
                open(name, "a").close()
                print(name)
            except OSError:
                pass
    """
    assert run_python(bwrap, folder, source).lines == ["/tmp", "/dev/shm"]
    assert sorted(path.name for path in folder.iterdir()) == ["bot.py"]


def test_nothing_is_left_for_the_next_process(bwrap: Sandbox, folder: Path) -> None:
    source = """
        from pathlib import Path
        for place in "/tmp", "/dev/shm":
            print(Path(place, "message").exists())
            Path(place, "message").write_text("for my partner")
    """
    for _ in range(2):
        assert run_python(bwrap, folder, source).lines == ["False", "False"]


def test_there_is_no_network(bwrap: Sandbox, folder: Path, tmp_path: Path) -> None:
    source = """
        import socket, sys
        print([line.split(":")[0].strip() for line in open("/proc/net/dev") if ":" in line])
        for family, address in [(socket.AF_INET, ("127.0.0.1", int(sys.argv[1]))),
                                (socket.AF_INET, ("192.0.2.1", 80)),
                                (socket.AF_UNIX, sys.argv[2]), (socket.AF_UNIX, "\\0" + sys.argv[3])]:
            try:
                socket.socket(family).connect(address)
                print("connected to", address)
            except OSError as error:
                print(type(error).__name__)
    """
    with (
        socket.create_server(("127.0.0.1", 0)) as tcp,
        socket.socket(socket.AF_UNIX) as by_path,
        socket.socket(socket.AF_UNIX) as abstract,
    ):
        path, name = str(tmp_path / "socket"), f"arena-test-{os.getpid()}"
        by_path.bind(path)
        by_path.listen()
        abstract.bind("\0" + name)
        abstract.listen()
        lines = run_python(bwrap, folder, source, str(tcp.getsockname()[1]), path, name).lines
    assert lines == ["['lo']", "OSError", "OSError", "FileNotFoundError", "ConnectionRefusedError"]


def test_other_processes_are_out_of_sight_and_reach(bwrap: Sandbox, folder: Path) -> None:
    source = """
        import os, sys
        print(sum(name.isdigit() for name in os.listdir("/proc")))
        for victim in sys.argv[1:]:
            try:
                os.kill(int(victim), 0)
                print("can signal", victim)
            except ProcessLookupError:
                print("not there")
    """
    assert run_python(bwrap, folder, source, str(os.getpid()), str(os.getppid())).lines == [
        "2",
        "not there",
        "not there",
    ]


def test_the_environment_is_minimal(bwrap: Sandbox, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARENA_TEST_SECRET", "hidden")
    source = """
        import os
        print(*sorted(os.environ))
        print("hidden" in open("/proc/1/environ").read() + open("/proc/1/cmdline").read())
    """
    names, leaked = run_python(bwrap, folder, source).lines
    assert set(names.split()) <= {"HOME", "LANG", "PATH", "PWD", "PYTHONDONTWRITEBYTECODE", "PYTHONPATH", "TMPDIR"}
    assert leaked == "False"


def test_no_descriptor_is_handed_on(bwrap: Sandbox, folder: Path) -> None:
    source = """
        import os
        def is_open(descriptor):
            try:
                os.fstat(descriptor)
            except OSError:
                return False
            return True
        print([descriptor for descriptor in range(1024) if is_open(descriptor)])
    """
    with Path("/etc/hostname").open() as file:
        os.set_inheritable(file.fileno(), True)
        assert run_python(bwrap, folder, source).output == "[0, 1, 2]\n"


def test_there_are_no_powers_and_none_to_be_had(bwrap: Sandbox, folder: Path) -> None:
    source = """
        import ctypes, os, socket
        status = dict(line.split(":", 1) for line in open("/proc/self/status"))
        print(*[status[name].strip() for name in ("CapEff", "CapPrm", "CapBnd", "NoNewPrivs")])
        print(ctypes.CDLL(None).unshare(0x10000000))
        print(os.getuid(), os.getgid(), socket.gethostname())
    """
    none = "0" * 16
    assert run_python(bwrap, folder, source).lines == [
        f"{none} {none} {none} 1",
        "-1",
        "1000 1000 arena",
    ]


def test_the_bots_own_variables_reach_it_but_not_bubblewrap(bwrap: Sandbox, folder: Path) -> None:
    from contextlib import closing

    from arena.records import Limits
    from arena.referee.sandbox import Program
    from tests.referee.sandbox.running import read_line

    program = Program(("sh", "-c", 'echo "$LEVEL"; cat'), folder, {"LEVEL": "9"})
    with closing(bwrap.start(program, Limits())) as child:
        assert read_line(child) == "9"
        assert b"LEVEL" not in Path(f"/proc/{child.pid}/environ").read_bytes()


def test_the_arenas_packages_can_be_imported(bwrap: Sandbox, folder: Path) -> None:
    source = """
        import arena.errors, msgpack
        print(arena.errors.ArenaError.__name__)
    """
    assert run_python(bwrap, folder, source).lines == ["ArenaError"]
