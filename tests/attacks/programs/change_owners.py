"""Change the owner of the opponent's source and of the own one, to the user that owns it already."""

import os

from attempt import TARGETS, attempt

for whose, path in ("opponent's", TARGETS["opponent_file"]), ("own", __file__):
    attempt(f"chown the {whose} source", lambda path=path: os.chown(path, os.getuid(), os.getgid()))
    attempt(f"fchown the {whose} source", lambda path=path: os.fchown(os.open(path, os.O_RDONLY), os.getuid(), -1))
