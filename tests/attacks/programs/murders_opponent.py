"""Look for the opponent's process in /proc in the middle of a hand and kill it."""

import errno
import json
import os
import signal
from pathlib import Path

from attempt import achieved, refused
from bot import play

MARK = json.loads(os.environ["ATTACK_TARGETS"])["opponents_mark"].encode()


def attack() -> None:
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        # The keeper's command line holds the bot's; without a keeper its bot would outlive the match.
        if MARK in command and b"keeper" not in command:
            try:
                os.kill(int(folder.name), signal.SIGKILL)
            except OSError as error:
                refused("kill the opponent", errno.errorcode[error.errno or 0])
            else:
                achieved("kill the opponent")
            return
    refused("kill the opponent", "ESRCH")


play(attack)
