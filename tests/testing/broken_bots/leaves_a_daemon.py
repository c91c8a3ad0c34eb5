"""Starts something in a session of its own, which goes on when the bot has gone."""

import os
import signal

from frames import play

if os.fork() == 0:
    os.setsid()
    os.close(0)
    os.close(1)
    signal.pause()
play()
