"""Goes when it is told to, but not in peace."""

from frames import play

play()
raise SystemExit("saving what was learnt: no such folder")
