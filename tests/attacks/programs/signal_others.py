"""Send signals to the referee and to the opponent: kill, tgkill, pidfd_send_signal, and SIGSTOP."""

import os
import signal

from attempt import TARGETS, attempt, syscall

USER = signal.SIGUSR1
for who, pid in TARGETS["processes"].items():
    attempt(f"kill the {who}", lambda pid=pid: os.kill(pid, USER))
    attempt(f"tgkill the {who}", lambda pid=pid: syscall("tgkill", pid, pid, USER))
    attempt(f"signal the {who} by pidfd", lambda pid=pid: signal.pidfd_send_signal(os.pidfd_open(pid), USER))
    attempt(f"stop the {who}", lambda pid=pid: os.kill(pid, signal.SIGSTOP))
