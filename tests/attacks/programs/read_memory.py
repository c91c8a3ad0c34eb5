"""Read the memory of the referee and of the opponent through /proc: `maps`, then `mem` at the place of a secret."""

import os
from pathlib import Path

from attempt import TARGETS, attempt


def peek(pid: int, address: int) -> None:
    memory = os.open(f"/proc/{pid}/mem", os.O_RDONLY)
    assert os.pread(memory, 6, address) == b"secret"


for who, pid in TARGETS["processes"].items():
    attempt(f"read the {who}'s maps", Path(f"/proc/{pid}/maps").read_bytes)
    attempt(f"read the {who}'s mem", lambda pid=pid, who=who: peek(pid, TARGETS["addresses"][who]))
