"""Speaks a protocol that does not exist."""

from frames import play

play(protocol=2)
