"""Make a system call by its x32 number (x86 only), which a filter that knows the ordinary numbers may let through."""

import os

from attempt import attempt, refused, report, syscall

GETPID = 0x40000000 | 39

if os.uname().machine == "x86_64":
    report("trying: call by an x32 number")
    attempt("call by an x32 number", lambda: syscall(GETPID))
else:
    refused("call by an x32 number", "ENOSYS")
