"""Fork without end: children that live on."""

import errno
import os
import signal

from attempt import achieved, refused
from bot import play, setting


def attack() -> None:
    for made in range(setting("processes")):
        try:
            child = os.fork()
        except OSError as error:
            refused(f"fork without end, after {made}", errno.errorcode[error.errno or 0])
            return
        if child == 0:
            while True:
                signal.pause()
    achieved("fork without end")


play(attack)
