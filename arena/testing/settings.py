"""The settings in which a variant is tried: each number of seats, and each option at each of its other values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from arena.errors import InputError
from arena.variant import Variant

STEP = 2
"""How far above its default a number without upper limit is tried."""


def settings_of(kind: type[Variant], *, seats: int | None = None) -> list[Variant]:
    """The variant at each number of seats with its default options, then with each other value of one option.

    The other values are tried at one number of seats each, by turns. With `seats`, at that number alone. InputError
    when the variant is not for so many.
    """
    numbers = kind.players if seats is None else (seats,)
    plain = [kind(seats=number) for number in numbers]
    varied: list[Variant] = []
    for row in kind.describe_options():
        for value in other_values(row):
            turned = [numbers[(len(varied) + step) % len(numbers)] for step in range(len(numbers))]
            varied += first_allowed(kind, turned, {row["name"]: value})
    return [*plain, *varied]


def first_allowed(kind: type[Variant], numbers: list[int], options: Mapping[str, Any]) -> list[Variant]:
    """The variant at the first of these numbers of seats at which the options are allowed, if there is one."""
    for number in numbers:
        try:
            return [kind(seats=number, **options)]
        except InputError:
            continue
    return []


def other_values(row: Mapping[str, Any]) -> Iterator[Any]:
    """The values of an option to try beside its default."""
    default = row["default"]
    if isinstance(default, bool):
        yield not default
    elif "among" in row:
        yield from (value for value in row["among"] if value != default)
    elif isinstance(default, int):
        least, most = row.get("least"), row.get("most", default + STEP)
        yield from sorted({value for value in (least, most) if value is not None and value != default})


def in_words(variant: Variant) -> str:
    """A setting as a person reads it."""
    return " ".join([f"seats={variant.seats}", *(f"{name}={value}" for name, value in changed(variant).items())])


def changed(variant: Variant) -> dict[str, Any]:
    """The options that differ from their defaults."""
    rows = [(row["name"], row["default"]) for row in variant.describe_options()]
    return {name: value for name, default in rows if (value := getattr(variant.options, name)) != default}
