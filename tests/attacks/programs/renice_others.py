"""Slow the referee and the opponent down: priority, processor affinity, I/O priority, and their limits."""

import os
import resource

from attempt import TARGETS, attempt, syscall

IDLE_CLASS = 3 << 13
OPEN_FILES = (64, 64)

for who, pid in TARGETS["processes"].items():
    attempt(f"renice the {who}", lambda pid=pid: os.setpriority(os.PRIO_PROCESS, pid, 19))
    attempt(f"pin the {who} to a processor", lambda pid=pid: os.sched_setaffinity(pid, {min(os.sched_getaffinity(0))}))
    attempt(f"give the {who} the idle policy", lambda pid=pid: os.sched_setscheduler(pid, 5, os.sched_param(0)))
    attempt(f"lower the {who}'s I/O priority", lambda pid=pid: syscall("ioprio_set", 1, pid, IDLE_CLASS))
    attempt(f"limit the {who}", lambda pid=pid: resource.prlimit(pid, resource.RLIMIT_NOFILE, OPEN_FILES))
