"""Ignores every signal that can be ignored, and its farewell too."""

import signal

from lines import messages, move, ready, write

for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
    signal.signal(number, signal.SIG_IGN)
for message in messages():
    if message["type"] == "hello":
        write(ready())
    elif message["type"] == "act":
        write(move(message))
while True:
    signal.pause()
