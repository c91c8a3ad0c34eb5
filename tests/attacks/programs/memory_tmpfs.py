"""Take memory without end as files in /dev/shm, many of them so that no limit on one file counts."""

import json
import os
from pathlib import Path

from attempt import attempt
from bot import play, setting


def attack() -> None:
    nonce = json.loads(os.environ["ATTACK_TARGETS"])["nonce"]
    for number in range(setting("megabytes")):
        Path("/dev/shm", f"{nonce}-{number}").write_bytes(b"x" * (1 << 20))


play(lambda: attempt("hold memory in /dev/shm", attack))
