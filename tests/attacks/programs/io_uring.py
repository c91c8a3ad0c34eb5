"""Set up an io_uring, which does what system calls do past every filter of system calls."""

import ctypes

from attempt import attempt, syscall

ROOM = ctypes.create_string_buffer(120)
attempt("set up an io_uring", lambda: syscall("io_uring_setup", 2, ctypes.byref(ROOM)))
