"""What stands in the way of a tier on this machine, and what exactly to do about it.

Asked when a trial has failed. It looks at settings and marks that are known to matter, and changes nothing.
"""

from __future__ import annotations

import errno
import os
from pathlib import Path

from arena.referee.sandbox import linux
from arena.referee.sandbox.libseccomp import NO_LIBSECCOMP

_DOCKER = (
    "docker run --security-opt seccomp=unconfined --security-opt apparmor=unconfined "
    "--security-opt systempaths=unconfined"
)
_APPARMOR = "kernel/apparmor_restrict_unprivileged_userns"
_EXTRA_PROFILE = Path("/usr/share/apparmor/extra-profiles/bwrap-userns-restrict")
_PROFILES = "/etc/apparmor.d"

NOT_INSTALLED = "bubblewrap (bwrap) is not installed"


def for_bwrap(said: str) -> str:
    """What to do, by what bubblewrap or the program in it said last."""
    if said == NOT_INSTALLED:
        return "install it (apt-get install bubblewrap)"
    if NO_LIBSECCOMP in said:
        return "install it (apt-get install libseccomp2)"
    if "Unknown option" in said:
        return "install bubblewrap 0.8 or newer"
    if is_unreadable(said):
        return UNREADABLE
    for setting, blocking, value in (
        ("kernel/unprivileged_userns_clone", "0", "1"),
        ("user/max_user_namespaces", "0", "10000"),
    ):
        if _setting(setting) == blocking:
            return f"allow user namespaces: sysctl -w {setting.replace('/', '.')}={value}"
    if _setting(_APPARMOR) == "1":
        return _for_apparmor()
    if in_container():
        return f"allow user namespaces in this container: {_DOCKER}"
    return "allow unprivileged user namespaces on this host"


def for_landlock(said: str) -> str:
    """What to do, by what the start or the program said last."""
    if NO_LIBSECCOMP in said:
        return "install it (apt-get install libseccomp2)"
    if is_unreadable(said):
        return UNREADABLE
    if linux.landlock_version():
        return "use bubblewrap instead (apt-get install bubblewrap)"
    if linux.landlock_error() == errno.EOPNOTSUPP:
        return "add landlock to the lsm= list on the kernel's command line and start the machine anew"
    if in_container():
        return f"use a container engine whose profile knows Landlock (Docker 20.10.8 or newer), or: {_DOCKER}"
    return "use a kernel that has Landlock (5.13 or newer), or install bubblewrap (apt-get install bubblewrap)"


UNREADABLE = "make the arena's interpreter and packages readable to every user (chmod -R go+rX)"


def is_unreadable(said: str) -> bool:
    """Whether what failed was the interpreter, not the sandbox."""
    return "ModuleNotFoundError" in said or "python" in said.lower()


def in_container() -> bool:
    """Whether this machine is a container of Docker's or Podman's."""
    return any(Path(mark).exists() for mark in ("/.dockerenv", "/run/.containerenv"))


def _for_apparmor() -> str:
    """Ubuntu since 23.10 lets only programs with a profile of their own make user namespaces."""
    sysctl = "sysctl -w kernel.apparmor_restrict_unprivileged_userns=0"
    install = "" if _EXTRA_PROFILE.exists() else "apt-get install apparmor-profiles && "
    sudo = "" if os.geteuid() == 0 else "as root: "
    profile = f"{_PROFILES}/{_EXTRA_PROFILE.name}"
    return (
        f"give bubblewrap an AppArmor profile ({sudo}{install}cp {_EXTRA_PROFILE} {_PROFILES}/ && "
        f"apparmor_parser -r {profile}), or allow user namespaces to all: {sysctl}"
    )


def _setting(name: str) -> str | None:
    path = Path("/proc/sys", name)
    return path.read_text().strip() if path.exists() else None
