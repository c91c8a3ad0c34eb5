"""Answers every question twice."""

from lines import move, play

play(lambda act: move(act) + move(act))
