"""Read the environment and the command line of the referee and of the opponent from /proc."""

from pathlib import Path

from attempt import TARGETS, attempt

for who, pid in TARGETS["processes"].items():
    for name in "environ", "cmdline":
        attempt(f"read the {who}'s {name}", Path(f"/proc/{pid}/{name}").read_bytes)
