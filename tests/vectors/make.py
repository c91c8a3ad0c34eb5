"""Writes the golden vectors, and the hand that docs/protocol.md shows of them: python -m tests.vectors.make"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tests.vectors import shown
from tests.vectors.conversations import conversations
from tests.vectors.deals import deals
from tests.vectors.frames import from_bot, from_referee

HERE = Path(__file__).parent


def files() -> Iterator[tuple[str, str]]:
    """Every file's name in this folder, and its text."""
    parts = {"from_bot": from_bot(), "from_referee": from_referee()}
    yield "frames.json", _text({name: [each.as_data() for each in part] for name, part in parts.items()})
    yield "deals.json", _text(deals())
    for conversation in conversations():
        yield f"conversations/{conversation.name}.json", _text(conversation.as_data())


def _text(data: dict[str, Any]) -> str:
    """JSON with each element of a list on a line of its own, so that a difference can be read."""
    return "{\n" + ",\n".join(f"{json.dumps(key)}: {_value(value)}" for key, value in data.items()) + "\n}\n"


def _value(value: Any) -> str:
    return "[\n" + _lines(value) + "\n]" if isinstance(value, list) else _line(value)


def _lines(values: Iterable[Any]) -> str:
    return ",\n".join("  " + _line(value) for value in values)


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=lambda data: {"binary": data.hex()})


def write() -> None:
    for name, text in files():
        file = HERE / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    shown.write()


if __name__ == "__main__":
    write()
