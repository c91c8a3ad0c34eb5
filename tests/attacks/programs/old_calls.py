"""Make a system call in the old 32-bit way (int 0x80, x86 only), where every call has another number."""

import ctypes
import errno
import mmap
import os

from attempt import achieved, refused, report

# mov eax, 20 (getpid in 32 bits); int 0x80; ret
CODE = b"\xb8\x14\0\0\0\xcd\x80\xc3"

if os.uname().machine == "x86_64":
    try:
        page = mmap.mmap(
            -1,
            mmap.PAGESIZE,
            flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS,
            prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC,
        )
    except OSError as error:
        refused("call in the 32-bit way", errno.errorcode[error.errno or 0])
    else:
        page.write(CODE)
        call = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))
        report("trying: call in the 32-bit way")
        got = call()
        if got == os.getpid():
            achieved("call in the 32-bit way")
        else:
            refused("call in the 32-bit way", f"{got}")
else:
    refused("call in the 32-bit way", "EINVAL")
