"""Who plays the matches: an executor of the shape of `concurrent.futures.Executor`; here, the local one.

The runner submits work and takes records; an executor for a cluster can take this one's place. Nothing here
knows what a match is.
"""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing.context import SpawnContext
from multiprocessing.queues import SimpleQueue
from typing import Any, ParamSpec, TypeVar

_P = ParamSpec("_P")
_T = TypeVar("_T")
_PR_SET_PDEATHSIG = 1


def cores() -> tuple[int, ...]:
    """The processor cores that this process may use."""
    return tuple(sorted(os.sched_getaffinity(0)))


class LocalPool(ProcessPoolExecutor):
    """Worker processes on this machine, each pinned to one core together with the bots that it starts.

    A question and its answer wake one process after the other; across two cores that takes four times as
    long. Workers die with this process, and leave Ctrl-C to it. `shutdown(wait=False, cancel_futures=True)`
    does not wait for what is being played: it kills the workers.
    """

    def __init__(self, jobs: int) -> None:
        """`jobs` workers; with more of them than cores, cores are shared in turn."""
        context: SpawnContext = multiprocessing.get_context("spawn")
        seats: SimpleQueue[int] = context.SimpleQueue()
        available = cores()
        for number in range(jobs):
            seats.put(available[number % len(available)])
        super().__init__(max_workers=jobs, mp_context=context, initializer=_enter, initargs=(seats, os.getpid()))

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """As of any executor. Workers are started here, and must not be hit by a Ctrl-C before they can ignore it."""
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(fn, *args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """As of any executor, but not to wait and to cancel means to kill."""
        if cancel_futures and not wait:
            workers = list((self._processes or {}).values())
            for worker in workers:
                worker.kill()
            for worker in workers:
                worker.join()
        super().shutdown(wait=wait, cancel_futures=cancel_futures)


def _enter(seats: SimpleQueue[int], coordinator: int) -> None:
    """Make this process a worker: it ends with the coordinator, ignores Ctrl-C, and stays on its core."""
    libc: Any = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_PDEATHSIG) failed")
    if os.getppid() != coordinator:
        os._exit(1)  # The coordinator went before the line above could tie this process to it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    os.sched_setaffinity(0, {seats.get()})
