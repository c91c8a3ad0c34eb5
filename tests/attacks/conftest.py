"""The tiers, and the check that no test leaves a process or a descriptor behind."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.errors import SandboxError
from arena.referee.sandbox import Sandbox, choose, tree
from tests.attacks.catalogue import TIERS


@pytest.fixture(params=TIERS)
def tier(request: pytest.FixtureRequest) -> Sandbox:
    """Each tier that can be had here."""
    try:
        return choose(request.param)
    except SandboxError as refusal:
        pytest.skip(str(refusal))


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that every user can walk to; pytest shuts its own again whenever it is started."""
    with tempfile.TemporaryDirectory(prefix="arena-attack-") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@pytest.fixture(autouse=True)
def nothing_left() -> Iterator[None]:
    """Every test must leave this process with the children and the number of descriptors that it had before."""
    before = belongings()
    yield
    assert belongings() == before


def belongings() -> tuple[list[int], int]:
    return sorted(pid for pid, _ in tree.descendants(os.getpid())), len(list(Path("/proc/self/fd").iterdir()))
