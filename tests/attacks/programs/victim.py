"""No attack: the process that is attacked. It tells where its secret lies, and how often it was signalled."""

import ctypes
import signal
import sys

signals: list[int] = []
signal.signal(signal.SIGUSR1, lambda number, _: signals.append(number))
secret = ctypes.create_string_buffer(b"secret")
print(ctypes.addressof(secret), flush=True)
for _ in sys.stdin:
    print(len(signals), flush=True)
