"""Says ready and never answers a question."""

from lines import play

play(lambda act: b"")
