"""A program of its own: runs a bot without a sandbox and ends every process that descends from it.

`bare.py` starts it as a child subreaper, so orphans of the bot, whatever session they moved to, become its
children. It ends them when the bot ends, and on SIGTERM, which the kernel also sends when the referee dies.
It exits with the bot's status, a signal n told as 128+n. It imports only what an isolated interpreter has.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress

_WATCHED = {signal.SIGTERM, signal.SIGCHLD}


def _start(command: list[str]) -> int:
    bot = os.fork()
    if bot:
        return bot
    try:
        os.setsid()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _WATCHED)
        os.execvp(command[0], command)
    except OSError as error:
        os.write(2, f"{command[0]}: {error.strerror}\n".encode())
    os._exit(127)


def _let_go_of_pipes() -> None:
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)


def _await_end(bot: int) -> int:
    """The bot's status, or that of SIGKILL when the keeper was told to end it."""
    while signal.sigwait(_WATCHED) != signal.SIGTERM:
        pid = -1
        while pid:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid == bot:
                code = os.waitstatus_to_exitcode(status)
                return code if code >= 0 else 128 - code
    return 128 + signal.SIGKILL


def _descendants() -> list[int]:
    found: list[int] = []
    waiting = [os.getpid()]
    while waiting:
        pid = waiting.pop()
        with suppress(FileNotFoundError, ProcessLookupError):
            for task in os.listdir(f"/proc/{pid}/task"):  # noqa: PTH208 - pathlib is slow to import
                with open(f"/proc/{pid}/task/{task}/children") as file:  # noqa: PTH123 - the same
                    below = [int(word) for word in file.read().split()]
                found += below
                waiting += below
    return found


def _end_all() -> None:
    """Kill until there is nobody left: each round catches what was forked during the one before."""
    while True:
        for pid in _descendants():
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        try:
            os.wait()
        except ChildProcessError:
            return


def main(command: list[str]) -> int:
    """Run the command; its status."""
    signal.pthread_sigmask(signal.SIG_BLOCK, _WATCHED)
    bot = _start(command)
    _let_go_of_pipes()
    code = _await_end(bot)
    _end_all()
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
