"""What the attacks are tried on: files, processes, servers and a terminal made for one test, and what became of them.

Nothing here belongs to anybody else, so that an attack which succeeds (as most do without protection) harms
nobody. Whatever stands between an attack and its target is the sandbox: modes and owners would let it through.
"""

from __future__ import annotations

import ctypes
import os
import re
import secrets
import shutil
import socket
import tempfile
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arena.records import Limits
from arena.referee.sandbox import Child, Program, Sandbox, choose, descent, tree
from tests.referee.sandbox.running import await_readable, read_line

PROGRAMS = Path(__file__).parent / "programs"
PARTS = ("attempt.py", "bot.py", "victim.py")
SECRET = "opponent's secret\n"


def bots_folder(place: Path, program: str, *others: str) -> Path:
    """A folder with one attack, owned by whoever bots run as: only a sandbox keeps them from changing it."""
    folder = place / program
    if not folder.is_dir():
        folder.mkdir()
        for name in (f"{program}.py", *PARTS, *others):
            shutil.copyfile(PROGRAMS / name, folder / name)
        hand_over(folder)
    return folder


def hand_over(folder: Path) -> None:
    """Give a folder and its files to the user that bots run as, open to everybody."""
    for path in (folder, *folder.iterdir()):
        path.chmod(0o777 if path.is_dir() else 0o666)
        if descent.is_needed():
            os.chown(path, descent.UID, descent.GID)


def innermost(child: Child) -> int:
    """The program's own process below its keeper and sandbox; in some tiers it is the whole tree."""
    (pid,) = [pid for pid, _ in tree.descendants(child.pid) if not tree.children(pid)] or [child.pid]
    return pid


@dataclass(frozen=True, slots=True)
class Victim:
    """A process to be attacked, under its keeper."""

    child: Child
    pid: int
    address: int


