"""Reads `hello`, and is never ready."""

import sys

from frames import messages

for _ in messages():
    print("thinking about it", file=sys.stderr, flush=True)
