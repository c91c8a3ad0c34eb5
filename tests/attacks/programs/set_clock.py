"""Set the machine's clock: by an offset of zero, which needs the same right and changes nothing."""

import ctypes

from attempt import attempt, syscall

ADJ_SETOFFSET = 0x100
CHANGE = (ctypes.c_uint32 * 64)(ADJ_SETOFFSET)
attempt("set the clock", lambda: syscall("clock_adjtime", 0, ctypes.byref(CHANGE)))
