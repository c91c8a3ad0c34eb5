"""Empty the opponent's source and the own one: by opening with O_TRUNC only to read, and by truncate."""

import os

from attempt import TARGETS, attempt

for whose, path in ("opponent's", TARGETS["opponent_file"]), ("own", __file__):
    attempt(f"O_TRUNC the {whose} source", lambda path=path: os.open(path, os.O_RDONLY | os.O_TRUNC))
    attempt(f"truncate the {whose} source", lambda path=path: os.truncate(path, 0))
