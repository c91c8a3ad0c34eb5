"""Take a copy of the referee's and the opponent's standard output with pidfd_open and pidfd_getfd."""

from attempt import TARGETS, attempt, syscall

for who, pid in TARGETS["processes"].items():
    attempt(f"take the {who}'s descriptor", lambda pid=pid: syscall("pidfd_getfd", syscall("pidfd_open", pid, 0), 1, 0))
