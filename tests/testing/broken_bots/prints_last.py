"""Says goodbye on standard output."""

from frames import play

play()
print("that was fun")
