"""Make calls whose numbers are in no header: change a file by one newer than this project, and try all to 1023."""

import ctypes
import errno

from attempt import TARGETS, achieved, attempt, refused, syscall

AT_FDCWD = -100
FIRST, LAST = 480, 1023


def change_by_number(path: str) -> None:
    """file_setattr (469, of Linux 6.17): here it sets nothing, but it needs the right to."""
    nothing = ctypes.create_string_buffer(24)
    syscall("file_setattr", AT_FDCWD, path.encode(), ctypes.byref(nothing), 24, 0)


attempt("file_setattr the own source", lambda: change_by_number(__file__))
attempt("file_setattr the opponent's source", lambda: change_by_number(TARGETS["opponent_file"]))
known = []
for number in range(FIRST, LAST + 1):
    try:
        syscall(number, -1, 0, 0, 0, 0, 0)
        known.append(number)
    except OSError as error:
        if error.errno not in (errno.ENOSYS, errno.EPERM):
            known.append(number)
if known:
    achieved(f"calls {known}")
else:
    refused(f"calls {FIRST} to {LAST}", "ENOSYS")
