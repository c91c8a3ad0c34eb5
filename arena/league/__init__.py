"""Leagues: the file that describes one, its schedule, and the run that plays it."""
