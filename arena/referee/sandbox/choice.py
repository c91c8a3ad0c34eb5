"""Choosing a tier by trying it: a real child is started and must fail at what a bot must not be able to do.

Called once by whoever starts bots. A refusal says what to install or which setting stands in the way.
"""

from __future__ import annotations

import functools
import os
import select
import shutil
import tempfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from arena.errors import InputError, SandboxError
from arena.records import Limits
from arena.referee.sandbox import linux
from arena.referee.sandbox.bare import BareSandbox
from arena.referee.sandbox.bwrap import BwrapSandbox
from arena.referee.sandbox.contract import Program, Sandbox

_TRIAL_S = 30.0
_WITHOUT = "or run without protection by asking for it: --sandbox none"
# Each line is said only if the forbidden act succeeds; the last one shows that the interpreter works inside.
_TRIAL = """
[ -e "$1" ] && echo "read a file of the host"
(: > /usr/arena-trial) 2>/dev/null && echo "write to /usr"
(: >> /proc/sys/kernel/core_pattern) 2>/dev/null && echo "write the kernel's core_pattern"
while read -r name _; do case $name in *:) [ "$name" = lo: ] || echo "see the network interface $name";; esac
done < /proc/net/dev
[ "$PPID" = 1 ] || echo "see the processes of the host"
exec "$2" -c 'import arena.errors; print("tried")'
"""


def choose(wanted: str = "auto", *, readable: Sequence[Path] = ()) -> Sandbox:
    """The tier to run bots in: "auto" (the best that works here), "bwrap", or "none" by that word only.

    `readable` are plugins given by path, which programs must be able to import. The trial is made once a
    process. SandboxError when no protection works, InputError for any other word.
    """
    linux.become_subreaper()
    paths = tuple(Path(path).absolute() for path in readable)
    if wanted == "none":
        return BareSandbox(paths)
    if wanted not in ("auto", "bwrap"):
        raise InputError(f"sandbox {wanted!r} is unknown; use auto, bwrap or none")
    bwrap = shutil.which("bwrap")
    if bwrap is None:
        raise SandboxError(
            "no sandbox: bubblewrap (bwrap) is not installed; install it (apt-get install bubblewrap), " + _WITHOUT
        )
    return _tried(bwrap, paths)


@functools.cache
def _tried(bwrap: str, readable: tuple[Path, ...]) -> BwrapSandbox:
    sandbox = BwrapSandbox(bwrap, readable)
    with tempfile.TemporaryDirectory() as folder, tempfile.NamedTemporaryFile() as secret:
        Path(folder).chmod(0o755)
        program = Program(("/bin/sh", "-c", _TRIAL, "sh", secret.name, "python3"), Path(folder))
        output, errors, reason = _run(sandbox, program)
    lines = output.splitlines()
    wrong = [line for line in lines if line != "tried"]
    if lines == ["tried"]:
        return sandbox
    if wrong:
        raise SandboxError(f"bubblewrap does not protect here: a bot could {', '.join(wrong)}; {_WITHOUT}")
    said = errors.strip() or reason
    raise SandboxError(f"bubblewrap does not work here ({said}); {_remedy(said)}, {_WITHOUT}")


def _run(sandbox: BwrapSandbox, program: Program) -> tuple[str, str, str]:
    with closing(sandbox.start(program, Limits())) as child:
        watch = select.poll()
        watch.register(child.ended_descriptor, select.POLLIN)
        watch.poll(_TRIAL_S * 1000)
        try:
            reason = child.exit_reason() or f"no answer within {_TRIAL_S:g} s"
        except SandboxError as error:
            reason = str(error)
        output, errors = (_drained(stream) for stream in (child.stdout, child.stderr))
    return output, errors, reason


def _drained(descriptor: int) -> str:
    try:
        return os.read(descriptor, 1 << 16).decode(errors="replace")
    except BlockingIOError:
        return ""


def _remedy(said: str) -> str:
    """What stands in the way, found by looking at the settings that are known to."""
    if "Unknown option" in said:
        return "install bubblewrap 0.8 or newer"
    if "ModuleNotFoundError" in said or "python" in said.lower():
        return "make the arena's interpreter and packages readable to every user (chmod -R go+rX)"
    for setting, blocking, value in (
        ("kernel/unprivileged_userns_clone", "0", "1"),
        ("user/max_user_namespaces", "0", "10000"),
        ("kernel/apparmor_restrict_unprivileged_userns", "1", "0"),
    ):
        if _setting(setting) == blocking:
            return f"allow user namespaces: sysctl -w {setting.replace('/', '.')}={value}"
    if any(Path(mark).exists() for mark in ("/.dockerenv", "/run/.containerenv")):
        return (
            "allow user namespaces in this container: docker run --security-opt seccomp=unconfined "
            "--security-opt apparmor=unconfined --security-opt systempaths=unconfined"
        )
    return "allow unprivileged user namespaces on this host"


def _setting(name: str) -> str | None:
    path = Path("/proc/sys", name)
    return path.read_text().strip() if path.exists() else None
