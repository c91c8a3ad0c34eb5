"""Refuses the view, and does without it."""

from frames import play

play(view=False)