class Stage:
    """The targets of one test: `targets` is what an attack is told, `effects` what it has done to them."""

    def __init__(self, place: Path, sandbox: Sandbox) -> None:
        self.nonce = f"attack-{secrets.token_hex(8)}"
        self.sandbox = sandbox
        self.place = place
        self._closing = ExitStack()
        self._victims: dict[str, Victim] = {}
        self._servers: dict[str, socket.socket] = {}
        self.targets: dict[str, Any] = {"tier": sandbox.name, "nonce": self.nonce}
        self._files()
        self._before: dict[str, object] = {}

    def __enter__(self) -> Stage:
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.close()

    def _files(self) -> None:
        opponent = self.place / "opponent"
        opponent.mkdir()
        (opponent / "bot.py").write_text(SECRET)
        (opponent / "weights.bin").touch()
        hand_over(opponent)
        self.targets["opponent_file"] = str(opponent / "bot.py")
        for folder in map(Path, ("/tmp", "/var/tmp", "/dev/shm", "/run/lock")):
            self._closing.callback((folder / self.nonce).unlink, missing_ok=True)

    def put_file_at_home(self) -> None:
        """A file in the home folder of the user who runs the tests; OSError when there is no such place."""
        descriptor, name = tempfile.mkstemp(prefix=".arena-attack-", dir=Path.home())
        self._closing.callback(Path(name).unlink)
        os.fchmod(descriptor, 0o666)
        os.close(descriptor)
        self.targets["home_file"] = name

    def put_shared_memory(self) -> None:
        """A file in /dev/shm and a System V segment of this process, open to everybody."""
        file = Path("/dev/shm", self.nonce)
        file.write_text(SECRET)
        file.chmod(0o666)
        libc = ctypes.CDLL(None, use_errno=True)
        segment = libc.shmget(0, 4096, 0o1666)
        assert segment >= 0, os.strerror(ctypes.get_errno())
        self._closing.callback(libc.shmctl, segment, 0, None)
        self.targets["segment"] = segment

    def start_victims(self) -> None:
        """A referee (an unprotected process of this user) and an opponent (a bot in the same tier)."""
        folder = bots_folder(self.place, "victim")
        program = Program(("python3", "victim.py"), folder)
        for who, sandbox in ("referee", choose("none")), ("opponent", self.sandbox):
            child = self._closing.enter_context(closing(sandbox.start(program, Limits(memory_mb=256))))
            address = int(read_line(child))
            self._victims[who] = Victim(child, innermost(child), address)
        self.targets["processes"] = {who: victim.pid for who, victim in self._victims.items()}
        self.targets["addresses"] = {who: victim.address for who, victim in self._victims.items()}

    def serve(self) -> None:
        """Servers of the host: TCP, UDP, unix sockets with a path and abstract ones."""
        path = self.place / "s"
        for name, family, kind, address in (
            ("tcp", socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0)),
            ("tcp6", socket.AF_INET6, socket.SOCK_STREAM, ("::1", 0)),
            ("udp", socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 0)),
            ("path", socket.AF_UNIX, socket.SOCK_STREAM, f"{path}s"),
            ("path of datagrams", socket.AF_UNIX, socket.SOCK_DGRAM, f"{path}d"),
            ("abstract", socket.AF_UNIX, socket.SOCK_STREAM, f"\0{self.nonce}s"),
            ("abstract of datagrams", socket.AF_UNIX, socket.SOCK_DGRAM, f"\0{self.nonce}d"),
        ):
            server = self._closing.enter_context(socket.socket(family, kind))
            try:
                server.bind(address)
            except OSError:
                if name != "tcp6":
                    raise
                continue
            if kind == socket.SOCK_STREAM:
                server.listen()
            if isinstance(address, tuple):
                self.targets[f"{name}_port"] = server.getsockname()[1]
            elif address[0] != "\0":
                Path(address).chmod(0o666)
            server.setblocking(False)
            self._servers[name] = server
        self.targets |= {"socket_path": str(path), "abstract": self.nonce}

    def open_terminal(self) -> None:
        """A terminal that everybody may open."""
        for descriptor in os.openpty():
            self._closing.callback(os.close, descriptor)
        name = os.ttyname(descriptor)
        os.chmod(name, 0o666)  # noqa: PTH101
        self.targets["terminal"] = name

    @property
    def own_traces(self) -> tuple[str, ...]:
        """How the traces begin that this stage itself leaves until it is closed."""
        return (f"file /dev/shm/{self.nonce}", "socket ")

    def note(self) -> None:
        """All is set up: `effects` compares with what is now."""
        self._before = self._state()

    def effects(self) -> list[str]:
        """What is not as it was: files, processes and what servers heard, in words."""
        after = self._state()
        changed = [what for what in self._before.keys() | after.keys() if self._before.get(what) != after.get(what)]
        told = [f"{what}: {self._before.get(what)} became {after.get(what)}" for what in changed]
        return told + [f"the server {name} was reached" for name, server in self._servers.items() if _reached(server)]

    def _state(self) -> dict[str, object]:
        state: dict[str, object] = {}
        for path in sorted((self.place / "opponent").iterdir()):
            status = path.lstat()
            kept = (status.st_mode, status.st_uid, status.st_mtime, status.st_nlink, os.listxattr(path))
            state[path.name] = (*kept, path.read_bytes() if path.is_file() else "")
        file = Path("/dev/shm", self.nonce)
        state["/dev/shm"] = file.read_bytes() if file.exists() else b""
        for who, victim in self._victims.items():
            state |= {f"{who}'s {what}": value for what, value in _condition(victim).items()}
        return state


def _reached(server: socket.socket) -> bool:
    with suppress(BlockingIOError):
        if server.type == socket.SOCK_STREAM:
            server.accept()[0].close()
        else:
            server.recv(100)
        return True
    return False


def _condition(victim: Victim) -> dict[str, object]:
    status = Path(f"/proc/{victim.pid}/stat").read_text().rpartition(")")[2].split()
    # Awaited only while it runs: a stopped process answers nothing.
    signals = None if status[0] in "Tt" else _signals(victim)
    limits = re.findall(r"Max open files +(\d+)", Path(f"/proc/{victim.pid}/limits").read_text())
    return {
        "signals": signals,
        "priority": status[16],
        "policy": status[38],
        "processors": sorted(os.sched_getaffinity(victim.pid)),
        "limit of open files": limits,
    }


def _signals(victim: Victim) -> int:
    os.write(victim.child.stdin, b"\n")
    await_readable(victim.child.stdout)
    return int(read_line(victim.child))
