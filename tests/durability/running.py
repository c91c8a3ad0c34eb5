"""Runs of a league for tests of accidents: started, watched process by process, killed, and gone on with."""

from __future__ import annotations

import os
import random
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from arena.league.lock import locked
from arena.plugin import load
from arena.reports.export import export as export_lines
from arena.reports.verify import verify
from arena.store import Store

LONGEST_S = 60.0
"""Only a test that is about to fail waits for so long."""


def export(folder: Path) -> str:
    with Store.read(folder) as store:
        return "\n".join(export_lines(store, load().variant))


def finish(file: Path, folder: Path, scratch: Path | None = None) -> None:
    """Go on with a league until it is whole: run it, and do with spoilt matches what `arena verify` advises.

    scratch: where temporary files go, if not to the usual place.
    """
    environment = {**os.environ, **({"TMPDIR": str(scratch)} if scratch else {})}
    for _ in range(4):
        command = [sys.executable, "-m", "tests.league.told", str(file), str(folder), "2"]
        told = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
        assert told.stdout.endswith("done\n"), told.stdout + told.stderr
        with Store.append(folder) as store:
            for note in verify(store, load().variant).notes:
                name, _, rest = note.partition(": ")
                assert rest.startswith("killed by SIGKILL while it played: ")
                store.withdraw(name, "a test killed a bot from outside")
            progress = store.progress()
        if progress.tables == progress.planned:
            return
    raise AssertionError(f"the league is not whole: {progress}")


def assert_nothing_left(folder: Path, scratch: Path) -> None:
    """No file that a whole league does not have, nothing in the place for temporary files, and no lock held."""
    usual = {"league.db", "lock", "bots"}
    assert {file.name for file in folder.iterdir()} <= usual
    assert not list((folder / "bots").glob(".*.unfinished"))
    assert list(scratch.iterdir()) == []
    with locked(folder):
        pass


@dataclass
class Watched:
    """A run and every process that was seen below it, each held by a descriptor that outlives it."""

    process: subprocess.Popen[bytes]
    seen: dict[int, int] = field(default_factory=dict)

    @property
    def ended(self) -> bool:
        return self.process.poll() is not None

    def tree(self) -> list[int]:
        """The processes of the run as they are now, itself first."""
        waiting, found = [self.process.pid], []
        while waiting:
            pid = waiting.pop(0)
            try:
                tasks = list(Path(f"/proc/{pid}/task").iterdir())
                waiting += [int(word) for task in tasks for word in (task / "children").read_text().split()]
                if pid not in self.seen:
                    self.seen[pid] = os.pidfd_open(pid)
            except (FileNotFoundError, ProcessLookupError):
                continue  # It ended while it was looked at.
            found.append(pid)
        return found

    def until(self, processes: int) -> bool:
        """Wait until so many processes have been seen; False if the run ends before."""
        deadline_s = time.monotonic() + LONGEST_S
        assert self.process.stdout is not None
        while len(self.seen) < processes:
            assert time.monotonic() < deadline_s
            self.tree()
            # The kernel tells nobody of a new process; what a run says is the next best thing to wait for.
            if select.select([self.process.stdout], [], [], 0.002)[0] and not os.read(
                self.process.stdout.fileno(), 4096
            ):
                self.process.wait()
                return False
        return True

    def kill(self, draw: random.Random) -> str:
        """Kill one process of the run; which role it had. First the role is drawn, then who of those."""
        roles: dict[str, list[int]] = {}
        for pid in self.tree():
            if role := self.role(pid):
                roles.setdefault(role, []).append(pid)
        if not roles:
            return ""
        role = draw.choice(sorted(roles))
        signal.pidfd_send_signal(self.seen[draw.choice(roles[role])], signal.SIGKILL)
        return role

    def role(self, pid: int) -> str:
        try:
            command = Path(f"/proc/{pid}/cmdline").read_bytes()
        except (FileNotFoundError, ProcessLookupError):
            return ""
        if pid == self.process.pid:
            return "coordinator"
        marks = {b"spawn_main": "worker", b"resource_tracker": "tracker", b"\0keeper\0": "keeper", b"bwrap": "sandbox"}
        return next((role for mark, role in marks.items() if mark in command), "bot")

    def close(self) -> None:
        """Wait until none of them lives any more."""
        self.tree()
        if not self.ended:
            self.process.kill()
        self.process.wait()
        deadline_s = time.monotonic() + LONGEST_S
        for pid, descriptor in self.seen.items():
            ready, _, _ = select.select([descriptor], [], [], max(0.0, deadline_s - time.monotonic()))
            assert ready, f"process {pid} is still there"
            os.close(descriptor)


@contextmanager
def watched(file: Path, folder: Path, scratch: Path) -> Iterator[Watched]:
    """A run with two workers, whose temporary files go to `scratch`; in the end all of it is gone."""
    command = [sys.executable, "-m", "tests.league.told", str(file), str(folder), "2"]
    environment = {**os.environ, "TMPDIR": str(scratch)}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment, start_new_session=True
    ) as process:
        run = Watched(process)
        try:
            yield run
        finally:
            run.close()


def killed(file: Path, folders: Callable[[], Path], scratch: Path, kills: int, seed: str) -> list[tuple[Path, str]]:
    """Play leagues while their processes are killed, `kills` of them in all; each folder with the roles, in order."""
    draw = random.Random(seed)
    done: list[tuple[Path, str]] = []
    folder = folders()
    while len(done) < kills:
        with watched(file, folder, scratch) as run:
            while len(done) < kills and run.until(len(run.seen) + draw.randrange(1, 40)):
                if role := run.kill(draw):
                    done.append((folder, role))
        if run.process.returncode == 0:
            folder = folders()
    return done
