"""Answers at once, and has a child that thinks on all the time, whoever is asked."""

import os
import signal

from lines import play

child = os.fork()
if child == 0:
    thoughts = 0
    while True:
        thoughts += 1
play(lambda act: None)
# So that the kernel keeps an account of it.
os.kill(child, signal.SIGKILL)
os.wait()
