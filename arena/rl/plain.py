"""Coders as plain data and back: an encoding kept beside weights outlives a change of the survey that made it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from arena.rl import coders

KIND = "coder"


def as_plain(value: Any) -> Any:
    """Dataclasses as maps of their fields, those of `arena.rl.coders` with the name of their class; tuples as lists."""
    if is_dataclass(value) and not isinstance(value, type):
        kept = {field.name: as_plain(getattr(value, field.name)) for field in fields(value) if field.init}
        name = type(value).__name__
        return {KIND: name, **kept} if getattr(coders, name, None) is type(value) else kept
    if isinstance(value, Mapping):
        return {key: as_plain(part) for key, part in value.items()}
    return [as_plain(part) for part in value] if isinstance(value, list | tuple) else value


def from_plain(data: Any) -> Any:
    """The same back; what names no coder stays a map."""
    if isinstance(data, list):
        return tuple(map(from_plain, data))
    if not isinstance(data, Mapping):
        return data
    parts = {key: from_plain(part) for key, part in data.items() if key != KIND}
    return getattr(coders, data[KIND])(**parts) if KIND in data else parts
