"""Reads all that comes and never says ready."""

from lines import messages

for _ in messages():
    pass
