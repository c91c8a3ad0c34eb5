"""Passing folders: gone when they are done, and swept up after a kill, but never from under somebody's feet."""

from __future__ import annotations

import os
import signal
import tempfile
from pathlib import Path

import pytest

from arena.referee.sandbox.scratch import scratch


@pytest.fixture
def place(tmp_path, monkeypatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def test_a_folder_is_there_and_gone(place):
    with scratch() as folder:
        (folder / "file").write_text("something")
        assert list(place.iterdir()) == [folder]
    assert list(place.iterdir()) == []


def test_the_next_one_leaves_what_is_in_use_alone(place):
    with scratch() as one, scratch() as two:
        assert sorted(place.iterdir()) == sorted([one, two])


def test_the_next_one_sweeps_up_what_a_killed_process_left(place):
    ready, told = os.pipe()
    child = os.fork()
    if child == 0:
        with scratch() as folder:
            (folder / "file").write_text("something")
            os.write(told, b"x")
            signal.pause()
        os._exit(0)
    os.read(ready, 1)
    with scratch():
        assert len(list(place.iterdir())) == 2, "it lives, and its folder stays"
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    (left,) = place.iterdir()
    with scratch() as folder:
        assert list(place.iterdir()) == [folder]
    assert not left.exists()
    for descriptor in (ready, told):
        os.close(descriptor)
