"""The server running: its address, its certain end, and a Ctrl-C that leaves nothing behind.

Called by `arena serve`; tests start it in a thread. uvicorn does the serving.
"""

from __future__ import annotations

import errno
import ipaddress
import socket
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

import uvicorn

from arena.errors import InputError
from arena.plugin import Registry
from arena.referee.sandbox import Sandbox
from arena.serve.app import Server
from arena.serve.play import Desk
from arena.serve.shelf import Shelf
from arena.serve.tables import Tables

MOST_PORT = 65_535
GRACE_S = 3
"""So long may a request take that is still being answered when the server is to end."""


@dataclass(frozen=True, slots=True)
class Place:
    """What is served: the folder with the leagues, and the one for tables played here (None: kept while it runs)."""

    root: Path
    kept: Path | None = None


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens there; InputError when the address can't be had."""
    if not 0 <= port <= MOST_PORT:
        raise InputError(f"--port {port}: must be from 0 to {MOST_PORT}")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            reason = "the port is taken by another program; choose another with --port, or 0 for any that is free"
        else:
            reason = f"can't listen there: {error.strerror}; choose another with --host or --port"
        raise InputError(f"{host}, port {port}: {reason}") from error


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a server there."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def address(listening: socket.socket) -> str:
    """What to type into a browser."""
    host, port = listening.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = socket.gethostname()
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


class Stoppable(uvicorn.Server):
    """uvicorn's server, which tells pages that stay open when it is to end, so that they do not keep it."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ending = threading.Event()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal to end."""
        self.ending.set()
        super().handle_exit(sig, frame)

    def stop(self) -> None:
        """End soon, from any thread."""
        self.ending.set()
        self.should_exit = True


@contextmanager
def prepared(place: Place, registry: Registry, tier: Callable[[], Sandbox]) -> Iterator[Stoppable]:
    """A server for what lies in a folder, not yet running; its own folders are gone when the block ends.

    tier: gives the protection of bots at tables, or raises SandboxError; asked when a table is opened.
    """
    with tempfile.TemporaryDirectory(prefix="arena-serve-") as scratch:
        own = Path(scratch)
        kept = own / "tables" if place.kept is None else place.kept
        kept.mkdir(parents=True, exist_ok=True)
        leagues = Shelf(place.root, registry, own / "leagues")
        played = Shelf(kept, registry, own / "played")
        tables = Tables(registry, tier, kept)

        def ending() -> bool:
            return server.ending.is_set()

        app = Server(leagues, played, tables, Desk(registry), ending).app()
        server = Stoppable(
            uvicorn.Config(
                app, log_level="warning", lifespan="on", timeout_graceful_shutdown=GRACE_S, server_header=False
            )
        )
        try:
            yield server
        finally:
            tables.close()
