"""Use descriptors that the referee has left open."""

import os

from attempt import achieved, refused


def is_open(descriptor: int) -> bool:
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True


left = [descriptor for descriptor in range(3, 1024) if is_open(descriptor)]
if left:
    achieved(f"descriptors {left}")
else:
    refused("descriptors above 2", "EBADF")
