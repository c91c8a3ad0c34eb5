"""The names of matches and tables, and the order that they give.

"m3.r0.b2" is line-up 3, sitting 0, block 2; "m3.r0.b2-250" the part of that block that ends before number 250;
"m3.r0.d17" is table 17 of that line-up and sitting. Used by the store alone; the schedule makes the names.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from arena.errors import StoreError

_MATCH = re.compile(r"m(\d+)\.r(\d+)\.b(\d+)(?:-\d+)?", re.ASCII)
_TABLE = re.compile(r"m(\d+)\.r(\d+)\.d(\d+)", re.ASCII)


def match_place(name: str) -> tuple[int, int, int]:
    """Line-up, sitting and block of a match; StoreError for what is no match's name."""
    return _numbers(_MATCH, name, "a match", "m3.r0.b2")


def table_place(name: str) -> tuple[int, int, int]:
    """Line-up, sitting and number of a table; StoreError for what is no table's name."""
    return _numbers(_TABLE, name, "a table", "m3.r0.d17")


def table_name(lineup: int, sitting: int, number: int) -> str:
    """The name of a table; `table_place` takes it apart again."""
    return f"m{lineup}.r{sitting}.d{number}"


def numbers_text(numbers: Sequence[int]) -> str:
    """Numbers of tables as a text: `first:end:step` where they are evenly spaced, else all, with commas."""
    if len(numbers) > 2:
        step = numbers[1] - numbers[0]
        if step > 0:
            span = range(numbers[0], numbers[-1] + 1, step)
            if len(span) == len(numbers) and all(a == b for a, b in zip(span, numbers, strict=True)):
                return f"{span.start}:{span.stop}:{step}"
    return ",".join(map(str, numbers))


def numbers_from(text: str) -> tuple[int, ...]:
    """The numbers out of `numbers_text`. Raises ValueError for any other text."""
    if ":" in text:
        start, stop, step = map(int, text.split(":"))
        return tuple(range(start, stop, step))
    return tuple(int(number) for number in text.split(",") if number)


def _numbers(pattern: re.Pattern[str], name: str, what: str, example: str) -> tuple[int, int, int]:
    found = pattern.fullmatch(name)
    if found is None:
        raise StoreError(f"{name!r} is not the name of {what}; such a name looks like {example!r}")
    one, two, three = found.groups()
    return int(one), int(two), int(three)
