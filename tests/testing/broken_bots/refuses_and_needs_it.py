"""Refuses the view, and looks at it."""

from frames import play

play(lambda act: act["view"] and act["legal"][0], view=False)
