"""Starts a process, and ends it."""

import subprocess

from frames import play

with subprocess.Popen(["sleep", "1000"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as helper:
    play()
    helper.kill()
