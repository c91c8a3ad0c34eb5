"""What this machine and this user allow without any protection: an attack need not succeed where the kernel says no.

Each function answers with the reason why not, or with nothing.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

NAMES = {13: "CAP_NET_RAW", 19: "CAP_SYS_PTRACE", 21: "CAP_SYS_ADMIN", 23: "CAP_SYS_NICE"}
NAMES |= {24: "CAP_SYS_RESOURCE", 25: "CAP_SYS_TIME"}


def anything() -> str:
    """No reason: every user of every machine may do it."""
    return ""


def root() -> str:
    return "" if os.geteuid() == 0 else "only root may do it"


def power(number: int) -> Callable[[], str]:
    """A right of root, which root in a container may lack."""

    def reason() -> str:
        found = re.search(r"CapEff:\s*(\w+)", Path("/proc/self/status").read_text())
        return "" if found and int(found[1], 16) >> number & 1 else f"only {NAMES[number]} allows it"

    return reason


def setting(path: str, allowing: str, *, otherwise: Callable[[], str]) -> Callable[[], str]:
    """A setting of the kernel that has this value or does not exist; if not, it takes `otherwise`."""

    def reason() -> str:
        file = Path("/proc/sys", path)
        if not file.exists() or file.read_text().strip() in allowing.split():
            return ""
        return f"{otherwise()} ({path} is {file.read_text().strip()})" if otherwise() else ""

    return reason


def user_namespaces() -> str:
    """Tried by the system's own program for it."""
    unshare = shutil.which("unshare")
    if unshare is None:
        return "unshare(1) is not there to try it"
    tried = subprocess.run([unshare, "--user", "true"], capture_output=True, check=False)
    return "" if tried.returncode == 0 else "user namespaces are not allowed"


def home() -> str:
    return "" if os.access(Path.home(), os.W_OK) else "the user's home is not there to put a file into"


def never() -> str:
    """What every tier prevents, `none` too: there is a control of another kind."""
    return "the referee prevents it whatever the tier"
