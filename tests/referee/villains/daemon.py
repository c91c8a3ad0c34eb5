"""Forks twice into a session of its own, so that a grandchild holds the pipes open, and exits."""

import os
import signal
import sys

from lines import play


def answer(act):
    if act["turn"] == 4:
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
                    signal.signal(number, signal.SIG_IGN)
                while True:
                    signal.pause()
            os._exit(0)
        os.wait()
        sys.stderr.write("the child holds the pipe now\n")
        sys.stderr.flush()
        os._exit(0)


play(answer)
