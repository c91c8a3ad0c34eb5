"""Fork twice into a session of its own and play on: the grandchild, which ignores what it can, is to stay for ever."""

import errno
import os
import signal

from attempt import refused
from bot import play


def attack() -> None:
    try:
        child = os.fork()
    except OSError as error:
        refused("start a daemon", errno.errorcode[error.errno or 0])
        return
    if child:
        os.waitpid(child, 0)
        return
    os.setsid()
    if os.fork():
        os._exit(0)
    for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_IGN)
    while True:
        signal.pause()


play(attack)
