"""Plays a card of which it only knows the name."""

from frames import play

play(lambda act: "2C")
