"""Trace the referee and the opponent with ptrace: PTRACE_SEIZE, which does not even stop them, and PTRACE_ATTACH."""

from attempt import TARGETS, attempt, syscall

PTRACE_ATTACH, PTRACE_DETACH, PTRACE_SEIZE = 16, 17, 0x4206

for who, pid in TARGETS["processes"].items():
    attempt(f"seize the {who}", lambda pid=pid: syscall("ptrace", PTRACE_SEIZE, pid, 0, 0))
for who, pid in TARGETS["processes"].items():
    if TARGETS["tier"] != "none":  # One process is traced once; seized above, it can't be attached to as well.
        attempt(f"attach to the {who}", lambda pid=pid: syscall("ptrace", PTRACE_ATTACH, pid, 0, 0))
