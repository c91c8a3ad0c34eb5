"""A server as `arena serve` runs it, in a thread, over a folder with leagues whose hands were drawn without any bot."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from arena.plugin import load
from arena.referee.sandbox import choose
from arena.serve.running import Place, address, bound, prepared
from arena.store import Entrant, Store
from tests.reports.played import PAIRS, fill
from tests.store.made_up import BOTS


@dataclass(frozen=True)
class Running:
    """The server's address without the last slash, and its folders."""

    url: str
    root: Path
    kept: Path


@contextmanager
def served(root: Path, kept: Path) -> Iterator[Running]:
    registry = load()
    with bound("127.0.0.1", 0) as listening, prepared(Place(root, kept), registry, lambda: choose("auto")) as server:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            yield Running(address(listening).rstrip("/"), root, kept)
        finally:
            server.stop()
            thread.join()


def league(folder: Path) -> Path:
    """A folder with a league of a few tables."""
    folder.mkdir(parents=True)
    with Store.create(folder, PAIRS, [Entrant(bot, "1", "0" * 64) for bot in BOTS], planned=11) as store:
        fill(store)
    return folder


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server over two leagues and what is none."""
    root = tmp_path_factory.mktemp("leagues")
    league(root / "pairs")
    league(root / "odd name & <b>")
    (root / "notes").mkdir()
    (root / "notes" / "secret.txt").write_text("told to nobody")
    with served(root, tmp_path_factory.mktemp("kept")) as running:
        yield running


@pytest.fixture
def client(running: Running) -> Iterator[httpx.Client]:
    """A browser's worth of HTTP, with cookies and an Origin of its own."""
    with httpx.Client(base_url=running.url, headers={"Origin": running.url}, timeout=60) as client:
        yield client
