"""Nothing is wrong with it."""

from frames import play

play()
