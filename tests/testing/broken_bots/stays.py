"""Does not go when it is told to."""

from frames import messages, play

play()
for _ in messages():
    pass
