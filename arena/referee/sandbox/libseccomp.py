"""The few functions of libseccomp that turn names of system calls into a filter's program.

Bound here because the one packaged binding that needs no compiler (pyseccomp, last published in 2021) starts
ldconfig at import to find a library whose name is fixed. It knows no policy: `calls.py` has that.
"""

from __future__ import annotations

import ctypes
import errno
import functools
import os
from collections.abc import Sequence
from dataclasses import dataclass

from arena.errors import SandboxError

_LIBRARY = "libseccomp.so.2"
NO_LIBSECCOMP = f"{_LIBRARY}, which writes the filter of system calls, is not installed"
_ALLOW = 0x7FFF0000
_KILL_PROCESS = 0x80000000
_ERRNO = 0x00050000
_MASKED_EQUAL = 7
_UNKNOWN = -1
_LOW_WORD = 0xFFFFFFFF
_OTHER_MACHINE, _OPTIMIZE = 2, 8
_BINARY_TREE = 2


@dataclass(frozen=True, slots=True)
class Argument:
    """A condition on the low 32 bits of an argument, all that the kernel reads of an int: masked, it equals `value`."""

    place: int
    value: int
    mask: int = _LOW_WORD


class _Comparison(ctypes.Structure):
    _fields_ = (
        ("arg", ctypes.c_uint),
        ("op", ctypes.c_int),
        ("datum_a", ctypes.c_uint64),
        ("datum_b", ctypes.c_uint64),
    )


@functools.cache
def _library() -> ctypes.CDLL:
    try:
        library = ctypes.CDLL(_LIBRARY)
    except OSError:
        raise SandboxError(NO_LIBSECCOMP) from None
    library.seccomp_init.restype = ctypes.c_void_p
    library.seccomp_init.argtypes = [ctypes.c_uint32]
    library.seccomp_release.restype = None
    library.seccomp_release.argtypes = [ctypes.c_void_p]
    library.seccomp_attr_set.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_uint32]
    library.seccomp_syscall_resolve_name.argtypes = [ctypes.c_char_p]
    library.seccomp_rule_add_array.argtypes = [
        *(ctypes.c_void_p, ctypes.c_uint32, ctypes.c_int, ctypes.c_uint),
        ctypes.POINTER(_Comparison),
    ]
    library.seccomp_export_bpf.argtypes = [ctypes.c_void_p, ctypes.c_int]
    return library


class Filter:
    """A filter in the making: what no rule names fails as if the kernel did not have it.

    Calls of another convention of the machine (32 bits, x32) end the process. SandboxError when libseccomp is missing.
    """

    def __init__(self) -> None:
        self._library = _library()
        self._context = self._library.seccomp_init(_ERRNO | errno.ENOSYS)
        if not self._context:
            raise SandboxError("libseccomp does not know the system calls of this machine; use --sandbox none")
        for attribute, value in ((_OTHER_MACHINE, _KILL_PROCESS), (_OPTIMIZE, _BINARY_TREE)):
            result = self._library.seccomp_attr_set(self._context, attribute, value)
            # An old library has no binary tree; its filter is slower and means the same.
            if attribute == _OTHER_MACHINE:
                _check(result, "seccomp_attr_set")

    def allow(self, name: str, *conditions: Argument) -> None:
        """Let a call through if all conditions hold; a name that this library or machine does not have is left out."""
        self._add(_ALLOW, name, conditions)

    def refuse(self, name: str, error: int, *conditions: Argument) -> None:
        """Answer a call with an error number of its own; 0 makes it do nothing and succeed."""
        self._add(_ERRNO | error, name, conditions)

    def _add(self, action: int, name: str, conditions: Sequence[Argument]) -> None:
        number = self._library.seccomp_syscall_resolve_name(name.encode())
        # Negative numbers stand for calls that other machines have.
        if number <= _UNKNOWN:
            return
        comparisons = (_Comparison * len(conditions))(
            *[_Comparison(each.place, _MASKED_EQUAL, each.mask, each.value) for each in conditions]
        )
        result = self._library.seccomp_rule_add_array(self._context, action, number, len(conditions), comparisons)
        _check(result, f"rule for {name}")

    def code(self) -> bytes:
        """The filter's program, as the kernel takes it."""
        descriptor = os.memfd_create("arena-filter")
        try:
            _check(self._library.seccomp_export_bpf(self._context, descriptor), "seccomp_export_bpf")
            return os.pread(descriptor, os.fstat(descriptor).st_size, 0)
        finally:
            os.close(descriptor)

    def close(self) -> None:
        """Give the library's memory back."""
        self._library.seccomp_release(self._context)


def _check(result: int, what: str) -> None:
    if result < 0:
        raise SandboxError(f"libseccomp failed: {what}: {os.strerror(-result)}")
