from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.errors import SandboxError
from arena.referee.sandbox import Sandbox, choose, tree


def chosen(tier: str) -> Sandbox:
    try:
        return choose(tier)
    except SandboxError as refusal:
        # A tier that fails where it should work must not pass for one that is not there.
        if "not installed" in str(refusal) or "offers no Landlock" in str(refusal):
            pytest.skip(str(refusal))
        raise


@pytest.fixture
def bwrap() -> Sandbox:
    return chosen("bwrap")


@pytest.fixture
def landlock() -> Sandbox:
    return chosen("landlock")


@pytest.fixture(params=["bwrap", "landlock"])
def walled(request: pytest.FixtureRequest) -> Sandbox:
    """The tiers that protect."""
    return chosen(request.param)


@pytest.fixture(params=["bwrap", "none"])
def crowded(request: pytest.FixtureRequest) -> Sandbox:
    """The tiers in which a program may have children."""
    return chosen(request.param)


@pytest.fixture(params=["bwrap", "landlock", "none"])
def sandbox(request: pytest.FixtureRequest) -> Sandbox:
    return chosen(request.param)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A bot's folder, in a place that other users can't enter."""
    bot = tmp_path / "bot"
    bot.mkdir(mode=0o755)
    return bot


@pytest.fixture(autouse=True)
def nobody_left() -> Iterator[None]:
    """Every test here must leave this process with the children that it had before."""
    import os

    before = {pid for pid, _ in tree.descendants(os.getpid())}
    yield
    assert {pid for pid, _ in tree.descendants(os.getpid())} == before
