"""What a filter's program answers to a call, worked out step by step as the kernel does: classic BPF in a few lines."""

from __future__ import annotations

import platform
import struct
from collections.abc import Sequence

ALLOW, KILL, ERRNO = 0x7FFF0000, 0x80000000, 0x00050000
CONVENTIONS = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
THIS = CONVENTIONS.get(platform.machine(), 0)
LOAD, AND, JUMP, EQUAL, GREATER, AT_LEAST, SET, RETURN = 0x20, 0x54, 0x05, 0x15, 0x25, 0x35, 0x45, 0x06


def answer(code: bytes, number: int, arguments: Sequence[int] = (), convention: int = THIS) -> int:
    """The action for one call, its arguments as the 64 bits that a program may put into the registers."""
    padded = [*arguments, *[0] * (6 - len(arguments))]
    data = struct.pack("=IIQ6Q", number & 0xFFFFFFFF, convention, 0, *padded)
    program = list(struct.iter_unpack("=HBBI", code))
    accumulator = place = 0
    while True:
        operation, yes, no, operand = program[place]
        place += 1
        if operation == LOAD:
            (accumulator,) = struct.unpack_from("=I", data, operand)
        elif operation == AND:
            accumulator &= operand
        elif operation == JUMP:
            place += operand
        elif operation == RETURN:
            return operand
        else:
            holds = {
                EQUAL: accumulator == operand,
                GREATER: accumulator > operand,
                AT_LEAST: accumulator >= operand,
                SET: bool(accumulator & operand),
            }[operation]
            place += yes if holds else no
