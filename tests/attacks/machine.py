"""What a machine and a user allow without any protection: an attack need not succeed where the kernel says no."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

POWERS = {
    "CAP_NET_RAW": 13,
    "CAP_SYS_PTRACE": 19,
    "CAP_SYS_ADMIN": 21,
    "CAP_SYS_NICE": 23,
    "CAP_SYS_RESOURCE": 24,
    "CAP_SYS_TIME": 25,
}


@dataclass(frozen=True, slots=True)
class Allowed:
    """When an unprotected program may do something: in words for the page, and why not here and now, if so."""

    words: str
    why_not: Callable[[], str]


def power(name: str) -> Allowed:
    """A right of root, which root in a container may lack."""

    def why_not() -> str:
        found = re.search(r"CapEff:\s*(\w+)", Path("/proc/self/status").read_text())
        return "" if found and int(found[1], 16) >> POWERS[name] & 1 else f"it takes {name}"

    return Allowed(f"with {name}", why_not)


def setting(path: str, value: str, otherwise: Allowed) -> Allowed:
    """A setting of the kernel that has this value or does not exist; if not, it takes `otherwise`."""

    def why_not() -> str:
        file = Path("/proc/sys", path)
        return otherwise.why_not() if file.exists() and file.read_text().strip() != value else ""

    return Allowed(f"if {path.rpartition('/')[2]} is {value}, or {otherwise.words}", why_not)


def _no_namespaces() -> str:
    """Tried by the system's own program for it."""
    unshare = shutil.which("unshare")
    if unshare is None:
        return "unshare(1) is not there to try it"
    tried = subprocess.run([unshare, "--user", "true"], capture_output=True, check=False)
    return "" if tried.returncode == 0 else "user namespaces are not allowed"


ANYBODY = Allowed("", lambda: "")
ROOT = Allowed("for root", lambda: "" if os.geteuid() == 0 else "it takes root")
AT_HOME = Allowed("", lambda: "" if os.access(Path.home(), os.W_OK) else "the user has no home to put a file into")
IN_NAMESPACES = Allowed("where user namespaces are allowed", _no_namespaces)
NEVER = Allowed("", lambda: "the referee prevents it in every tier")
