"""TOML files read key by key, so that every mistake is told with its file, its key and what to do.

Used for league files and for a bot's `bot.toml`. It knows types, ranges and near misses, but not what any
key means.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

from arena.errors import InputError

_E = TypeVar("_E", bound=StrEnum)


def read_toml(file: Path, keys: Sequence[str], what: str) -> Section:
    """The top of a TOML file that may hold these keys; InputError when it can't be read or parsed."""
    try:
        entries = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise InputError(f"{file}: there is no such file; give the path of {what}") from None
    except IsADirectoryError:
        raise InputError(f"{file}: is a folder; give the path of {what}") from None
    except OSError as error:
        raise InputError(f"{file}: can't be read: {error.strerror}") from error
    except UnicodeDecodeError:
        raise InputError(f"{file}: is not UTF-8 text; give the path of {what}") from None
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{file}: is not valid TOML: {error}") from None
    return Section(file, "", entries, keys)


class Section:
    """One table of a TOML file, checked on the way in to have no key but `keys`."""

    def __init__(self, file: Path, name: str, entries: Mapping[str, Any], keys: Sequence[str]) -> None:
        self.file = file
        self.name = name
        self._entries = entries
        for key in entries:
            if key not in keys:
                near = difflib.get_close_matches(key, keys, n=1)
                hint = f"did you mean {near[0]}?" if near else f"known here: {', '.join(keys)}"
                raise self.wrong(key, f"unknown key; {hint}")

    def __contains__(self, key: str) -> bool:
        return key in self._entries

    def wrong(self, key: str, what: str) -> InputError:
        """The error for this key: file, table, key, and what is wrong with it."""
        return InputError(f"{self.file}: {f'{self.name} ' if self.name else ''}{key}: {what}")

    def text(self, key: str, default: str | None = None) -> str:
        """A text that is not empty."""
        value = self._value(key, default)
        if not isinstance(value, str) or not value.strip():
            raise self.wrong(key, f"must be a text in quotes, not {value!r}")
        return value

    def integer(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number from `low` to `high`."""
        value = self._value(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise self.wrong(key, f"must be a whole number from {low} to {high}, not {value!r}")
        return value

    def truth(self, key: str, default: bool) -> bool:
        """true or false."""
        value = self._value(key, default)
        if not isinstance(value, bool):
            raise self.wrong(key, f"must be true or false, not {value!r}")
        return value

    def words(self, key: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        """A list of texts that is not empty."""
        if default is not None and key not in self:
            return default
        value = self._value(key, None)
        if not isinstance(value, list) or not value or not all(isinstance(word, str) and word for word in value):
            raise self.wrong(key, f'must be a list of texts, as ["one", "two"], not {value!r}')
        return tuple(value)

    def texts(self, key: str, default: tuple[str, ...]) -> tuple[str, ...]:
        """One text, or a list of texts that is not empty."""
        value = self._value(key, list(default))
        return (self.text(key),) if isinstance(value, str) else self.words(key, default)

    def like(self, key: str, default: Any) -> Any:
        """What the file gives under a key that others have defined, of the type of its default; else the default."""
        if key not in self:
            return default
        if isinstance(default, bool):
            return self.truth(key, default)
        if isinstance(default, int):
            return self.integer(key, -1_000_000_000, 1_000_000_000)
        return self.text(key) if isinstance(default, str) else self.words(key)

    def one_of(self, key: str, kind: type[_E], default: _E | None = None) -> _E:
        """One of the texts of a closed set."""
        value = self._value(key, default)
        if value not in list(kind):
            names = " or ".join(f'"{item}"' for item in kind)
            raise self.wrong(key, f"must be {names}, not {value!r}")
        return kind(value)

    def table(self, key: str, keys: Sequence[str], *, needed: bool = False) -> Section:
        """The table under this key; an empty one if it is absent and not needed."""
        return Section(self.file, self._path(key), self.mapping(key, needed=needed), keys)

    def mapping(self, key: str, *, needed: bool = False) -> Mapping[str, Any]:
        """The table under this key with its keys unchecked."""
        value = self._value(key, None if needed else {})
        if not isinstance(value, dict):
            raise self.wrong(key, f"must be a table, as {self._path(key)} and its keys below, not {value!r}")
        return value

    def tables(self, key: str, keys: Sequence[str]) -> list[Section]:
        """The array of tables under this key, each named by its place from 1."""
        value = self._value(key, [])
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            raise self.wrong(key, f"must be tables, each below its own [[{key}]]")
        return [Section(self.file, f"[[{key}]] {n}", item, keys) for n, item in enumerate(value, 1)]

    def _path(self, key: str) -> str:
        return f"[{self.name.strip('[]')}.{key}]" if self.name else f"[{key}]"

    def _value(self, key: str, default: Any) -> Any:
        value = self._entries.get(key, default)
        if value is None:
            raise self.wrong(key, "is missing; add it")
        return value
