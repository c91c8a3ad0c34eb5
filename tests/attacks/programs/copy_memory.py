"""Copy a secret out of the memory of the referee and of the opponent with process_vm_readv."""

import ctypes

from attempt import TARGETS, attempt, syscall


class Piece(ctypes.Structure):
    """struct iovec."""

    _fields_ = (("base", ctypes.c_void_p), ("length", ctypes.c_size_t))


def copy(pid: int, address: int) -> None:
    room = ctypes.create_string_buffer(6)
    here, there = Piece(ctypes.addressof(room), 6), Piece(address, 6)
    syscall("process_vm_readv", pid, ctypes.byref(here), 1, ctypes.byref(there), 1, 0)
    assert room.raw == b"secret"


for who, pid in TARGETS["processes"].items():
    attempt(f"copy the {who}'s memory", lambda pid=pid, who=who: copy(pid, TARGETS["addresses"][who]))
