"""Raise its own limits: memory, file size, processor time, and the kernel's choice of whom to kill."""

import errno
import resource
from pathlib import Path

from attempt import attempt


def raised(kind: int) -> None:
    hard = resource.getrlimit(kind)[1]
    try:
        resource.setrlimit(kind, (hard, hard + 1))
    except ValueError as error:  # Python's word for EPERM here.
        raise OSError(errno.EPERM, str(error)) from error


for name in "DATA", "FSIZE", "CPU":
    attempt(f"raise RLIMIT_{name}", lambda name=name: raised(getattr(resource, f"RLIMIT_{name}")))
attempt("be the last that a kernel without memory kills", lambda: Path("/proc/self/oom_score_adj").write_text("-900"))
