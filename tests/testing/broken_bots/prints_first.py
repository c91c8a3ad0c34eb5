"""Greets its author on standard output."""

from frames import play

print("hello, I am a bot", flush=True)
play()
