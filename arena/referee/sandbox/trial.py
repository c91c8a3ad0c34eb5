"""Trying a tier: a real program is started in it and attempts what no bot must be able to do.

Called by `choice.py` before a tier is trusted, and by the doctor, who shows each attempt. A tier is sound when the
program ran and every attempt failed; what a kernel's or a package's version is called is never asked.
"""

from __future__ import annotations

import json
import os
import select
import socket
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass

from arena.errors import SandboxError
from arena.records import Limits
from arena.referee.sandbox.child import Child
from arena.referee.sandbox.contract import Program, Sandbox
from arena.referee.sandbox.scratch import scratch

TRIAL_S = 30.0
_LIMITS = Limits()
_READ = "read a file of the host"
# Before anything else, for a wall that is none may still keep the interpreter out.
_FIRST = f"""
read -r _ <"$1" 2>/dev/null && echo '{json.dumps({_READ: True})}'
exec python3 -c "$0" "$@"
"""
# In the order in which they are told. Its words show that the arena's interpreter works inside.
_ATTEMPTS = """
import ctypes, json, os, resource, socket, sys
secret, port, arena = sys.argv[1:]
libc = ctypes.CDLL(None, use_errno=True)
def read(): open(secret).close()
def write():
    open("/usr/arena-trial", "w").close()
    os.unlink("/usr/arena-trial")
def core_pattern(): open("/proc/sys/kernel/core_pattern", "a").close()
def connect(): socket.create_connection(("127.0.0.1", int(port)), 1).close()
def signal(): os.kill(int(arena), 0)
def environ(): open(f"/proc/{arena}/environ").close()
def uncounted(): os.close(os.memfd_create("trial"))
def attach():
    if libc.ptrace(0x4206, int(arena), 0, 0): raise OSError  # To seize stops nobody, unlike to attach.
def powers():
    if libc.prctl(39, 0, 0, 0, 0) == 1: raise OSError
def unlimited():
    if resource.getrlimit(resource.RLIMIT_DATA)[1] >= 0: raise OSError
attempts = {
    "read a file of the host": read, "write to /usr": write, "write the kernel's core_pattern": core_pattern,
    "reach the network": connect, "signal the arena": signal, "read the arena's environment": environ,
    "attach to the arena": attach, "keep memory that no limit counts": uncounted, "gain new powers": powers,
    "use memory without limit": unlimited,
}
done = {}
for name, attempt in attempts.items():
    try:
        attempt()
        done[name] = True
    except OSError:
        done[name] = False
import arena.errors
print(json.dumps(done))
"""


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of it: each attempt and whether it succeeded (none when the program did not run), and why not."""

    attempts: Mapping[str, bool]
    said: str = ""

    @property
    def sound(self) -> bool:
        """Whether bots may run in this tier here."""
        return bool(self.attempts) and not any(self.attempts.values())

    @property
    def breaches(self) -> list[str]:
        """What a bot could do that it must not."""
        return [name for name, succeeded in self.attempts.items() if succeeded]


def trial(sandbox: Sandbox) -> Trial:
    """Start the trial's program in this tier and hear what it could do."""
    with scratch() as place, socket.create_server(("127.0.0.1", 0)) as server:
        folder, secret = place / "bot", place / "secret"
        folder.mkdir()
        secret.write_bytes(b"secret\n")
        # Readable by mode, so that only the sandbox can be what stands before it.
        for readable, mode in ((place, 0o755), (folder, 0o755), (secret, 0o644)):
            readable.chmod(mode)
        arguments = (str(secret), str(server.getsockname()[1]), str(os.getpid()))
        program = Program(("/bin/sh", "-c", _FIRST, _ATTEMPTS, *arguments), folder)
        try:
            output, errors, reason = _run(sandbox, program)
        except SandboxError as error:
            return Trial({}, str(error))
    done: dict[str, bool] = {}
    for line in output.splitlines():
        done |= _told(line)
    # Without the program's own words nothing was tried but the first.
    return Trial(done) if len(done) > 1 or any(done.values()) else Trial({}, errors.strip() or reason)


def _told(line: str) -> dict[str, bool]:
    try:
        told = json.loads(line)
    except ValueError:
        return {}
    return told if isinstance(told, dict) else {}


def _run(sandbox: Sandbox, program: Program) -> tuple[str, str, str]:
    with closing(sandbox.start(program, _LIMITS)) as child:
        reason = _ended(child)
        output, errors = (_drained(stream) for stream in (child.stdout, child.stderr))
    return output, errors, reason


def _ended(child: Child) -> str:
    watch = select.poll()
    watch.register(child.ended_descriptor, select.POLLIN)
    watch.poll(TRIAL_S * 1000)
    try:
        return child.exit_reason() or f"no answer within {TRIAL_S:g} s"
    except SandboxError as error:
        return str(error)


def _drained(descriptor: int) -> str:
    try:
        return os.read(descriptor, 1 << 16).decode(errors="replace")
    except BlockingIOError:
        return ""
