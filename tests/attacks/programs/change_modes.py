"""Change the permissions of the opponent's source and of the own one: chmod, and fchmodat2 by its bare number."""

import os
from pathlib import Path

from attempt import TARGETS, attempt, syscall

AT_FDCWD = -100
for whose, path in ("opponent's", TARGETS["opponent_file"]), ("own", __file__):
    attempt(f"chmod the {whose} source", lambda path=path: Path(path).chmod(0o600))
    attempt(f"fchmodat2 the {whose} source", lambda path=path: syscall("fchmodat2", AT_FDCWD, path.encode(), 0o640, 0))
    attempt(f"fchmod the {whose} source", lambda path=path: os.fchmod(os.open(path, os.O_RDONLY), 0o604))
