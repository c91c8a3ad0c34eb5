"""The same walls when the arena is started by a plain user, and what root must check before giving root up."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import arena
from arena.errors import SandboxError
from arena.records import Limits
from arena.referee.sandbox import Program, Sandbox, descent
from tests.referee.sandbox.running import run

PLAIN_UID = 64321

AS_PLAIN_USER = """
    import os, select, sys
    from pathlib import Path
    from arena.records import Limits
    from arena.referee.sandbox import Program, choose, tree
    sandbox = choose(sys.argv[2])
    folder = Path(sys.argv[1])
    def run(*command):
        child = sandbox.start(Program(command, folder), Limits(processes=8))
        select.select([child.ended_descriptor], [], [])
        reason = child.exit_reason()
        child.kill()
        print(os.read(child.stdout, 10000).decode().strip(), reason, sep=" | ")
        child.close()
    print(sandbox.name, os.getuid() != 0)
    run("python3", "-c", "import os, arena.errors; print(os.getuid(), sorted(os.listdir(os.getcwd())))")
    run("sh", "-c", "for f in /etc/shadow /etc/passwd bot.toml; do read x <$f; done 2>/dev/null; echo $x; : >bot.toml")
    run("sh", "-c", "for i in 1 2 3 4 5 6 7 8 9; do sleep 1000 & done")
    build = sandbox.build(Program(("sh", "-c", "echo made > product"), folder), Limits())
    print(build.detail, (folder / "product").read_text().strip())
    print(list(tree.descendants(os.getpid())))
"""


def interpreter_for(uid: int) -> str:
    for candidate in (sys.executable, "/usr/bin/python3"):
        check = "import sys; sys.exit(sys.version_info < (3, 11))"
        try:
            if subprocess.run([candidate, "-I", "-c", check], user=uid, group=uid, check=False).returncode == 0:
                return candidate
        except OSError:
            continue
    pytest.skip("no Python 3.11 that another user may run")


@pytest.fixture
def public(tmp_path: Path) -> Path:
    """A folder that a plain user can walk to."""
    for parent in (tmp_path, *tmp_path.parents[:-1]):
        if parent.stat().st_mode & 0o001 == 0:
            parent.chmod(parent.stat().st_mode | 0o011)
    return tmp_path


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_the_walls_stand_for_a_plain_user(walled: Sandbox, public: Path) -> None:
    source = Path(arena.__file__).parent
    for name in ("__init__.py", "errors.py", "records.py", "referee/sandbox"):
        target = public / "lib" / "arena" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        copy = shutil.copytree if (source / name).is_dir() else shutil.copy
        copy(source / name, target)
    (public / "lib" / "arena" / "referee" / "__init__.py").touch()
    bot = public / "bot"
    bot.mkdir()
    (bot / "bot.toml").write_text("whole\n")
    os.chown(bot, PLAIN_UID, PLAIN_UID)
    result = subprocess.run(
        [interpreter_for(PLAIN_UID), "-c", textwrap.dedent(AS_PLAIN_USER), str(bot), walled.name],
        env={"PYTHONPATH": str(public / "lib"), "PATH": os.environ["PATH"], "HOME": str(public)},
        cwd=public,
        user=PLAIN_UID,
        group=PLAIN_UID,
        extra_groups=[],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.stderr == ""
    assert result.stdout.splitlines() == [
        f"{walled.name} True",
        f"{1000 if walled.name == 'bwrap' else PLAIN_UID} ['bot.toml'] | exited with status 0",
        "whole | exited with status 2",
        " | exited with status 2",
        "exited with status 0 made",
        "[]",
    ]


@pytest.mark.skipif(not descent.is_needed(), reason="only the real root gives root up")
def test_root_is_not_what_the_sandbox_runs_as(walled: Sandbox, folder: Path) -> None:
    child = walled.start(Program(("sleep", "1000"), folder), Limits())
    status = Path(f"/proc/{child.pid}/status").read_text()
    child.close()
    assert f"Uid:\t{descent.UID}\t{descent.UID}\t{descent.UID}\t{descent.UID}\n" in status
    assert "Groups:\t \n" in status


@pytest.mark.skipif(not descent.is_needed(), reason="only the real root gives root up")
def test_a_folder_that_stays_unreadable_is_named_with_its_remedy(walled: Sandbox, folder: Path) -> None:
    folder.chmod(0o700)
    with pytest.raises(SandboxError, match=rf"{folder} can't be read .* chmod -R go\+rX {folder}"):
        walled.start(Program(("true",), folder), Limits())


@pytest.mark.skipif(not descent.is_needed(), reason="only the real root gives root up")
def test_of_a_closed_folder_only_what_is_needed_is_uncovered(landlock: Sandbox, tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    bot, other = closed / "bots" / "one", closed / "bots" / "two"
    for folder in (bot, other):
        folder.mkdir(parents=True)
        (folder / "file").write_text(folder.name)
    closed.chmod(0o700)
    script = "read x <file; echo $x; for f in ../*; do echo $f; done; read y <../two/file; echo end"
    outcome = run(landlock, bot, "sh", "-c", script)
    assert outcome.lines[:2] == ["one", "../*"], outcome  # Nothing can be listed there.
    assert "two" not in outcome.output
    assert closed.stat().st_mode & 0o777 == 0o700


def test_what_lies_behind_a_closed_folder_is_moved_within_reach(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    inner = closed / "inner"
    inner.mkdir(parents=True)
    inner.chmod(0o755)
    closed.chmod(0o700)
    staging = descent.plan([Path("/usr"), inner])
    assert staging.reach(Path("/usr")) == "/usr"
    assert staging.reach(inner) == f"{staging.stage}/1"
    assert not inner.is_relative_to(staging.stage)
