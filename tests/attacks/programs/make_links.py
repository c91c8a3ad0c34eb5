"""Make links outside the scratch folder, hard and symbolic, and a hard link to the opponent's source inside it."""

import os
from pathlib import Path

from attempt import TARGETS, attempt

target = Path(TARGETS["opponent_file"])
attempt("symlink in the opponent's folder", lambda: target.with_name("soft.py").symlink_to("/etc/passwd"))
attempt("symlink in the own folder", lambda: Path("soft.py").symlink_to("/etc/passwd"))
attempt("hard link in the opponent's folder", lambda: target.with_name("hard.py").hardlink_to(target))
attempt("hard link to the opponent's source", lambda: Path("hard.py").hardlink_to(target))
attempt("hard link in scratch", lambda: os.link(target, Path("/tmp", TARGETS["nonce"])))
