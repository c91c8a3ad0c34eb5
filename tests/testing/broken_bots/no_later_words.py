"""Takes it for an error when the referee says more than it knows."""

from frames import READY, messages, move, write

KNOWN = {"hello", "start", "act", "tell", "end", "fault", "bye"}

for message in messages():
    if message["type"] not in KNOWN:
        raise SystemExit(f"what is {message['type']}?")
    if message["type"] == "hello":
        write(READY)
    elif message["type"] == "act":
        write(move(message, message["legal"][0]))
    elif message["type"] == "bye":
        break
