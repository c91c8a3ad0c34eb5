"""How programs end, in words, and that no process of theirs outlives `kill()` or the referee itself."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import textwrap
from contextlib import closing, suppress
from pathlib import Path

import pytest

from arena.records import Limits
from arena.referee.sandbox import KilledFromOutside, Program, Sandbox, tree
from tests.referee.sandbox.running import (
    await_readable,
    is_at_end,
    read_line,
    run,
    write_python,
)

# A daemon that left its session, ignores what can be ignored and holds the pipes open.
VILLAIN = """
    import os, signal, sys, time
    def daemon():
        if os.fork():
            return
        os.setsid()
        if os.fork():
            os._exit(0)
        for number in signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGPIPE:
            signal.signal(number, signal.SIG_IGN)
        print("daemon", flush=True)
        while True:
            time.sleep(1000)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    daemon()
    daemon()
    if "--leave" in sys.argv:
        os.wait(), os.wait()
        sys.exit(5)
    time.sleep(1000)
"""


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (("true",), "exited with status 0"),
        (("sh", "-c", "exit 3"), "exited with status 3"),
        (("sh", "-c", "kill -SEGV $$"), "killed by signal 11 (SIGSEGV)"),
        (("python3", "-c", "import os; os.abort()"), "killed by signal 6 (SIGABRT)"),
        (("./not-there",), "exited with status 127"),
        (("sh", "-c", "exit 255"), "exited with status 255"),
    ],
)
def test_the_end_is_told_in_words(sandbox: Sandbox, folder: Path, command: tuple[str, ...], words: str) -> None:
    assert run(sandbox, folder, *command).reason == words


def test_a_running_program_has_no_exit_reason_until_it_is_killed(sandbox: Sandbox, folder: Path) -> None:
    with closing(sandbox.start(Program(("cat",), folder), Limits())) as child:
        os.write(child.stdin, b"hello\n")
        assert read_line(child) == "hello"
        assert child.exit_reason() is None
        child.kill()
        assert child.exit_reason() == "killed by signal 9 (SIGKILL)"


def test_a_program_that_can_not_be_found_is_named_on_its_standard_error(sandbox: Sandbox, folder: Path) -> None:
    assert "no-such-program" in run(sandbox, folder, "no-such-program").errors


def test_cpu_time_covers_children_and_those_that_were_killed(crowded: Sandbox, folder: Path) -> None:
    source = """
        import os, time
        def burn():
            while time.process_time() < 0.2:
                pass
        if os.fork() == 0:
            burn()
            os._exit(0)
        os.wait()
        if os.fork() == 0:
            burn()
            print("burnt", flush=True)
            time.sleep(1000)
        time.sleep(1000)
    """
    write_python(folder, source)
    with closing(crowded.start(Program(("python3", "bot.py"), folder), Limits())) as child:
        assert read_line(child) == "burnt"
        assert child.cpu_s() > 0.35
        child.kill()
        assert 0.35 < child.cpu_s() < 5


@pytest.mark.parametrize("leaves", [False, True])
def test_daemons_are_gone_after_kill(crowded: Sandbox, folder: Path, leaves: bool) -> None:
    write_python(folder, VILLAIN)
    command = ("python3", "bot.py", *(["--leave"] if leaves else []))
    with closing(crowded.start(Program(command, folder), Limits())) as child:
        assert [read_line(child), read_line(child)] == ["daemon", "daemon"]
        if leaves:
            await_readable(child.ended_descriptor)
            assert child.exit_reason() == "exited with status 5"
        child.kill()
        assert is_at_end(child.stdout)
        assert is_at_end(child.stderr)


def test_a_stopped_program_is_gone_after_kill(sandbox: Sandbox, folder: Path) -> None:
    write_python(folder, "import os, signal\nprint('stopping', flush=True)\nos.kill(0, signal.SIGSTOP)\n")
    with closing(sandbox.start(Program(("python3", "bot.py"), folder), Limits())) as child:
        assert read_line(child) == "stopping"
        child.kill()
        assert is_at_end(child.stdout)


def test_a_program_can_be_killed_at_any_moment_of_its_start(sandbox: Sandbox, folder: Path) -> None:
    with select.epoll() as nothing:
        for number in range(25):
            with closing(sandbox.start(Program(("sleep", "1000"), folder), Limits())) as child:
                nothing.poll(number * 0.0006)
                child.kill()
                assert is_at_end(child.stdout)


def test_a_fork_bomb_in_progress_is_gone_after_kill(bwrap: Sandbox, folder: Path) -> None:
    write_python(folder, "import os\nprint('go', flush=True)\nwhile True:\n try: os.fork()\n except OSError: pass\n")
    with closing(bwrap.start(Program(("python3", "bot.py"), folder), Limits())) as child:
        assert read_line(child) == "go"
        child.kill()
        assert is_at_end(child.stdout)


def descriptors() -> set[str]:
    return {entry.name for entry in Path("/proc/self/fd").iterdir()}


def test_closing_twice_closes_once(sandbox: Sandbox, folder: Path) -> None:
    before = descriptors()
    child = sandbox.start(Program(("cat",), folder), Limits())
    child.close()
    child.close()
    assert descriptors() == before


REFEREE = """
    import os, select, sys
    from pathlib import Path
    from arena.records import Limits
    from arena.referee.sandbox import Program, choose, tree
    sandbox = choose(sys.argv[1])
    child = sandbox.start(Program(("python3", "bot.py"), Path(sys.argv[2])), Limits())
    said = b""
    while said.count(b"daemon") < 2:
        select.select([child.stdout], [], [])
        said += os.read(child.stdout, 100) or sys.exit("the bot ended")
    print(*[pid for pid, _ in tree.descendants(os.getpid())], flush=True)
    sys.stdin.read()
"""


def test_nothing_survives_a_referee_that_is_killed(crowded: Sandbox, folder: Path) -> None:
    write_python(folder, VILLAIN)
    referee = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(REFEREE), crowded.name, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    with referee, closing_all([]) as handles:
        assert referee.stdout is not None
        try:
            pids = [int(word) for word in referee.stdout.readline().split()]
            assert len(pids) >= 4
            handles += [os.pidfd_open(pid) for pid in pids]
        finally:
            referee.kill()
        for handle in handles:
            await_readable(handle)
        for pid in pids:
            # This process inherited some of them.
            with suppress(ChildProcessError):
                os.waitpid(pid, 0)


class closing_all(list[int]):  # noqa: N801 - reads like contextlib.closing
    def __enter__(self) -> closing_all:
        return self

    def __exit__(self, *_: object) -> None:
        for descriptor in self:
            os.close(descriptor)


def test_what_was_kept_does_not_outlive_a_keeper_that_somebody_killed(bwrap: Sandbox, folder: Path) -> None:
    code = (
        "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('up', flush=True); time.sleep(999)"
    )
    with closing(bwrap.start(Program(("python3", "-c", code), folder), Limits())) as child:
        assert read_line(child) == "up"
        kept = [pid for pid, _ in tree.descendants(child.pid)]
        assert len(kept) == 3, "bubblewrap, process 1 of the sandbox, and the program"
        os.kill(child.pid, signal.SIGKILL)
        await_readable(child.ended_descriptor)
        # Whoever loses its parent becomes a child of this process, and is waited for here.
        for pid in kept[:2]:
            os.waitpid(pid, 0)
        await_readable(child.stdout)
        assert is_at_end(child.stdout)
        with pytest.raises(KilledFromOutside, match="killed by somebody outside the match"):
            child.exit_reason()
