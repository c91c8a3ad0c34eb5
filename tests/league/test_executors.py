"""The local pool with real processes: pinning, death, and Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from pathlib import Path

import pytest

from arena.league.executors import LocalPool, cores


def where() -> tuple[int, frozenset[int], object, bool]:
    ignored = signal.getsignal(signal.SIGINT)
    blocked = signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())
    return os.getpid(), frozenset(os.sched_getaffinity(0)), ignored, blocked


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def wait_for_ever() -> None:
    signal.pause()


def test_workers_are_pinned_to_one_core_and_leave_ctrl_c_alone():
    with LocalPool(2) as pool:
        answers = [future.result() for future in [pool.submit(where) for _ in range(8)]]
    for pid, pinned, handler, blocked in answers:
        assert pid != os.getpid()
        assert len(pinned) == 1
        assert pinned <= set(cores())
        assert handler == signal.SIG_IGN
        assert not blocked
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def test_more_workers_than_cores_share_them():
    jobs = len(cores()) + 1
    with LocalPool(jobs) as pool:
        assert all(len(pool.submit(where).result()[1]) == 1 for _ in range(jobs))


def test_a_worker_that_dies_breaks_the_pool():
    with LocalPool(1) as pool, pytest.raises(BrokenProcessPool):
        pool.submit(die).result()


def test_to_drop_the_work_kills_the_workers():
    pool = LocalPool(1)
    pid = pool.submit(where).result()[0]
    future = pool.submit(wait_for_ever)
    pool.shutdown(wait=False, cancel_futures=True)
    with pytest.raises(BrokenProcessPool):
        future.result()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


COORDINATOR = """
import os, signal
from arena.league.executors import LocalPool
from tests.league.test_executors import wait_for_ever, where
if __name__ == "__main__":
    pool = LocalPool(1)
    print(pool.submit(where).result()[0], flush=True)
    pool.submit(wait_for_ever)
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_workers_end_when_the_coordinator_is_killed(tmp_path):
    script = tmp_path / "coordinator.py"
    script.write_text(COORDINATOR)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    run = subprocess.run(
        [sys.executable, str(script)], stdout=subprocess.PIPE, env=environment, text=True, check=False, timeout=60
    )
    assert run.returncode == -signal.SIGKILL
    # The pipe of standard output is closed only when the worker, which inherited it, has gone as well.
    with suppress(ProcessLookupError):
        os.kill(int(run.stdout), 0)
        stat = Path(f"/proc/{int(run.stdout)}/stat").read_text(encoding="ascii")
        assert stat.rpartition(")")[2].split()[0] == "Z"
