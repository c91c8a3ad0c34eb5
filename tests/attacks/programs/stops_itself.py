"""Stop itself with SIGSTOP when it is asked."""

import os
import signal

from bot import play

play(lambda: os.kill(os.getpid(), signal.SIGSTOP))
