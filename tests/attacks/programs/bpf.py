"""Load a map into the kernel with bpf."""

import ctypes

from attempt import attempt, syscall

ARRAY = (ctypes.c_uint32 * 32)(2, 4, 4, 1)
attempt("make a bpf map", lambda: syscall("bpf", 0, ctypes.byref(ARRAY), ctypes.sizeof(ARRAY)))
