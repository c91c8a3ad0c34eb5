"""A disk of a few hundred KiB that can be filled and made read-only: a tmpfs, which takes root to mount."""

from __future__ import annotations

import errno
import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

BALLAST = "ballast"


@dataclass(frozen=True)
class Disk:
    """A mounted disk. `folder` is on it."""

    folder: Path

    def fill(self, leave: int = 0) -> None:
        """Put so much on it that `leave` bytes are free, counted in whole pages."""
        ballast = self.folder / BALLAST
        with ballast.open("ab") as file:
            try:
                while True:
                    os.write(file.fileno(), bytes(4096))
            except OSError as error:
                assert error.errno == errno.ENOSPC
        os.truncate(ballast, ballast.stat().st_size - leave)

    def free(self) -> None:
        """Take the ballast away."""
        (self.folder / BALLAST).unlink()

    def remount(self, options: str) -> None:
        _run("mount", "-o", f"remount,{options}", str(self.folder))


@contextmanager
def small_disk(size: str) -> Iterator[Disk]:
    """A disk of this size, as 512k; the test is skipped where it can't be had."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={size},mode=755", "arena-test", name],
            capture_output=True,
            text=True,
            check=False,
        )
        if mounted.returncode:
            pytest.skip(f"a small disk can't be mounted here: {mounted.stderr.strip() or 'mount fails'}")
        try:
            yield Disk(folder)
        finally:
            # Lazily, so that a process of a failed test can't keep the folder.
            _run("umount", "--lazy", name)


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)
