"""The keeper of a process tree: a small process between referee and program, which outlives every process below it.

The tiers start under it whatever may have children. It is a child subreaper, so whatever loses its parent (a daemon
in a session of its own, a sandbox whose bubblewrap died half made) becomes its child; when the program ends, or on
SIGTERM, which the kernel also sends when the referee dies, it kills its children until there are none. It is a
shell, or, where the program is shut in by what it inherits, the forked process itself, which stays outside.
"""

from __future__ import annotations

import os
import signal
from typing import NoReturn

from arena.referee.sandbox import tree

# Each round kills one layer of the tree, and what was below that layer is the next. `wait` reaps what is not
# a job of the shell's own only while there is one, hence the empty job. The shell lets go of the program's
# descriptors, so that the end of a pipe means what it should; it would give a job no standard input of its own.
_KEEPER = """
end() {
    trap '' TERM
    while read -r left <"/proc/$$/task/$$/children"; [ "$left" ]; do
        kill -9 $left
        : &
        wait
    done
    exit "$1"
}
trap 'end 137' TERM
exec 8<&0
"$@" <&8 8<&- &
exec </dev/null >/dev/null 2>&1 3>&- 4>&- 5>&- 6>&- 7>&- 8>&-
wait "$!"
end "$?"
"""


def kept(command: tuple[str, ...]) -> tuple[str, ...]:
    """The command that runs `command` under a keeper; it exits with its status, a signal n told as 128+n."""
    return ("/bin/sh", "-c", _KEEPER, "keeper", *command)


_MOST_DESCRIPTORS = 64


def keep_a_fork() -> None:
    """Fork once more: returns in the new process, which the old one keeps until the end of both."""
    signals = {signal.SIGTERM, signal.SIGCHLD}
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    program = os.fork()
    if program:
        _keep(program)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, signals)


def _keep(program: int) -> NoReturn:
    status = 137
    try:
        os.closerange(0, _MOST_DESCRIPTORS)
        while signal.sigwait({signal.SIGTERM, signal.SIGCHLD}) == signal.SIGCHLD:
            ended = _reap(program)
            if ended is not None:
                status = ended
                break
        while left := tree.children(os.getpid()):
            for pid in left:
                os.kill(pid, signal.SIGKILL)
            os.waitpid(-1, 0)
    finally:
        os._exit(status)


def _reap(program: int) -> int | None:
    """Reap whatever has ended; the status of the program, as a shell tells it, if it is among that."""
    status = None
    while True:
        try:
            pid, code = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return status
        if pid == 0:
            return status
        if pid == program:
            exit_code = os.waitstatus_to_exitcode(code)
            status = exit_code if exit_code >= 0 else 128 - exit_code
