"""Set an extended attribute of the opponent's source and of the own one: setxattr, setxattrat by its bare number."""

import ctypes
import os

from attempt import TARGETS, attempt, syscall

AT_FDCWD = -100


class Value(ctypes.Structure):
    """struct xattr_args."""

    _fields_ = (("value", ctypes.c_uint64), ("size", ctypes.c_uint32), ("flags", ctypes.c_uint32))


def set_by_number(path: str) -> None:
    text = ctypes.create_string_buffer(b"here")
    value = Value(ctypes.addressof(text), 4, 0)
    syscall("setxattrat", AT_FDCWD, path.encode(), 0, b"user.newer", ctypes.byref(value), ctypes.sizeof(value))


for whose, path in ("opponent's", TARGETS["opponent_file"]), ("own", __file__):
    attempt(f"setxattr the {whose} source", lambda path=path: os.setxattr(path, "user.left", b"here"))
    attempt(f"setxattrat the {whose} source", lambda path=path: set_by_number(path))
