"""Announces a frame of 4 GiB."""

from lines import play

play(lambda act: b"\xff\xff\xff\xff" if act["turn"] == 4 else None)
