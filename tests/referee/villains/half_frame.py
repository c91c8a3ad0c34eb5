"""Sends half of an answer and falls silent."""

from lines import move, play

play(lambda act: move(act)[:12])
