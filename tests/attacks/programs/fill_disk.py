"""Fill the disk with many files, each of them small, wherever it may write."""

import json
import os
import shutil
from pathlib import Path

from attempt import attempt
from bot import play, setting

NAME = json.loads(os.environ["ATTACK_TARGETS"])["nonce"]


def fill(place: Path) -> None:
    folder = place / NAME
    try:
        folder.mkdir()
        for number in range(setting("megabytes")):
            (folder / str(number)).write_bytes(b"x" * (1 << 20))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def attack() -> None:
    for place in Path("/tmp"), Path("/var/tmp"), Path(__file__).parent:
        attempt(f"fill {place.name}", lambda place=place: fill(place))


play(attack)
